import { createServer, type Server, type ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { askServer } from "./ask-server.ts";

let server: Server;
let url = "";
let respond = (_response: ServerResponse): unknown => undefined;
beforeEach(async () => {
  server = createServer((_request, response) => respond(response));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${String(Object(server.address()).port)}`;
});
afterEach(() => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
});

const LOOK = " It may have done what was asked: look before you ask again.";
const ask = (method: "GET" | "POST") =>
  askServer({ url, path: "jobs", token: "secret", method });

test.each([
  ["before its answer", (response: ServerResponse) => response.destroy()],
  [
    "in the middle of it",
    (response: ServerResponse) => {
      response.writeHead(200, { "content-length": "9" });
      response.write("half", () => response.destroy());
    },
  ],
])("a server that breaks off %s is said to", async (_, breakOff) => {
  respond = breakOff;
  const text = `The server at ${url} broke off before its answer was whole.`;
  expect(await ask("GET")).toEqual({ kind: "refused", text });
  expect(await ask("POST")).toEqual({ kind: "refused", text: text + LOOK });
});

test.each([
  ["GET", 15, ""],
  ["POST", 60, LOOK],
] as const)(
  "the answer of a %s is waited for %i seconds",
  async (method, s, end) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const begun = new Promise((resolve) => (respond = resolve));
    const asked = ask(method);
    await begun;
    await vi.advanceTimersByTimeAsync(s * 1_000);
    expect(await asked).toEqual({
      kind: "refused",
      text: `The server at ${url} has said nothing for ${s} seconds.${end}`,
    });
  },
);

test("a long answer may take its time, while something comes", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const response = new Promise<ServerResponse>((is) => (respond = is));
  const asked = askServer({ url, path: "x", token: "x", isStream: true });
  (await response).write("1");
  const read = await asked;
  const parts = read.kind === "answered" ? read.answer.body?.getReader() : null;
  for (const part of ["1", "2", "3"]) {
    expect(String(Buffer.from((await parts?.read())?.value ?? ""))).toBe(part);
    await vi.advanceTimersByTimeAsync(14_999);
    (await response).write(String(Number(part) + 1));
  }
  await parts?.read();
  await vi.advanceTimersByTimeAsync(15_000);
  await expect(parts?.read()).rejects.toThrow("aborted");
});
