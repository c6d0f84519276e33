import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Delivered } from "../../compiler/delivery/delivery.ts";
import { TARGETS } from "../../compiler/delivery/targets.ts";
import { deliveredBuild } from "../../compiler/site/deliver.ts";
import { ROOT } from "../../compiler/testing/root.ts";
import { freePort } from "../testing/free-port.ts";
import { API_HOST } from "./asked.ts";
import type { Proxy } from "./known.ts";

const DIST = join(ROOT, "dist");

export interface RunningProxy {
  readonly port: number;
  readonly pid: number;
  /** Ends it, and gives what nginx has logged of requests. */
  stop(): Promise<string>;
}

export function isInstalled(proxy: Proxy): boolean {
  const asked = proxy === "nginx" ? ["-v"] : ["version"];
  return spawnSync(proxy.toLowerCase(), asked).status === 0;
}

/** The build of this checkout, as others are told of it. */
export function builtHere(): Delivered {
  const text = readFileSync(join(DIST, "build.json"), "utf8");
  const { site }: Pick<Delivered, "site"> = JSON.parse(text);
  return deliveredBuild(ROOT, DIST, site);
}

/** A real nginx or Caddy that serves a build by what the build of this checkout writes for it. */
export async function startProxy(
  proxy: Proxy,
  api: number,
  root = DIST,
): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), "funnels-proxy-"));
  const port = await freePort();
  const log = join(folder, "access.log");
  const place = { root, api: [`127.0.0.1:${api}`], log };
  const build = { ...builtHere(), apiHost: API_HOST };
  const files =
    proxy === "nginx"
      ? TARGETS.nginx(build, place)
      : TARGETS.caddy(build, place);
  for (const { name, content } of files)
    writeFileSync(join(folder, name), content);
  const config = join(folder, "own.conf");
  writeFileSync(
    config,
    proxy === "nginx" ? aroundNginx(folder, port) : aroundCaddy(folder, port),
  );
  const [program, args] = commandOf(proxy, config);
  const child = spawn(program, args, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  let said = "";
  child.stderr.on("data", (part: Buffer) => {
    said = (said + part.toString()).slice(-4_000);
  });
  while (!(await takes(port))) {
    if (child.exitCode !== null) throw new Error(`${proxy}: ${said}`);
    await pause(20);
  }
  return {
    port,
    pid: child.pid ?? 0,
    stop: async () => {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      const logged = existsSync(log) ? readFileSync(log, "utf8") : "";
      rmSync(folder, { recursive: true, force: true });
      return logged;
    },
  };
}

function commandOf(proxy: Proxy, config: string): [string, string[]] {
  if (proxy === "Caddy")
    return ["caddy", ["run", "--adapter", "caddyfile", "--config", config]];
  // Where the tests run as root, its worker could not read the build.
  const user = process.getuid?.() === 0 ? ["-g", "user root;"] : [];
  return ["nginx", ["-c", config, ...user]];
}

function aroundNginx(folder: string, port: number): string {
  const own = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder};`,
  );
  return `worker_processes 1; daemon off; pid ${folder}/pid; error_log stderr;
events { }
http {
  ${own.join("\n  ")}
  include ${folder}/http.conf;
  server { listen 127.0.0.1:${port}; include ${folder}/server.conf; }
}
`;
}

function aroundCaddy(folder: string, port: number): string {
  return `{
	admin off
	auto_https off
}
import ${folder}/funnels.caddy
http://:${port} {
	bind 127.0.0.1
	import funnels
}
`;
}

function takes(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      done(true);
    });
    socket.once("error", () => done(false));
  });
}
