import { FetchError } from "ofetch";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeCookies } from "../testing/cookies.ts";
import {
  CALL_TIMEOUT_MS,
  type CallOptions,
  createClient,
  type ClientOptions,
  OPENING_WAIT_MS,
} from "./client.ts";
import { type LocalServer, localServer } from "../testing/local-server.ts";
import {
  SESSION_COOKIE,
  SESSION_HEADER,
  SESSION_TTL_HEADER,
} from "../../generated/call.ts";

const NOW = Date.UTC(2026, 0, 1);
const GET: CallOptions = { repeatable: true };
const error = vi.spyOn(console, "error");
let server: LocalServer;
beforeEach(async () => {
  error.mockImplementation(() => undefined);
  server = await localServer();
});
afterEach(async () => {
  error.mockReset();
  await server.close();
});

function open(change: Partial<ClientOptions> = {}) {
  const cookies = fakeCookies({ [SESSION_COOKIE]: "s-0" });
  const waits: number[] = [];
  const client = createClient({
    cookies,
    project: "calm-project",
    deviceId: () => "d-1",
    location: {
      href: "https://calm.example/quiz-adhd/start?utm_source=x&email=a%40b.co",
      hostname: "calm.example",
      pathname: "/quiz-adhd/start",
    },
    now: () => NOW,
    sleep: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    base: server.base,
    ...change,
  });
  return { client, cookies, waits };
}

test("every answer tells what time it is at the server; an unreadable one, or one from in between, tells nothing", async () => {
  const onTime = vi.fn<(ms: number) => void>();
  const date = new Date(NOW).toUTCString();
  const answers = [
    { date, [SESSION_HEADER]: "s-0" },
    { date: "soon", [SESSION_HEADER]: "s-0" },
    // Of the network's own page, whose clock may never have been set.
    { date: new Date(0).toUTCString() },
  ];
  const fetch = () =>
    Promise.resolve(new Response("{}", { headers: answers.shift() ?? {} }));
  const { client } = open({ onTime, fetch });
  while (answers.length > 0) await client("/visitor/visitor-info", GET);
  expect(onTime.mock.calls).toEqual([[NOW]]);
});

test("every call carries the headers of spec 7, and no email", async () => {
  await open().client("/visitor/visitor-info", GET);
  expect(server.calls[0]?.headers).toMatchObject({
    "x-host": "calm.example",
    "x-referrer": "https://calm.example/quiz-adhd/start?utm_source=x",
    "x-device-id": "d-1",
    "x-project": "calm-project",
    "x-funnel": "quiz-adhd",
    [SESSION_HEADER]: "s-0",
  });
});

test("what is not known has no header, and header values are made harmless", async () => {
  const cookies = fakeCookies();
  const headers = {
    "x-fbp": null,
    "X-fbclid": "a\r\nb\u00fc",
    "x-fbc": "y".repeat(2_000),
  };
  await open({ cookies, deviceId: () => null }).client("/x", {
    ...GET,
    headers,
  });
  const sent = server.calls[0]?.headers ?? {};
  expect(sent).not.toHaveProperty(SESSION_HEADER);
  expect(sent).not.toHaveProperty("x-device-id");
  expect(sent).not.toHaveProperty("x-fbp");
  expect(sent["x-fbclid"]).toBe("ab");
  expect(sent["x-fbc"]).toHaveLength(1_024);
});

test("the session of an answer is kept, of an error too", async () => {
  server.answer = () => ({
    status: 422,
    headers: { [SESSION_HEADER]: "s-9", [SESSION_TTL_HEADER]: "60" },
  });
  const { client, cookies } = open();
  await expect(client("/x", GET)).rejects.toMatchObject({ status: 422 });
  expect(cookies.values.get(SESSION_COOKIE)).toBe("s-9");
  expect(cookies.expiries.get(SESSION_COOKIE)).toEqual(new Date(NOW + 60_000));
});

test("a body is sent as JSON, a query in the address", async () => {
  const { client } = open();
  await client("/x", { method: "POST", body: { a: 1 }, repeatable: false });
  await client("/y", { query: { b: "ü &" }, repeatable: false });
  expect(server.calls[0]).toMatchObject({
    method: "POST",
    path: "/x",
    body: { a: 1 },
  });
  expect(server.calls[1]?.query.get("b")).toBe("ü &");
});

