import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { Refusal } from "../refusal.ts";
import { openDatabase } from "./open.ts";

/** An error of the protocol: a code of PostgreSQL and a sentence. */
function refusal(code: string, text: string): Buffer {
  const body = Buffer.from(`SFATAL\0C${code}\0M${text}\0\0`);
  const head = Buffer.alloc(5);
  head.write("E");
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

test("a pooler that takes no limits of a connection is asked without them", async () => {
  const asked: string[] = [];
  const pooler = createServer((socket) => {
    socket.once("data", (startup: Buffer) => {
      const text = startup.toString("latin1");
      asked.push(text.includes("statement_timeout") ? "limits" : "none");
      socket.end(
        text.includes("statement_timeout")
          ? refusal("08P01", "unsupported startup parameter: statement_timeout")
          : refusal("08P01", "pgbouncer cannot connect to server"),
      );
    });
    socket.on("error", () => {});
  });
  await new Promise<void>((done) => {
    pooler.listen(0, "127.0.0.1", done);
  });
  onTestFinished(() => void pooler.close());
  const address = pooler.address();
  const port = typeof address === "object" ? address?.port : 0;
  const databaseUrl = `postgres://funnels@127.0.0.1:${port}/funnels`;
  await expect(openDatabase({ databaseUrl, dataDir: "" })).rejects.toThrow(
    Refusal,
  );
  expect(asked).toEqual(["limits", "none"]);
});
