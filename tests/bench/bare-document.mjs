// What a document of the server is measured against: Node's own HTTP server, which answers everything by one file with
// the headers that it is given, and writes a line of a log for each answer.
import { readFileSync, writeSync } from "node:fs";
import { createServer } from "node:http";

const [file, headers] = process.argv.slice(2);
const body = readFileSync(file);
const fields = JSON.parse(headers);
let waiting = "";
const flush = () => {
  writeSync(1, waiting);
  waiting = "";
};
const server = createServer((request, response) => {
  response.writeHead(200, fields);
  response.end(body);
  if (waiting === "") setImmediate(flush);
  waiting += `${JSON.stringify({ method: request.method, path: request.url })}\n`;
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