test.each([408, 409, 425, 429, 500, 502, 503, 504])(
  "a passing %i is sent three times",
  async (status) => {
    server.answer = () => ({ status });
    const { client, waits } = open();
    await expect(client("/x", GET)).rejects.toMatchObject({ status });
    expect(server.calls).toHaveLength(3);
    expect(waits).toEqual([500, 1_000]);
  },
);

test("a repeat that succeeds is the answer", async () => {
  server.answer = () =>
    server.calls.length < 3 ? { kind: "drop" } : { body: { ok: true } };
  await expect(open().client("/x", GET)).resolves.toEqual({ ok: true });
});

test.each([400, 401, 403, 404, 410, 422, 501])(
  "%i is final",
  async (status) => {
    server.answer = () => ({ status });
    await expect(open().client("/x", GET)).rejects.toMatchObject({ status });
    expect(server.calls).toHaveLength(1);
  },
);

test("what may not be repeated is not", async () => {
  server.answer = () => ({ kind: "drop" });
  await expect(
    open().client("/x", { repeatable: false }),
  ).rejects.toBeInstanceOf(FetchError);
  server.answer = () => ({ status: 503 });
  await expect(
    open().client("/x", { repeatable: false }),
  ).rejects.toBeInstanceOf(FetchError);
  expect(server.calls).toHaveLength(2);
});

test.each(["hang", "half"] as const)(
  "an answer that stays out (%s) fails, once",
  async (kind) => {
    server.answer = () => ({ kind });
    // On a busy machine the time may be over before the server has heard of it.
    const send = vi.fn<typeof fetch>((...asked) => fetch(...asked));
    const { client } = open({ fetch: send });
    await expect(client("/x", { ...GET, timeout: 100 })).rejects.toBeInstanceOf(
      Error,
    );
    expect(send).toHaveBeenCalledOnce();
  },
);

test("before there is a session, one call opens it and the others wait", async () => {
  const cookies = fakeCookies();
  const { client } = open({
    cookies,
    sleep: () => new Promise(() => undefined),
  });
  await Promise.all([client("/1", GET), client("/2", GET), client("/3", GET)]);
  expect(server.calls.map(({ headers }) => headers[SESSION_HEADER])).toEqual([
    undefined,
    "s-1",
    "s-1",
  ]);
});

test("when the opening call fails, another one opens", async () => {
  const cookies = fakeCookies();
  server.answer = ({ path }) =>
    path === "/1" ? { status: 404, headers: {} } : {};
  const { client } = open({
    cookies,
    sleep: () => new Promise(() => undefined),
  });
  await Promise.allSettled([
    client("/1", GET),
    client("/2", GET),
    client("/3", GET),
  ]);
  expect(server.calls.map(({ headers }) => headers[SESSION_HEADER])).toEqual([
    undefined,
    undefined,
    "s-1",
  ]);
});

test("nobody waits longer than three seconds for it", async () => {
  const waits: number[] = [];
  server.answer = ({ path }) => (path === "/1" ? { kind: "hang" } : {});
  const sleep = (ms: number) => {
    waits.push(ms);
    return Promise.resolve();
  };
  const { client } = open({ cookies: fakeCookies(), sleep });
  // Listened to at once: on a busy machine it fails before the second call has ended.
  const failed = expect(
    client("/1", { ...GET, timeout: 200 }),
  ).rejects.toBeInstanceOf(FetchError);
  await client("/2", GET);
  expect(waits).toEqual([OPENING_WAIT_MS, OPENING_WAIT_MS]);
  expect(OPENING_WAIT_MS).toBe(3_000);
  await failed;
});

/** Answers each call in its own session, or a new one; a call of `held` without one is answered once let go. */
function openSessions(held: string) {
  let letGo = () => {};
  const waiting = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let opened = 0;
  server.answer = async ({ path, headers }) => {
    const known = headers[SESSION_HEADER];
    const session = known === undefined ? `s-${(opened += 1)}` : String(known);
    if (path === held && known === undefined) await waiting;
    return {
      status: path === "/lost" && known === undefined ? 404 : 200,
      body: { session },
      headers: { [SESSION_HEADER]: session },
    };
  };
  return { letGo: () => letGo() };
}

