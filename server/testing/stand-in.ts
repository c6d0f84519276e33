import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { afterAll, beforeAll } from "vitest";
import { bodyOf } from "./request-body.ts";

/** Somebody else's service: it notes what it is sent, and answers what a test says. */
export interface StandIn {
  readonly url: URL;
  readonly received: { body: string; headers: IncomingHttpHeaders }[];
  answer: {
    status: number;
    body: unknown;
    headers?: Readonly<Record<string, string>>;
  };
}

/** A stand-in for all tests of a file or of a `describe`. */
export function useStandIn(): StandIn {
  let url = new URL("http://127.0.0.1");
  const state: StandIn = {
    get url() {
      return url;
    },
    received: [],
    answer: { status: 200, body: {} },
  };
  const http = createServer(async (request, response) => {
    const body = await bodyOf(request);
    state.received.push({ body, headers: request.headers });
    const { answer } = state;
    response
      .writeHead(answer.status, answer.headers)
      .end(JSON.stringify(answer.body));
  });
  beforeAll(async () => {
    http.listen(0, "127.0.0.1");
    await once(http, "listening");
    url = new URL(`http://127.0.0.1:${String(Object(http.address()).port)}`);
  });
  afterAll(() => void http.close());
  return state;
}
