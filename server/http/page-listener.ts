import type { IncomingMessage, ServerResponse } from "node:http";
import { describeError, type Log } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import type { Hosts } from "../site.ts";
import { type Answer, createAnswers } from "../static/answer.ts";
import type { Files } from "../static/files.ts";
import { createStatic } from "../static/serve.ts";
import { type Address, readAddress } from "./address.ts";
import { createProblem, INTERNAL_DETAIL } from "./problem.ts";
import { REQUEST_ID_HEADER, requestId } from "./request-context.ts";
import { recordPage } from "./request-log.ts";

/** Answers a request for a page or a file, at once or later; false: it is for somebody else, and nothing was done. */
export type PageListener = (
  request: IncomingMessage,
  response: ServerResponse,
) => boolean;

const ID_HEADER = REQUEST_ID_HEADER.toLowerCase();

/**
 * Pages and files straight from Node's request to its response: between them, a `Request` and a `Response` of the
 * platform cost several times what the answer does. `isCall` names the paths that are not theirs.
 */
export function createPageListener(parts: {
  readonly files: Files;
  readonly hosts: Hosts;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly production: boolean;
  isCall(path: string): boolean;
}): PageListener {
  const { files, hosts, log, production, isCall } = parts;
  const make = createAnswers(production);
  const serve = createStatic(files, hosts, make);
  const faulty = (error: unknown, request: string): Answer => {
    const what = describeError(error);
    log({ level: "error", message: "request failed", ...what, request });
    const problem = createProblem("internal", INTERNAL_DETAIL);
    const type = { "content-type": "application/problem+json" };
    return make(problem.status, type, JSON.stringify(problem));
  };
  const answer = (
    request: IncomingMessage,
    response: ServerResponse,
    address: Address,
  ) => {
    const start = performance.now();
    const { method = "", headers } = request;
    const id = requestId(textOf(headers[ID_HEADER]));
    const brand = hosts.brand(address.host, textOf(headers["x-host"]));
    const end = (found: Answer) => {
      const { path } = address;
      const { status } = found;
      const ms = performance.now() - start;
      const seen = { method, path, status, brand: brand.id, ms };
      recordPage(parts, seen, id);
      send(response, found, id);
    };
    try {
      const found = serve({ address, brand, headers });
      if (!(found instanceof Promise)) return end(found);
      void found.catch((error: unknown) => faulty(error, id)).then(end);
    } catch (error) {
      end(faulty(error, id));
    }
  };
  return (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const address = readAddress(request);
    if (address === null || isCall(address.path)) return false;
    answer(request, response, address);
    return true;
  };
}

function send(
  response: ServerResponse,
  { status, headers, body }: Answer,
  id: string,
): void {
  const all = [...headers, ID_HEADER, id];
  if (typeof body === "string" && response.req.method !== "HEAD")
    all.push("Content-Length", String(Buffer.byteLength(body)));
  response.writeHead(status, all);
  response.end(body);
}

/** Of two headers of one name Node makes one. */
function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(", ") : header;
}