test.each(["/late", "/lost"])(
  "of two sessions opened at once one is kept: the other's call, %s, is sent again in it",
  async (path) => {
    const cookies = fakeCookies();
    // Nobody waits for the call that opens the session.
    const { client } = open({ cookies });
    const { letGo } = openSessions(path);
    const body = { a: 1 };
    const late = client(path, { method: "POST", body, repeatable: false });
    const { session } = Object(await client("/first", GET));
    letGo();
    expect(await late).toEqual({ session });
    expect(cookies.values.get(SESSION_COOKIE)).toBe(session);
    const sent = server.calls.filter((call) => call.path === path);
    expect(sent.map((call) => call.body)).toEqual([body, body]);
  },
);

test("a call of a session that was replaced meanwhile is not sent again, and brings nothing back", async () => {
  const cookies = fakeCookies({ [SESSION_COOKIE]: "s-0" });
  const { client } = open({ cookies });
  server.answer = () => {
    cookies.set(SESSION_COOKIE, "s-9", new Date(NOW));
    return { headers: { [SESSION_HEADER]: "s-0" } };
  };
  await client("/visitor/make-charge/r", { repeatable: false });
  expect(server.calls).toHaveLength(1);
  expect(cookies.values.get(SESSION_COOKIE)).toBe("s-9");
});

test("a session that the server does not know any more is replaced by the one it opens", async () => {
  server.answer = () => ({ headers: { [SESSION_HEADER]: "s-9" } });
  const { client, cookies } = open();
  await client("/x", GET);
  expect(cookies.values.get(SESSION_COOKIE)).toBe("s-9");
  expect(server.calls).toHaveLength(1);
});

test("what outlives its page is sent so", async () => {
  const send = vi.fn<typeof fetch>(() => Promise.resolve(Response.json({})));
  const { client } = open({ fetch: send });
  await client("/x", { ...GET, outlivesPage: true });
  await client("/y", GET);
  expect(send.mock.calls.map(([, init]) => init?.keepalive)).toEqual([
    true,
    undefined,
  ]);
});

test("a call has ten seconds", async () => {
  vi.useFakeTimers();
  const aborted = vi.fn<() => void>();
  const hanging: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) =>
      init?.signal?.addEventListener("abort", () => {
        aborted();
        reject(new DOMException("", "AbortError"));
      }),
    );
  const failed = open({ fetch: hanging })
    .client("/x", GET)
    .catch((fault: unknown) => fault);
  await vi.advanceTimersByTimeAsync(CALL_TIMEOUT_MS - 1);
  expect(aborted).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await failed).toBeInstanceOf(FetchError);
  expect(CALL_TIMEOUT_MS).toBe(10_000);
  vi.useRealTimers();
});

test("calls of the AI product go to its host, with the same session, and may answer a picture", async () => {
  server.answer = () => ({ body: "pixels" });
  const aiBase = server.base.replace("/api", "/ai-api");
  const picture = await open({ aiBase }).client("/x", {
    ...GET,
    host: "ai",
    answers: "blob",
  });
  expect(picture).toBeInstanceOf(Blob);
  expect(server.calls[0]?.path).toBe("/ai-api/x");
  expect(server.calls[0]?.headers).toMatchObject({
    [SESSION_HEADER]: "s-0",
  });
});

test("a call may bring a way of sending of its own", async () => {
  const send = vi.fn<typeof fetch>(() =>
    Promise.resolve(Response.json({ sent: true })),
  );
  const form = new FormData();
  const call = { method: "POST", body: form, fetch: send } as const;
  expect(await open().client("/x", { ...GET, ...call })).toEqual({
    sent: true,
  });
  expect(send.mock.calls[0]?.[1]?.body).toBe(form);
  expect(server.calls).toEqual([]);
});

test.each([
  ["application/json", '{"is":1}', { is: 1 }],
  ["text/plain", '{"is":1}', { is: 1 }],
  ["application/json", "<p>Gone</p>", "<p>Gone</p>"],
  ["text/html", "<p>Gone</p>", "<p>Gone</p>"],
  ["application/octet-stream", "", ""],
])("an answer of %s that is %s is read", async (type, text, read) => {
  const headers = { "content-type": type };
  const send: typeof fetch = () =>
    Promise.resolve(new Response(text, { headers }));
  const { client } = open();
  expect(await client("/x", { ...GET, fetch: send })).toEqual(read);
});
