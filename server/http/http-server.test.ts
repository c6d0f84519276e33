import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { silentLog } from "../log.ts";
import { appOver, useServer } from "../testing/server.ts";
import { createHttpServer, type HttpServer, TIMEOUTS } from "./http-server.ts";

const database = useServer();
const JSON_POST = [
  "POST /api/visitor/store-contact-info HTTP/1.1",
  "host: calm.localhost",
  "content-type: application/json",
];
const GET = "GET /healthz HTTP/1.1\r\nhost: calm.localhost\r\n\r\n";

let server: HttpServer | null = null;
let port = 0;
afterEach(() => server?.close());

/** A server whose calls wait for what `gate` promises, and which waits for nobody longer than `timeouts` says. */
async function start(
  timeouts: Partial<typeof TIMEOUTS> = {},
  gate: () => Promise<void> = async () => {},
) {
  const app = appOver(database);
  server = createHttpServer(
    async (asked, bindings) => {
      await gate();
      return app.fetch(asked, bindings);
    },
    {
      log: silentLog,
      timeouts: { ...TIMEOUTS, lastRequest: 0, ...timeouts },
    },
  );
  port = await server.listen({ port: 0, host: "127.0.0.1" });
  return server;
}

/** A connection, and what has come over it so far. */
function open() {
  const socket = connect(port, "127.0.0.1");
  const seen: { text: string; error: Error | null } = { text: "", error: null };
  socket.on("data", (part) => (seen.text += String(part)));
  socket.on("error", (error) => (seen.error = error));
  return { socket, seen };
}

async function until(socket: Socket, holds: () => boolean): Promise<void> {
  while (!holds()) await once(socket, "data");
}

/** Also by an error, which `once` would throw. */
function closed(socket: Socket): Promise<void> {
  return new Promise((done) => void socket.once("close", () => done()));
}

/** Lets nothing of this process run, for some milliseconds. */
function standStill(duration: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, duration);
}

const countAnswers = (text: string) => text.split("HTTP/1.1 ").length - 1;

describe("a sender who takes long", () => {
  test("has ten seconds for the headers and thirty for the body", () => {
    const { headersTimeout, requestTimeout, connectionsCheckingInterval } =
      TIMEOUTS;
    expect(headersTimeout + connectionsCheckingInterval).toBe(10_000);
    expect(requestTimeout + connectionsCheckingInterval).toBe(30_000);
  });

  test("is told so and cut off, wherever the request stops", async () => {
    await start({
      headersTimeout: 60,
      requestTimeout: 60,
      connectionsCheckingInterval: 20,
    });
    const begun = ["GET / HT", "GET / HTTP/1.1\r\nhost: a\r\nx-a: 1\r\n"];
    await Promise.all(
      [...begun, [...JSON_POST, "content-length: 9", "", "{"].join("\r\n")].map(
        async (text) => {
          const { socket, seen } = open();
          socket.write(text);
          await closed(socket);
          expect(seen.text).toMatch(/^HTTP\/1.1 408/);
        },
      ),
    );
  });

  test("is cut off without a word where nothing was asked", async () => {
    await start({ headersTimeout: 60, connectionsCheckingInterval: 20 });
    const { socket, seen } = open();
    await closed(socket);
    expect(seen.text).toBe("");
  });

  test("is answered where only this server was late to read", async () => {
    let stand = () => {};
    await start(
      {
        headersTimeout: 1_000,
        requestTimeout: 1_000,
        connectionsCheckingInterval: 20,
      },
      async () => {
        const act = stand;
        stand = () => {};
        act();
      },
    );
    const post = [...JSON_POST, "content-length: 2", "", "{}"].join("\r\n");
    const sent: [first: string, rest: string, answer: RegExp][] = [
      ["", GET, /^HTTP\/1.1 200/],
      [GET.slice(0, 9), GET.slice(9), /^HTTP\/1.1 200/],
      [post.slice(0, -1), post.slice(-1), /^HTTP\/1.1 422/],
      [GET.slice(0, 9), "", /^HTTP\/1.1 408/],
      // Begins no request, so that Node would never look at the connection again.
      ["", "\r\n", /^HTTP\/1.1 408/],
    ];
    const connections = await Promise.all(
      sent.map(async ([first, rest, answer]) => {
        const { socket, seen } = open();
        await once(socket, "connect");
        socket.write(first);
        return { socket, seen, rest, answer };
      }),
    );
    await acceptedAll();
    stand = () => {
      for (const { socket, rest } of connections) socket.write(rest);
      standStill(1_100);
    };
    const ends = connections.map(({ socket }) => once(socket, "data"));
    const stopping = open();
    stopping.socket.write(GET);
    await Promise.all(ends);
    for (const { seen, answer } of connections)
      expect(seen.text).toMatch(answer);
    for (const { socket } of [...connections, stopping]) socket.destroy();
  });
});

