import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { ROOT } from "../../compiler/testing/root.ts";

/** What a process took from its start to its end. */
export interface Figures {
  /** On the clock. */
  readonly seconds: number;
  /** Of all processors, of all threads. */
  readonly cpuSeconds: number;
  readonly peakBytes: number;
}

/** Runs Node with these arguments; throws what it said when it fails. */
export async function measure(args: readonly string[]): Promise<Figures> {
  const hook = join(ROOT, "tests/bench/peak.mjs");
  const started = performance.now();
  const child = spawn(process.execPath, ["--import", hook, ...args], {
    stdio: ["ignore", "ignore", "pipe"],
    cwd: ROOT,
  });
  const [said, [code]] = await Promise.all([
    text(child.stderr),
    once(child, "exit"),
  ]);
  const seconds = (performance.now() - started) / 1_000;
  if (code !== 0) throw new Error(said);
  const [, peak, cpu] = /^peak (\d+) cpu (\d+)$/m.exec(said) ?? [];
  return { seconds, cpuSeconds: Number(cpu) / 1e6, peakBytes: Number(peak) };
}

/** Each figure by itself. */
export function medianOf(figures: readonly Figures[]): Figures {
  return {
    seconds: middle(figures.map(({ seconds }) => seconds)),
    cpuSeconds: middle(figures.map(({ cpuSeconds }) => cpuSeconds)),
    peakBytes: middle(figures.map(({ peakBytes }) => peakBytes)),
  };
}

export function middle(values: readonly number[]): number {
  return (
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ??
    Number.NaN
  );
}
