import type { IncomingMessage, ServerResponse } from "node:http";
import type { PageListener } from "../http/http-server.ts";
import { createProblem, INTERNAL_DETAIL } from "../http/problem.ts";
import { REQUEST_ID_HEADER, requestId } from "../http/request-context.ts";
import { recordPage } from "../http/request-log.ts";
import { describeError, type Log } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import type { Hosts, SiteBrand } from "../site.ts";
import { type Address, readAddress } from "./address.ts";
import { type Answer, createAnswers } from "./answer.ts";
import type { Files } from "./files.ts";
import { createStatic } from "./serve.ts";

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
  const { files, hosts, log, metrics, production, isCall } = parts;
  const make = createAnswers(production);
  const serve = createStatic(files, hosts, make);
  const faulty = (error: unknown, request: string): Answer => {
    const what = describeError(error);
    log({ level: "error", message: "request failed", ...what, request });
    const problem = createProblem("internal", INTERNAL_DETAIL);
    const type = { "content-type": "application/problem+json" };
    return make(problem.status, type, JSON.stringify(problem));
  };
  const find = (
    { id, address, brand }: Call,
    headers: IncomingMessage["headers"],
  ) => {
    try {
      const answer = serve({ address, brand, headers });
      return answer instanceof Promise
        ? answer.catch((error: unknown) => faulty(error, id))
        : answer;
    } catch (error) {
      return faulty(error, id);
    }
  };
  const recorders = { log, metrics };
  const end = (call: Call, answer: Answer) => {
    const { id: request, method, address, start } = call;
    const ms = performance.now() - start;
    const { path } = address;
    const { status } = answer;
    const brand = call.brand.id;
    recordPage(recorders, { request, method, path, status, brand, ms });
    send(call, answer);
  };
  return (request, response) => {
    const { method = "", headers } = request;
    if (method !== "GET" && method !== "HEAD") return false;
    const start = performance.now();
    const address = readAddress(request);
    if (address === null || isCall(address.path)) return false;
    const id = requestId(textOf(headers[ID_HEADER]));
    const brand = hosts.brand(address.host, textOf(headers["x-host"]));
    const call = { id, method, address, brand, response, start };
    const answer = find(call, headers);
    if (answer instanceof Promise)
      void answer.then((found) => end(call, found));
    else end(call, answer);
    return true;
  };
}

/** A request that is under way. */
interface Call {
  readonly id: string;
  readonly method: string;
  readonly address: Address;
  readonly brand: SiteBrand;
  readonly response: ServerResponse;
  /** When it came, in milliseconds. */
  readonly start: number;
}

function send(
  { id, method, response }: Call,
  { status, headers, body }: Answer,
): void {
  const all = [...headers, ID_HEADER, id];
  if (typeof body === "string" && method !== "HEAD")
    all.push("Content-Length", String(Buffer.byteLength(body)));
  response.writeHead(status, all);
  response.end(body);
}

/** Of two headers of one name Node makes one. */
function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(", ") : header;
}
