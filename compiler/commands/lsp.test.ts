import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../testing/root.ts";

/** A message as editors send it. */
function message(method: string, params: object, id?: number): string {
  const text = JSON.stringify({ jsonrpc: "2.0", id, method, params });
  return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

test("an editor that reads no more is left without a word", async () => {
  const server = spawn(
    process.execPath,
    [join(ROOT, "compiler/bin.mjs"), "lsp", "--stdio"],
    { cwd: ROOT },
  );
  let complaints = "";
  server.stderr.on("data", (part: Buffer) => (complaints += part.toString()));
  server.stdin.write(
    message(
      "initialize",
      { processId: null, rootUri: null, capabilities: {} },
      1,
    ),
  );
  await once(server.stdout, "data");
  server.stdout.destroy();
  // The server would answer with what is wrong in it.
  const document = {
    uri: "file:///funnels/calm/adhd.yaml",
    languageId: "yaml",
    version: 1,
    text: "a: [",
  };
  server.stdin.write(message("initialized", {}));
  server.stdin.write(
    message("textDocument/didOpen", { textDocument: document }),
  );
  server.stdin.write(message("shutdown", {}, 2));
  const [code] = await once(server, "close");
  expect([code, complaints]).toEqual([0, ""]);
});
