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

const ELSE = "Something else than this server answers at URL: ";
const CALL = "Give the address of the API.";

test.each([
  [
    "a web page",
    200,
    { "content-type": "text/html; charset=utf-8" },
    `${ELSE}a web page has come. ${CALL}`,
  ],
  [
    "a way to another page",
    308,
    { location: "/login" },
    `${ELSE}it leads to another page. ${CALL}`,
  ],
  [
    "a way to another server",
    308,
    { location: "https://api.example/api/admin/jobs" },
    "URL leads to https://api.example: if that is yours, use --url https://api.example.",
  ],
] as const)(
  "%s is no answer, and not followed",
  async (_, status, headers, said) => {
    let asked = 0;
    respond = (response) => {
      asked += 1;
      response.writeHead(status, headers).end("Sign in");
    };
    const text = said.replaceAll("URL", url);
    expect(await ask("GET")).toEqual({ kind: "refused", text });
    expect(asked).toBe(1);
  },
);

test.each(["schlüssel", "two words"])(
  "the token %j cannot be sent",
  async (token) => {
    const asked = await askServer({ url, path: "jobs", token });
    expect(asked).toEqual({
      kind: "refused",
      text: "ADMIN_TOKEN has a space or a letter that no header can carry: give the server another one, and set it here, too.",
    });
  },
);

test("a whole answer is read as it is", async () => {
  respond = (response) => response.end('{"jobs":[]}');
  const asked = await ask("GET");
  expect(asked.kind === "answered" && (await asked.answer.text())).toBe(
    '{"jobs":[]}',
  );
});

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
