import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
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
 * Documents of this server and of nginx with one worker, the same bytes and as many connections, in turn: the machine
 * may have become slower in between. Needs `nginx` and `wrk`, which makes little work of asking.
 */
export async function benchDocuments(): Promise<void> {
  const missing = ["nginx", "wrk"].filter((name) => !isThere(name));
  if (missing.length > 0)
    return console.log(`  left out: no ${missing.join(" and no ")} here`);
  const ours = await serveDist();
  const nginx = await serveByNginx();
  const rounds: [Round, Round][] = [];
  ask(ours.url, 1);
  ask(nginx.url, 1);
  for (let n = 0; n < ROUNDS; n += 1) {
    const pair: [Round, Round] = [ask(ours.url), ask(nginx.url)];
    rounds.push(pair);
    console.log(`  ${pair.map(said).join("   nginx ")}`);
  }
  const ratio = middle(rounds.map(([a, b]) => a.perSecond / b.perSecond));
  const late = middle(rounds.map(([a, b]) => a.p99 / b.p99));
  console.log(
    `  in the middle: ${ratio.toFixed(2)} of nginx, p99 ${late.toFixed(2)} times its`,
  );
  nginx.stop();
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

function said({ perSecond, p99 }: Round): string {
  return `${Math.round(perSecond)} a second, p99 ${p99.toFixed(1)} ms`;
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
