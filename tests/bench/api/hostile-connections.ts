import { once } from "node:events";
import { Agent } from "node:http";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expectEqual } from "./load.ts";
import { call, CONTACT_PATH } from "./plain-call.ts";
import { apiProcess, embeddedStore, type Store } from "./process.ts";

/** Senders who never come to the end of their headers. */
export async function slowHeaders(port: number): Promise<void> {
  const began = performance.now();
  const within = await Promise.all(
    Array.from({ length: 200 }, async () => {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => {});
      socket.resume();
      socket.write("GET / HTTP/1.1\r\nhost: calm.localhost\r\nx-a: ");
      const drip = setInterval(() => socket.write("a"), 1_000);
      await new Promise<void>(
        (done) => void socket.once("close", () => done()),
      );
      clearInterval(drip);
      return performance.now() - began;
    }),
  );
  // The last look at a connection is answered over the network, too.
  const late = within.filter((ms) => ms > 10_500).length;
  expectEqual("slow headers, of 200 connections open after 10 s", late, 0);
}

/** A body that is refused while it is still being sent, and the call after it. */
export async function largeBody(port: number): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  const seen = { text: "", resets: 0 };
  socket.on("data", (part) => (seen.text += String(part)));
  socket.on("error", () => (seen.resets += 1));
  const size = 3_000_000;
  socket.write(
    `POST ${CONTACT_PATH} HTTP/1.1\r\nhost: calm.localhost\r\ncontent-type: application/json\r\ncontent-length: ${size}\r\n\r\n`,
  );
  for (let part = 0; part < 3; part += 1) {
    socket.write("x".repeat(size / 3));
    await pause(400);
  }
  socket.write("GET /healthz HTTP/1.1\r\nhost: calm.localhost\r\n\r\n");
  while (!socket.destroyed && !seen.text.includes("HTTP/1.1 200"))
    await Promise.race([
      once(socket, "data").catch(() => {}),
      new Promise((done) => void socket.once("close", done)),
    ]);
  const statuses = [...seen.text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(
    ([, n]) => n,
  );
  expectEqual("a body too large, refused", Number(statuses[0]), 413);
  expectEqual("the next call on that connection", Number(statuses[1]), 200);
  expectEqual("  resets of it", seen.resets, 0);
  socket.destroy();
}

/** 20 connections that call without end; after the signal, they go on until nobody takes them. */
export async function stopping(store: Store, drain: string): Promise<void> {
  const own = store.env["DATABASE_URL"] === undefined ? embeddedStore() : store;
  const api = await apiProcess({ ...own.env, DRAIN_SECONDS: drain });
  await api.start();
  const agent = new Agent({ keepAlive: true });
  const seen = { answers: 0, closed: 0, resets: 0, ready: 0 };
  const left = new AbortController();
  const lane = async () => {
    let last: string | undefined;
    while (!left.signal.aborted)
      try {
        const { headers } = await call(api.port, "/api/ab/all-configs", {
          agent,
        });
        seen.answers += 1;
        last = headers.connection;
      } catch (error) {
        if (codeOf(error) !== "ECONNREFUSED") seen.resets += 1;
        break;
      }
    if (last === "close") seen.closed += 1;
  };
  const lanes = Array.from({ length: 20 }, lane);
  await pause(500);
  const ended = api.kill("SIGTERM");
  // The signal takes a moment to arrive.
  await pause(50);
  if (drain !== "0") {
    // As a balancer does: it asks whether the process is ready, and sends it nothing more when it is not.
    const { status } = await call(api.port, "/readyz");
    seen.ready = status;
    if (status === 503) left.abort();
  }
  await Promise.all([...lanes, ended]);
  agent.destroy();
  const at = `SIGTERM with DRAIN_SECONDS=${drain}, ${seen.answers} answers`;
  expectEqual(`${at}: resets`, seen.resets, 0);
  expectEqual(`${at}: of 20 connections closed by an answer`, seen.closed, 20);
  if (drain !== "0")
    expectEqual("  /readyz while it still answers", seen.ready, 503);
  if (own !== store) await own.remove();
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : null;
}
