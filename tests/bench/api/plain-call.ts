import { Agent, type IncomingMessage, request } from "node:http";

export const CONTACT_PATH = "/api/visitor/store-contact-info";

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly agent?: Agent;
}

/** Leaves a contact. */
export function leave(
  port: number,
  contact: object,
  more: Readonly<Record<string, string>> = {},
) {
  const headers = { "content-type": "application/json", ...more };
  return call(port, CONTACT_PATH, {
    method: "POST",
    headers,
    body: JSON.stringify(contact),
  });
}

const shared = new Agent({ keepAlive: true, maxSockets: 256 });

/** One call, with all of its answer; rejects when the connection ends before. */
export function call(
  port: number,
  path: string,
  { method = "GET", headers = {}, body, agent = shared }: Sent = {},
): Promise<{
  status: number;
  headers: IncomingMessage["headers"];
  text: string;
}> {
  return new Promise((done, fail) => {
    const options = { port, path, method, agent, host: "127.0.0.1" };
    const asked = request({
      ...options,
      headers: { host: "calm.localhost", ...headers },
    });
    asked.on("error", fail);
    asked.on("response", (answer) => {
      let text = "";
      answer.on("data", (part) => (text += String(part)));
      answer.on("error", fail);
      answer.on("end", () =>
        done({ status: answer.statusCode ?? 0, headers: answer.headers, text }),
      );
    });
    asked.end(body);
  });
}
