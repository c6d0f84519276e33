import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { generateTree } from "./generate.ts";

const execute = promisify(execFile);

const PAGES_PER_FUNNEL = 40;
const FUNNELS = [250, 500, 1_000] as const;
const ROUNDS = 5;

interface Run {
  readonly name: string;
  readonly args: readonly string[];
  /** Wall time of each round in ms, process start included. */
  readonly times: number[];
}

/**
 * How long `check` takes on generated content, as whole processes: cold, warm from the cache, and beside a process
 * that only parses the same files with `yaml`. The runs take turns, so that a busy moment slows all of them.
 */
export async function benchCheck(): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), "funnels-bench-"));
  try {
    const cold = FUNNELS.map((funnels) => {
      const dir = join(root, String(funnels));
      generateTree(dir, { funnels, pagesPerFunnel: PAGES_PER_FUNNEL });
      return run(`check, ${funnels} funnels, cold`, check(dir, "--no-cache"));
    });
    const largest = join(root, String(FUNNELS.at(-1)));
    const warm = run("check, 1000 funnels, warm", check(largest));
    const alone = run("yaml parse alone, 1000 funnels", [
      "tests/bench/parse-alone.mjs",
      largest,
    ]);
    await takeTurns([...cold, warm, alone]);
    report(cold, warm, alone);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function run(name: string, args: readonly string[]): Run {
  return { name, args, times: [] };
}

function check(dir: string, ...options: string[]): string[] {
  return [
    "compiler/bin.mjs",
    "check",
    "--content",
    dir,
    "--format",
    "json",
    ...options,
  ];
}

async function takeTurns(runs: readonly Run[]): Promise<void> {
  // The first round fills the caches of the disk, of the loader and of `check` itself; it is not counted.
  for (let round = -1; round < ROUNDS; round += 1)
    for (const { args, times } of runs) {
      const start = performance.now();
      // Throws when the content is not clean.
      await execute(process.execPath, args);
      const took = performance.now() - start;
      if (round >= 0) times.push(took);
    }
}

function report(cold: readonly Run[], warm: Run, alone: Run): void {
  const largest = cold.at(-1) ?? warm;
  for (const one of [...cold, warm, alone]) {
    const spread = one.times.map((time) => Math.round(time)).join(", ");
    console.log(
      `${one.name.padEnd(32)} ${seconds(median(one.times))}   (${spread} ms)`,
    );
  }
  const ratio = (one: Run): string =>
    (median(one.times) / median(alone.times)).toFixed(2);
  console.log(`cold check / yaml parse alone    ${ratio(largest)}`);
  console.log(`warm check / yaml parse alone    ${ratio(warm)}`);
  // Start-up is the same for every size: what is added by the second half must not cost more than the first.
  const [small = 0, middle = 0, large = 0] = cold.map(({ times }) =>
    median(times),
  );
  const first = (middle - small) / (FUNNELS[1] - FUNNELS[0]);
  const second = (large - middle) / (FUNNELS[2] - FUNNELS[1]);
  console.log(
    `a further funnel costs           ${first.toFixed(2)} ms up to 500, ${second.toFixed(2)} ms up to 1000`,
  );
}

function median(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(2)} s`.padStart(8);
}
