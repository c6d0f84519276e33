import type { IncomingMessage, ServerResponse } from "node:http";
import type { HeaderOfCalls } from "../http/app-env.ts";
import type { PageListener } from "../http/http-server.ts";
import { createProblem, INTERNAL_DETAIL } from "../http/problem.ts";
import { REQUEST_ID_HEADER, requestId } from "../http/request-context.ts";
import {
  type PageRecorder,
  pageRecorders,
  redactPage,
} from "../http/request-log.ts";
import { describeError, type Log } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import { remembered } from "../remembered.ts";
import type { Hosts, SiteBrand } from "../site.ts";
import { type Address, readAddress } from "./address.ts";
import { type Answer, createAnswers } from "./answer.ts";
import type { Files } from "./files.ts";
import { createStatic, findPlace, type Place } from "./serve.ts";

const ID_HEADER = REQUEST_ID_HEADER.toLowerCase();
/** The host of the page, as calls tell it, too. */
const HOST_HEADER: HeaderOfCalls = "x-host";
/** Addresses that are known at once: several times what a site has. */
const TARGETS = 10_000;

/**
 * Pages and files straight from Node's request to its response: between them, a `Request` and a `Response` of the
 * platform cost several times what the answer does. `isCall` names the paths that are not theirs.
 */
export function createPageListener(parts: {
  readonly files: Files;
  readonly hosts: Hosts;
  /** Empty where the API is at the hosts of the pages. */
  readonly apiOrigin: string;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly production: boolean;
  isCall(path: string): boolean;
}): PageListener {
  const { files, hosts, log, metrics, production, isCall } = parts;
  const make = createAnswers(production);
  const serve = createStatic(files, make, { production });
  const faulty = faultAnswers(make, log);
  const find = ({ id, target, request }: Call) => {
    const { address, place, brand } = target;
    const { headers } = request;
    const whole = () => readAddress(request) ?? address;
    try {
      const answer = serve({ place, brand, headers, address: whole });
      return answer instanceof Promise
        ? answer.catch((error: unknown) => faulty(error, id))
        : answer;
    } catch (error) {
      return faulty(error, id);
    }
  };
  const end = (call: Call, answer: Answer) => {
    const { id, method, target, start } = call;
    const { status } = answer;
    target.record({ method, status }, performance.now() - start, id);
    send(call, answer);
  };
  const recorderOf = pageRecorders({ log, metrics });
  const isPageless = apiHostTest(parts);
  const targetOf = (url: string, host: string, otherHost?: string) => {
    const address = readAddress({ url, headers: { host } });
    if (address === null || isCall(address.path)) return null;
    const brand = hosts.brand(address.host, otherHost);
    const found = findPlace(address, brand, hosts);
    const place: Place =
      otherHost === undefined && isPageless(address.host) && isPage(found)
        ? { kind: "pageless" }
        : found;
    const path = redactPage(address.path);
    const record = recorderOf({ path, brand: brand.id });
    return { address, brand, place, record };
  };
  // No target of a request holds a space.
  const usualTarget = remembered((text) => {
    const at = text.indexOf(" ");
    return targetOf(text.slice(0, at), text.slice(at + 1));
  }, TARGETS);
  return (request, response) => {
    const { method = "", url = "", headers } = request;
    if (method !== "GET" && method !== "HEAD") return false;
    // Parts are asked for by GET alone.
    if (method === "HEAD") delete headers.range;
    const start = performance.now();
    const query = url.indexOf("?");
    const path = query === -1 ? url : url.slice(0, query);
    const { host = "" } = headers;
    const otherHost = textOf(headers[HOST_HEADER]);
    const target =
      otherHost === undefined
        ? usualTarget(`${path} ${host}`)
        : targetOf(path, host, otherHost);
    if (target === null) return false;
    const id = requestId(textOf(headers[ID_HEADER]));
    const call = { id, method, target, request, response, start };
    const answer = find(call);
    if (answer instanceof Promise)
      void answer.then((found) => end(call, found));
    else end(call, answer);
    return true;
  };
}

/** What is answered where something fails that should not; it is told in the log. */
function faultAnswers(make: ReturnType<typeof createAnswers>, log: Log) {
  return (error: unknown, request: string): Answer => {
    const what = describeError(error);
    log({ level: "error", message: "request failed", ...what, request });
    const problem = createProblem("internal", INTERNAL_DETAIL);
    const type = { "content-type": "application/problem+json" };
    return make(problem.status, type, JSON.stringify(problem));
  };
}

/** Whether an address may lead to a page: pages of the API's own ask for its fonts alone. */
function isPage({ kind }: Place): boolean {
  return kind === "document" || kind === "redirect";
}

/**
 * Whether a host is the API's own, and no brand's. Browsers send operators' tokens with all that is asked for there, and
 * on the pages of brands run scripts of third parties.
 */
function apiHostTest({
  apiOrigin,
  hosts,
}: {
  readonly apiOrigin: string;
  readonly hosts: Hosts;
}): (host: string) => boolean {
  if (apiOrigin === "") return () => false;
  const { host: own } = new URL(apiOrigin);
  if (hosts.known(own) !== null) return () => false;
  return (host) =>
    host.replace(/:(?:80|443)$/, "").replace(/\.(?=:|$)/, "") === own;
}

/** What is asked for, whatever its query. */
interface Target {
  /** Without the query. */
  readonly address: Address;
  readonly brand: SiteBrand;
  readonly place: Place;
  readonly record: PageRecorder;
}

/** A request that is under way. */
interface Call {
  readonly id: string;
  readonly method: string;
  readonly target: Target;
  readonly request: IncomingMessage;
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
