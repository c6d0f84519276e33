import { randomUUID } from "node:crypto";
import { once, setMaxListeners } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { call, leave } from "./api/plain-call.ts";

const ADDRESS_HEADER = "x-forwarded-for";

/** What else a server has to do while documents are asked for, always as much, however quickly it is done. */
const EVERY_MS = {
  /** Each is stored, and told to a receiver by a job. */
  contact: 100,
  visitor: 100,
  /** Calls of an address whose budget is used up. */
  refused: 50,
  largeBody: 1_000,
} as const;
/** Connections whose headers never come to an end; each that is closed for it is opened again. */
const SLOW = 100;

export interface EverythingElse {
  readonly env: Readonly<Record<string, string>>;
  /** Begins at the server on this port; the function ends it and says what was answered. */
  begin(port: number): Promise<() => Promise<string>>;
  stop(): void;
}

/** Contacts, visitors, refused calls, bodies that are too large, slow senders, and the jobs that come of them. */
export async function everythingElse(): Promise<EverythingElse> {
  const seen = { stored: 0, told: 0, refused: 0, wrong: 0 };
  const receiver = createServer((request, response) => {
    request.resume();
    seen.told += 1;
    response.end();
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  return {
    env: {
      CLIENT_ADDRESS_HEADER: ADDRESS_HEADER,
      OUTBOX_URL: `http://127.0.0.1:${Object(receiver.address()).port}`,
      OUTBOX_SECRET: "secret",
    },
    begin: async (port) => {
      const over = new AbortController();
      const { signal } = over;
      setMaxListeners(0, signal);
      const note = (status: number, expected: number, good: () => void) => {
        if (status === expected) good();
        else seen.wrong += 1;
      };
      const contact = async () => {
        const { status } = await leave(
          port,
          { event_id: randomUUID(), email: "visitor@mail.example" },
          { [ADDRESS_HEADER]: anyAddress() },
        );
        note(status, 200, () => (seen.stored += 1));
      };
      const office = { [ADDRESS_HEADER]: "192.0.2.1" };
      const refused = async () => {
        const { status } = await call(port, "/api/nothing", {
          headers: office,
        });
        note(status, 429, () => (seen.refused += 1));
      };
      const visitor = async () => {
        const headers = { [ADDRESS_HEADER]: anyAddress() };
        const path = "/api/visitor/visitor-info";
        note((await call(port, path, { headers })).status, 200, () => {});
      };
      const largeBody = async () => {
        const headers = {
          [ADDRESS_HEADER]: anyAddress(),
          "content-type": "application/json",
        };
        const sent = { method: "POST", headers, body: "x".repeat(1_000_000) };
        const path = "/api/visitor/store-contact-info";
        note((await call(port, path, sent)).status, 413, () => {});
      };
      for (let n = 0; n < 600; n += 1)
        await call(port, "/api/nothing", { headers: office });
      const work = { contact, visitor, refused, largeBody };
      const done = [
        ...Object.entries(work).map(([name, one]) =>
          regularly(Object(EVERY_MS)[name], one, signal),
        ),
        ...Array.from({ length: SLOW }, () => slowly(port, signal)),
      ];
      return async () => {
        over.abort();
        await Promise.all(done);
        const { stored, told, refused: calls, wrong } = seen;
        return `${stored} contacts stored, ${told} told by jobs, ${calls} calls refused, ${wrong} answered otherwise`;
      };
    },
    stop: () => receiver.close(),
  };
}

function anyAddress(): string {
  const part = () => 1 + Math.floor(Math.random() * 250);
  return `10.${part()}.${part()}.${part()}`;
}

/** Begins a piece of work every so many milliseconds, whether or not the one before is done; waits for all at the end. */
async function regularly(
  everyMs: number,
  work: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const begun: Promise<void>[] = [];
  const timer = setInterval(() => begun.push(work()), everyMs);
  await once(signal, "abort");
  clearInterval(timer);
  await Promise.all(begun);
}

async function slowly(port: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    socket.resume();
    socket.write("GET / HTTP/1.1\r\nhost: calm.localhost\r\nx-a: ");
    const drip = setInterval(() => socket.write("a"), 1_000);
    const end = () => socket.destroy();
    signal.addEventListener("abort", end);
    await once(socket, "close");
    clearInterval(drip);
    signal.removeEventListener("abort", end);
  }
}
