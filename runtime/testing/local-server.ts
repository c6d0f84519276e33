import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { SESSION_HEADER } from "../../generated/call.ts";

/** A request as the server saw it. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

/** What it answers; `hang` never does, `drop` closes the connection. */
export type Reply =
  | {
      readonly kind?: "answer";
      readonly status?: number;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly kind: "hang" }
  | { readonly kind: "drop" }
  | { readonly kind: "half" };

export interface LocalServer {
  readonly base: string;
  readonly calls: Call[];
  /** May be replaced at any time. */
  answer: (call: Call) => Reply | Promise<Reply>;
  close(): Promise<void>;
}

const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*",
  "access-control-allow-methods": "*",
  "access-control-expose-headers": "*",
} as const;

/** A real server on this machine; every answer opens or keeps the session `s-1`. */
export async function localServer(
  answer: LocalServer["answer"] = () => ({}),
): Promise<LocalServer> {
  const http = createServer(
    (request, response) => void respond(request, response),
  );
  await new Promise<void>((done) => http.listen(0, "127.0.0.1", done));
  const address = http.address();
  if (address === null || typeof address === "string")
    throw new Error("no port");
  const server: LocalServer = {
    base: `http://127.0.0.1:${address.port}/api`,
    calls: [],
    answer,
    close: async () => {
      const closed = new Promise((done) => http.close(done));
      // What is being answered may end; what hangs is cut off.
      const timer = setTimeout(() => http.closeAllConnections(), 100);
      await closed;
      clearTimeout(timer);
    },
  };
  const respond = async (
    request: IncomingMessage,
    response: ServerResponse,
  ) => {
    // A page of another origin, as in tests with a document, asks first.
    if (request.method === "OPTIONS")
      return void response.writeHead(204, CORS).end();
    const call = await read(request);
    server.calls.push(call);
    send(response, await server.answer(call));
  };
  return server;
}

async function read(request: IncomingMessage): Promise<Call> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  const url = new URL(request.url ?? "/", "http://local");
  return {
    method: request.method ?? "",
    path: url.pathname.replace(/^\/api/, ""),
    query: url.searchParams,
    headers: request.headers,
    body: bodyOf(text, request.headers["content-type"] ?? ""),
  };
}

/** JSON as data, a form as its text. */
function bodyOf(text: string, type: string): unknown {
  if (text === "") return null;
  return type.startsWith("multipart/") ? text : JSON.parse(text);
}

function send(response: ServerResponse, reply: Reply): void {
  if (reply.kind === "hang") return;
  if (reply.kind === "drop") return void response.destroy();
  if (reply.kind === "half") {
    response.writeHead(200, { "content-type": "application/json", ...CORS });
    return void response.write('{"half":');
  }
  const {
    status = 200,
    body = {},
    headers = { [SESSION_HEADER]: "s-1" },
  } = reply;
  response.writeHead(status, {
    "content-type": "application/json",
    ...CORS,
    ...headers,
  });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}