describe("a body that is too large", () => {
  const size = 5_000_000;
  test.each<[string, string[], (body: string) => string]>([
    ["of a length that is told", [`content-length: ${size}`], (body) => body],
    [
      "of a length that nobody tells",
      ["transfer-encoding: chunked"],
      (body) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    ],
  ])("%s is refused, and the next call answered", async (_, lines, encode) => {
    await start();
    const { socket, seen } = open();
    const head = [...JSON_POST, ...lines, "", ""].join("\r\n");
    const body = encode("x".repeat(size));
    // A part of it, and the rest after the answer has come.
    socket.write(head + body.slice(0, 200_000));
    await until(socket, () => countAnswers(seen.text) === 1);
    expect(seen.text).toMatch(/^HTTP\/1.1 413/);
    socket.write(body.slice(200_000) + GET);
    await until(socket, () => countAnswers(seen.text) === 2);
    expect(seen.text).toContain("HTTP/1.1 200");
    expect(seen.error).toBeNull();
    socket.destroy();
  });
});

describe("a reader", () => {
  /** More than a connection holds. */
  const LARGE = 30_000_000;
  const ask = (path: string) =>
    `GET ${path} HTTP/1.1\r\nhost: calm.localhost\r\n\r\n`;

  /** Answers a page, and a call whose connection has been quiet for too long before its answer was made. */
  async function startAnswering(body: Buffer) {
    const asked: Socket[] = [];
    server = createHttpServer(
      async () => {
        asked.at(-1)?.emit("timeout");
        return new Response(body);
      },
      {
        log: silentLog,
        timeouts: { ...TIMEOUTS, lastRequest: 0 },
        pages: ({ url, socket }, response) => {
          asked.push(socket);
          if (url !== "/page") return false;
          response.end(body);
          return true;
        },
      },
    );
    port = await server.listen({ port: 0, host: "127.0.0.1" });
    return asked;
  }

  test.each(["/page", "/call"])(
    "whoever takes nothing more of %s is cut off",
    async (path) => {
      const asked = await startAnswering(Buffer.alloc(LARGE));
      const { socket, seen } = open();
      socket.write(ask(path));
      await until(socket, () => seen.text !== "");
      socket.pause();
      const [answering] = asked;
      expect(answering?.timeout).toBe(TIMEOUTS.readTimeout);
      answering?.emit("timeout");
      expect(answering?.destroyed).toBe(true);
      socket.resume();
      await closed(socket);
      expect(seen.text.length).toBeLessThan(LARGE);
    },
  );

  test("whoever waits for an answer is given it", async () => {
    await startAnswering(Buffer.from("late"));
    const { socket, seen } = open();
    socket.write(ask("/call"));
    await until(socket, () => seen.text.endsWith("late"));
    expect(seen.text).toMatch(/^HTTP\/1.1 200/);
    socket.destroy();
  });
});

describe("a server that stops", () => {
  test("closes each connection after its answer, and resets none", async () => {
    let letGo = () => {};
    const gate = new Promise<void>((done) => (letGo = done));
    const stopping = await start({ lastRequest: 60_000 }, () => gate);
    const asked = Array.from({ length: 20 }, () => open());
    for (const { socket } of asked) {
      await once(socket, "connect");
      socket.write(GET);
    }
    const waiting = open();
    await once(waiting.socket, "connect");
    const ends = [...asked, waiting].map(({ socket }) => closed(socket));
    await acceptedAll();
    const stopped = stopping.close();
    // One that had not asked yet still may, and those that had are answered.
    waiting.socket.write(GET);
    letGo();
    await Promise.all(ends);
    await stopped;
    for (const { seen } of [...asked, waiting]) {
      expect(seen.text).toMatch(/^HTTP\/1.1 200[^]*\r\nconnection: close\r\n/i);
      expect(seen.error).toBeNull();
    }
    const late = open();
    await closed(late.socket);
    expect(late.seen.error).toMatchObject({ code: "ECONNREFUSED" });
  });

  test("does so from the signal on, while it still takes connections", async () => {
    const stopping = await start();
    const agent = new Agent({ keepAlive: true });
    expect(await connectionOf(agent)).toBe("keep-alive");
    stopping.closeAfterAnswers();
    expect(await connectionOf(agent)).toBe("close");
    expect(await connectionOf(agent)).toBe("close");
    agent.destroy();
  });

  test("waits neither for connections without a request nor for endless ones", async () => {
    const never = new Promise<void>(() => {});
    const answered = await start({ lastRequest: 20 });
    const [unused, idle] = [open(), open()];
    idle.socket.write(GET);
    await until(idle.socket, () => countAnswers(idle.seen.text) === 1);
    await answered.close();
    expect([unused.seen.text, unused.seen.error]).toEqual(["", null]);
    const waiting = await start({ lastAnswer: 20 }, () => never);
    const { socket, seen } = open();
    await once(socket, "connect");
    socket.write(GET);
    await acceptedAll();
    await waiting.close();
    expect(seen.text).toBe("");
  });
});

/** Connections are taken in order: when this one is answered for, all before it were taken. */
async function acceptedAll(): Promise<void> {
  const { socket, seen } = open();
  socket.write("nonsense\r\n\r\n");
  await closed(socket);
  expect(seen.text).toMatch(/^HTTP\/1.1 400/);
}

function connectionOf(agent: Agent): Promise<string | undefined> {
  return new Promise((done, fail) => {
    const asked = request({ port, host: "127.0.0.1", path: "/healthz", agent });
    asked.on("error", fail);
    asked.on("response", (answer) => {
      answer.resume();
      answer.on("end", () => done(answer.headers.connection));
    });
    asked.end();
  });
}
