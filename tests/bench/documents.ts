import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { middle } from "./measure.ts";
import { serveDist } from "./servers.ts";

const LANES = 40;
const SECONDS = 4;
const ROUNDS = 5;
const FILE = "quiz-adhd/start/index.html";

/** What one round has shown. */
interface Round {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p99: number;
}

/**
 * Documents of this server, of nginx with one worker and of Node's HTTP server alone, which no server on Node passes:
 * the same bytes and as many connections, in turn, as the machine may have become slower in between. Each writes its
 * log to a file. Needs `nginx` and `wrk`, which makes little work of asking.
 */
export async function benchDocuments(): Promise<void> {
  const missing = ["nginx", "wrk"].filter((name) => !isThere(name));
  if (missing.length > 0)
    return console.log(`  left out: no ${missing.join(" and no ")} here`);
  const ours = await serveDist();
  const nginx = await serveByNginx();
  const bare = await serveBare(ours.url);
  const rounds: { ours: Round; nginx: Round; bare: Round }[] = [];
  for (const { url } of [ours, nginx, bare]) ask(url, 2);
  for (let n = 0; n < ROUNDS; n += 1) {
    const round = {
      ours: ask(ours.url),
      nginx: ask(nginx.url),
      bare: ask(bare.url),
    };
    rounds.push(round);
    console.log(
      `  ${said(round.ours)}   nginx ${said(round.nginx)}   bare Node ${said(round.bare)}`,
    );
  }
  for (const [name, other] of [
    ["nginx", "nginx"],
    ["bare Node", "bare"],
  ] as const) {
    const ratio = middle(
      rounds.map((round) => round.ours.perSecond / round[other].perSecond),
    );
    const late = middle(
      rounds.map((round) => round.ours.p99 / round[other].p99),
    );
    console.log(
      `  in the middle: ${ratio.toFixed(2)} of ${name}, p99 ${late.toFixed(2)} times its`,
    );
  }
  nginx.stop();
  bare.stop();
  await ours.stop();
}

function isThere(name: string): boolean {
  return spawnSync("which", [name]).status === 0;
}

/** `wrk` speaks of `Latency Distribution` in us, ms or s. */
function ask(url: string, seconds = SECONDS): Round {
  const { hostname, port, pathname } = new URL(url);
  const text = execFileSync(
    "wrk",
    [
      "-t1",
      `-c${LANES}`,
      `-d${seconds}s`,
      "--latency",
      ...["Accept-Encoding: gzip", `Host: ${hostname}`].flatMap((header) => [
        "-H",
        header,
      ]),
      `http://127.0.0.1:${port}${pathname}`,
    ],
    { encoding: "utf8" },
  );
  if (/Non-2xx/.test(text)) throw new Error(`not every answer is one: ${text}`);
  const [, amount = "", unit = "ms"] =
    /99%\s+([\d.]+)(us|ms|s)/.exec(text) ?? [];
  const [, perSecond = ""] = /Requests\/sec:\s+([\d.]+)/.exec(text) ?? [];
  const ms = { us: 0.001, ms: 1, s: 1_000 }[unit] ?? 1;
  return { perSecond: Number(perSecond), p99: Number(amount) * ms };
}

/** nginx as it comes, with its log and with files that are packed already. */
async function serveByNginx() {
  const folder = mkdtempSync(join(tmpdir(), "funnels-nginx-"));
  const port = 5_100 + Math.floor(Math.random() * 90);
  const root = resolve("dist/calm");
  const config = join(folder, "nginx.conf");
  if (!existsSync(join(root, FILE)))
    throw new Error("there is no build: run `npm run build` first");
  writeFileSync(
    config,
    `worker_processes 1; pid ${folder}/pid; daemon off; error_log ${folder}/error.log;
     events { worker_connections 1024; }
     http { types { text/html html; } access_log ${folder}/access.log; keepalive_requests 1000000;
       client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder};
       uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
       server { listen 127.0.0.1:${port}; root ${root}; gzip_static on; } }`,
  );
  // Where the tests run as root, its worker could not read the build.
  const user = process.getuid?.() === 0 ? ["-g", "user root;"] : [];
  const child = spawn("nginx", ["-c", config, ...user], { stdio: "inherit" });
  for (let tries = 0; tries < 50; tries += 1) {
    if (existsSync(join(folder, "pid"))) break;
    await pause(100);
  }
  const bytes = readFileSync(join(root, FILE)).length;
  console.log(`  one document of ${bytes} bytes, packed, ${LANES} at a time`);
  return {
    url: `http://calm.localhost:${port}/${FILE}`,
    stop: () => void child.kill("SIGTERM"),
  };
}

/** The document with the headers that our server gives it, by Node alone. */
async function serveBare(like: string): Promise<{ url: string; stop(): void }> {
  const { hostname, port, pathname } = new URL(like);
  const answer = await new Promise<IncomingMessage>((done, fail) => {
    const headers = { host: hostname, "accept-encoding": "gzip" };
    const asked = { host: "127.0.0.1", port, path: pathname, headers };
    get(asked, done).once("error", fail);
  });
  answer.resume();
  const fields = answer.rawHeaders.filter((_, at, all) => {
    const name = all[at - (at % 2)] ?? "";
    return !/^(date|connection|keep-alive)$/i.test(name);
  });
  const log = join(mkdtempSync(join(tmpdir(), "funnels-bare-")), "log");
  const child = spawn(
    "node",
    [
      "tests/bench/bare-document.mjs",
      resolve("dist/calm", `${FILE}.gz`),
      JSON.stringify(fields),
    ],
    { stdio: ["ignore", openSync(log, "w"), "inherit"] },
  );
  for (let tries = 0; tries < 50; tries += 1) {
    if (readFileSync(log).length > 0) break;
    await pause(100);
  }
  const own = readFileSync(log, "utf8").trim();
  return {
    url: `http://${hostname}:${own}${pathname}`,
    stop: () => void child.kill("SIGTERM"),
  };
}

function said({ perSecond, p99 }: Round): string {
  return `${Math.round(perSecond)} a second, p99 ${p99.toFixed(1)} ms`;
}
