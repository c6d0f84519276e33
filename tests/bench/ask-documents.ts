import { execFile, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { promisify } from "node:util";
import type { ServedByProcess } from "./servers.ts";

/** Connections at a time. */
export const LANES = 40;

/** What asking one server for some seconds has shown. */
export interface Round {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p99: number;
  /** Microseconds of processor time an answer has cost; NaN where the system does not tell. */
  readonly processor: number;
}

/** What is not installed of that which documents are measured with. */
export function missingPrograms(): readonly string[] {
  return ["nginx", "wrk"].filter(
    (name) => spawnSync("which", [name]).status !== 0,
  );
}

/** Asks for one document without end, by `wrk`, which makes little work of it. */
export async function ask(
  served: ServedByProcess,
  seconds: number,
): Promise<Round> {
  const { hostname, port, pathname } = new URL(served.url);
  const headers = ["Accept-Encoding: gzip", `Host: ${hostname}`];
  const before = processorTime(served.pid);
  const { stdout } = await promisify(execFile)("wrk", [
    "-t1",
    `-c${LANES}`,
    `-d${seconds}s`,
    "--latency",
    ...headers.flatMap((header) => ["-H", header]),
    `http://127.0.0.1:${port}${pathname}`,
  ]);
  const spent = processorTime(served.pid) - before;
  if (/Non-2xx|Socket errors/.test(stdout))
    throw new Error(`not every answer is one: ${stdout}`);
  const [, count = ""] = /(\d+) requests in/.exec(stdout) ?? [];
  const [, perSecond = ""] = /Requests\/sec:\s+([\d.]+)/.exec(stdout) ?? [];
  const [, late = "", unit = "ms"] =
    /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  const ms = { us: 0.001, ms: 1, s: 1_000 }[unit] ?? 1;
  return {
    perSecond: Number(perSecond),
    p99: Number(late) * ms,
    processor: (spent * 1e6) / Number(count),
  };
}

/** Seconds of all threads of a process, in steps of a hundredth. https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function processorTime(pid: number): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return Number.NaN;
  const line = readFileSync(file, "utf8");
  const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
