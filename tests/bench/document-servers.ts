import { spawn } from "node:child_process";
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
import { startProxy } from "../proxies/start.ts";
import { freePort } from "../testing/free-port.ts";
import { ended, HOST, type ServedByProcess, START } from "./servers.ts";

/** The document that is asked for, as the build wrote it. */
export const DOCUMENT = resolve("dist/calm", `${START.slice(1)}/index.html`);

/** nginx as it comes, with one worker, its log, and files that are packed already. */
export async function serveByNginx(): Promise<ServedByProcess> {
  const folder = mkdtempSync(join(tmpdir(), "funnels-nginx-"));
  const port = await freePort();
  const config = join(folder, "nginx.conf");
  if (!existsSync(DOCUMENT))
    throw new Error("there is no build: run `npm run build` first");
  writeFileSync(
    config,
    `worker_processes 1; pid ${folder}/pid; daemon off; error_log ${folder}/error.log;
     events { worker_connections 1024; }
     http { types { text/html html; } access_log ${folder}/access.log; keepalive_requests 1000000;
       client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder};
       uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
       server { listen 127.0.0.1:${port}; root ${resolve("dist/calm")}; gzip_static on; } }`,
  );
  // Where the tests run as root, its worker could not read the build.
  const user = process.getuid?.() === 0 ? ["-g", "user root;"] : [];
  const child = spawn("nginx", ["-c", config, ...user], { stdio: "inherit" });
  return {
    url: `http://${HOST}:${port}${START}/index.html`,
    pid: await workerOf(child.pid),
    stop: () => ended(child),
  };
}

/** nginx in front of our server, told by the build which documents there are; with one worker and its log, too. */
export async function serveInFront(api: string): Promise<ServedByProcess> {
  const { port, pathname, hostname } = new URL(api);
  const running = await startProxy("nginx", Number(port));
  return {
    url: `http://${hostname}:${running.port}${pathname}`,
    pid: await workerOf(running.pid),
    stop: async () => {
      await running.stop();
    },
  };
}

/** The one worker of an nginx, once it is there; NaN where the system does not tell. */
async function workerOf(nginx: number | undefined): Promise<number> {
  const workers = `/proc/${nginx}/task/${nginx}/children`;
  for (let tries = 0; tries < 50; tries += 1) {
    const worker = existsSync(workers) ? readFileSync(workers, "utf8") : "";
    if (worker !== "") return Number.parseInt(worker, 10);
    await pause(100);
  }
  return Number.NaN;
}

/** The document with the headers that our server gives it, by Node alone. */
export async function serveBare(like: string): Promise<ServedByProcess> {
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
    ["tests/bench/bare-document.mjs", `${DOCUMENT}.gz`, JSON.stringify(fields)],
    { stdio: ["ignore", openSync(log, "w"), "inherit"] },
  );
  for (let tries = 0; tries < 50; tries += 1) {
    if (readFileSync(log).length > 0) break;
    await pause(100);
  }
  const own = readFileSync(log, "utf8").trim();
  return {
    url: `http://${hostname}:${own}${pathname}`,
    pid: child.pid ?? 0,
    stop: () => ended(child),
  };
}
