import { createHash } from "node:crypto";
import { Agent, request } from "node:http";
import { type Asked, SAME } from "./asked.ts";

/** An answer as far as it can be compared. */
export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** SHA-256, after how many bytes there are. */
  readonly body: string;
}

/** About the connection and the moment, not about what is asked for. */
const OF_CONNECTION = [
  "connection",
  "date",
  "keep-alive",
  "server",
  "transfer-encoding",
];

const LANES = 20;

/** What a server at a port of this machine answers to each, in that order. */
export async function answersOf(
  port: number,
  all: readonly Asked[],
): Promise<Answered[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: LANES });
  const answers: Answered[] = [];
  const left = all.entries();
  const lane = async () => {
    for (const [at, asked] of left)
      answers[at] = await answerTo(agent, port, asked);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  agent.destroy();
  return answers;
}

async function answerTo(
  agent: Agent,
  port: number,
  asked: Asked,
): Promise<Answered> {
  if (asked.headers["if-none-match"] !== SAME) return send(agent, port, asked);
  const { "if-none-match": _, ...headers } = asked.headers;
  const { etag = '"none"' } = (await send(agent, port, { ...asked, headers }))
    .headers;
  return send(agent, port, {
    ...asked,
    headers: { ...headers, "if-none-match": etag },
  });
}

function send(agent: Agent, port: number, asked: Asked): Promise<Answered> {
  const { method, host, path } = asked;
  const headers = {
    "x-request-id": "a-name-of-theirs",
    ...asked.headers,
    host,
  };
  return new Promise((done, fail) => {
    const asking = request(
      { agent, host: "127.0.0.1", port, method, path, headers },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.once("error", fail);
        answer.once("end", () => {
          const body = Buffer.concat(parts);
          const hash = createHash("sha256").update(body).digest("hex");
          done({
            status: answer.statusCode ?? 0,
            headers: Object.fromEntries(
              Object.entries(answer.headers)
                .filter(([name]) => !OF_CONNECTION.includes(name))
                .map(([name, value]) => [name, String(value)]),
            ),
            body: `${body.length} ${hash}`,
          });
        });
      },
    );
    asking.once("error", fail);
    asking.end();
  });
}

/** In which parts two answers differ: `status`, `body` and names of headers. */
export function differences(ours: Answered, theirs: Answered): string[] {
  const names = new Set(
    [ours, theirs].flatMap(({ headers }) => Object.keys(headers)),
  );
  return [
    ...(ours.status === theirs.status ? [] : ["status"]),
    ...(ours.body === theirs.body ? [] : ["body"]),
    ...[...names].filter((name) => ours.headers[name] !== theirs.headers[name]),
  ];
}
