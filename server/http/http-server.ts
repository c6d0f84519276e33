/** The folder `http` holds what all requests and answers share: problems, budgets, addresses, traces. */
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, Server as NetServer, type Socket } from "node:net";
import { getRequestListener, RequestError } from "@hono/node-server";
import type { Log } from "../log.ts";
import { refuseClientErrors } from "./client-errors.ts";
import { unreached } from "./unreached.ts";

/** How long a connection is waited for, in milliseconds. */
export interface Timeouts {
  /** From a request's first byte to the end of its headers, and of its body. */
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  /** How often those two are looked at, so that a connection is closed at most so much later. */
  readonly connectionsCheckingInterval: number;
  /** Between two requests; a balancer closes its idle ones after a minute, and should be the first to. */
  readonly keepAliveTimeout: number;
  /** Between two parts of an answer that its reader takes. */
  readonly readTimeout: number;
  /** When stopping: how long a connection without a request may still send one, which is answered. */
  readonly lastRequest: number;
  /** When stopping: how long requests may take; longer than a payment provider or a statement is waited for. */
  readonly lastAnswer: number;
}

/** Headers are closed within 10 s and requests within 30 s. */
export const TIMEOUTS: Timeouts = {
  headersTimeout: 9_000,
  requestTimeout: 29_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
  readTimeout: 60_000,
  lastRequest: 1_000,
  lastAnswer: 12_000,
};
/** Advertisements make long addresses, and 16 kB, which is Node's limit, are an empty page for the visitor. */
const HEADERS_MAX_BYTES = 65_536;

/** Answers a request for a page or a file, at once or later; false: it is for somebody else, and nothing was done. */
export type PageListener = (
  request: IncomingMessage,
  response: ServerResponse,
) => boolean;

export interface HttpServer {
  /** Answers the port. Throws what the system says when it cannot be had. */
  listen(where: {
    readonly port: number;
    readonly host: string | null;
  }): Promise<number>;
  /** From now on every answer closes its connection, also those that are under way. */
  closeAfterAnswers(): void;
  /** Takes no more connections, answers what was asked, and ends; whoever takes too long is cut off. */
  close(): Promise<void>;
}

/** Answers HTTP by `pages`, and what is none by `fetch`, a function from a request to its response. */
export function createHttpServer(
  fetch: Parameters<typeof getRequestListener>[0],
  {
    log,
    pages = () => false,
    timeouts = TIMEOUTS,
  }: { log: Log; pages?: PageListener; timeouts?: Timeouts },
): HttpServer {
  const answers = new Set<ServerResponse>();
  let isClosing = false;
  const server = createServer(
    { ...timeoutsOf(timeouts), maxHeaderSize: HEADERS_MAX_BYTES },
    (request, response) => {
      if (isClosing) closeAfter(response);
      const isPage = pages(request, response);
      // Whatever came with it, Node discards.
      if (response.writableEnded) return;
      answers.add(response);
      response.once("close", () => answers.delete(response));
      if (isPage) return;
      response.once("finish", () => discardRest(request));
      void answer(request, response);
    },
  );
  // Browsers open connections ahead of use; Node takes one without a byte for a request that is on its way.
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  // Nothing has gone over a connection for so long.
  server.setTimeout(timeouts.readTimeout, (socket) => {
    const isAnswerBeingMade =
      socket.writableLength === 0 &&
      [...answers].some((response) => response.socket === socket);
    if (!isAnswerBeingMade) socket.destroy();
  });
  refuseClientErrors(server, (socket) =>
    [...answers].some(
      (response) => response.socket === socket && response.headersSent,
    ),
  );
  const readable: typeof fetch = (request, bindings) => {
    // A host that is none, as 1.2.3.999: routes would fail at it.
    if (!URL.canParse(request.url)) throw new RequestError("Invalid host");
    return fetch(request, bindings);
  };
  const answer = getRequestListener(readable, {
    errorHandler: (error) => unreached(error, log),
    // Which would cut the connection half a second after an answer that came before the end of the body.
    autoCleanupIncoming: false,
  });
  const closeAfterAnswers = () => {
    isClosing = true;
    for (const response of answers) closeAfter(response);
  };
  return {
    listen: (where) => listen(server, where),
    closeAfterAnswers,
    close: () => {
      // Whoever is answered first comes back at once, and would be reset where nobody takes connections any more.
      const closed = close(server, sockets, timeouts);
      closeAfterAnswers();
      return closed;
    },
  };
}

/** Those that Node itself keeps. */
function timeoutsOf({
  headersTimeout,
  requestTimeout,
  connectionsCheckingInterval,
  keepAliveTimeout,
}: Timeouts) {
  return {
    headersTimeout,
    requestTimeout,
    connectionsCheckingInterval,
    keepAliveTimeout,
  };
}

function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("connection", "close");
}

/**
 * Reads what is left of a body that was refused unread, so that the next request of its connection is found behind it.
 * The request's own time limit ends one without end.
 */
function discardRest(request: IncomingMessage): void {
  if (request.complete) return;
  request.removeAllListeners("data");
  request.removeAllListeners("readable");
  request.resume();
}

function listen(
  server: Server,
  { port, host }: Parameters<HttpServer["listen"]>[0],
): Promise<number> {
  return new Promise((done, fail) => {
    server.once("error", fail);
    server.listen({ port, ...(host === null ? {} : { host }) }, () => {
      server.off("error", fail);
      const address: AddressInfo | string | null = server.address();
      done(typeof address === "object" ? (address?.port ?? 0) : 0);
    });
  });
}

function close(
  server: Server,
  sockets: ReadonlySet<Socket>,
  timeouts: Timeouts,
): Promise<void> {
  return new Promise((done) => {
    const idle = setTimeout(() => {
      server.closeIdleConnections();
      for (const socket of sockets)
        if (socket.bytesRead === 0) socket.destroy();
    }, timeouts.lastRequest);
    const all = setTimeout(
      () => server.closeAllConnections(),
      timeouts.lastAnswer,
    );
    // Not the server's own: that cuts idle connections at once, into the request that may be on its way.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(idle);
      clearTimeout(all);
      // Ends its look at the time limits.
      server.close();
      done();
    });
  });
}
