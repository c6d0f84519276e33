import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { Database } from "../db/tables.ts";
import { bodyOf } from "./request-body.ts";

/** So long somebody waits for another who may be waiting for them, in milliseconds. */
const WAIT_MS = 1_000;

/**
 * Where others may come in between what the server does: after each statement that is no part of a transaction, after each
 * transaction, and on both sides of each request to a provider.
 */
export class Pauses {
  readonly #servers: Server[] = [];
  #left = Number.POSITIVE_INFINITY;
  #meanwhile: () => Promise<void> = async () => {};

  /**
   * Does `first`, and in its pause of that number the whole of `second`; without so many pauses, `second` is not done.
   * Answers whether it was.
   */
  async interrupt(
    pause: number,
    first: () => Promise<unknown>,
    second: () => Promise<unknown>,
  ): Promise<boolean> {
    const begun: Promise<unknown>[] = [];
    this.#left = pause;
    this.#meanwhile = async () => {
      const done = second();
      begun.push(done);
      await Promise.race([done, later()]);
    };
    await first();
    this.#left = Number.POSITIVE_INFINITY;
    await Promise.all(begun);
    return begun.length > 0;
  }

  /** From now on, there are pauses in what is done with a database. */
  watch(db: Database): void {
    const executor = db.getExecutor();
    const provide = executor.provideConnection.bind(executor);
    const pause = () => this.#pause();
    // Of a statement or of a whole transaction: the connection is free again.
    executor.provideConnection = async (work) => {
      const done = await provide(work);
      await pause();
      return done;
    };
  }

  /** An address in place of that one, with pauses before and after what is asked there. */
  async before(address: string | URL): Promise<string> {
    const target = new URL(address);
    const server = createServer((request, response) => {
      void (async () => {
        const body = await bodyOf(request);
        await this.#pause();
        const answer = await fetch(new URL(request.url ?? "/", target), {
          method: request.method ?? "GET",
          headers: ownOf(Object.entries(request.headers)),
          ...(body !== "" && { body }),
        });
        const bytes = Buffer.from(await answer.arrayBuffer());
        await this.#pause();
        response.writeHead(answer.status, ownOf(answer.headers));
        response.end(bytes);
      })().catch(() => response.destroy());
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    this.#servers.push(server);
    const own = server.address();
    const url = new URL(target);
    url.port = String(typeof own === "object" ? own?.port : own);
    return url.href;
  }

  close = async (): Promise<void> => {
    for (const server of this.#servers.splice(0)) {
      server.closeAllConnections();
      await new Promise((done) => void server.close(done));
    }
  };

  async #pause(): Promise<void> {
    this.#left -= 1;
    if (this.#left === -1) await this.#meanwhile();
  }
}

/** Headers that are not of one connection alone. */
function ownOf(
  headers: Iterable<readonly [string, unknown]>,
): Record<string, string> {
  const PASSING =
    /^(?:host|connection|keep-alive|content-length|transfer-encoding)$/;
  return Object.fromEntries(
    [...headers]
      .filter(([name]) => !PASSING.test(name))
      .map(([name, value]) => [name, String(value)]),
  );
}

function later(): Promise<void> {
  return new Promise((done) => void setTimeout(done, WAIT_MS).unref());
}
