import { execFileSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../../compiler/testing/root.ts";
import { contentNames } from "../../compiler/workspace/content.ts";
import { generateTree } from "./generate.ts";
import { type Figures, measure, medianOf } from "./measure.ts";

const PAGES_PER_FUNNEL = 40;
const FUNNELS = 1_000;
const ROUNDS = Number(process.env["ROUNDS"] ?? 5);
/** Sizes that are checked once: what a further funnel costs, and how much memory. */
const OTHERS = [250, 500, 5_000] as const;

/**
 * How much processor time and memory `check` takes on generated content, as whole processes, beside a process that only
 * parses the same files with `yaml`. The runs take turns, so that a busy moment slows all of them. What was kept is
 * there from the round before, as it is where it has been restored.
 */
export async function benchCheck(): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), "funnels-bench-"));
  try {
    const dir = generated(root, FUNNELS);
    const funnels = contentNames(dir).filter(
      (name) => !/(?:site|brand)\.yaml$/.test(name),
    );
    const change = (name: string, round: number) =>
      appendFileSync(join(dir, name), `# ${round}\n`);
    const runs: Record<string, (round: number) => Promise<Figures>> = {
      "yaml parse alone": () => measure(["tests/bench/parse-alone.mjs", dir]),
      "check, cold": () => check(dir, "--no-cache"),
      "check, nothing changed": () => check(dir),
      "check, one funnel changed": (round) => {
        change(funnels[(round + 1) * 7] ?? "", round);
        return check(dir);
      },
      "check, one brand changed": (round) => {
        change("brand-07/brand.yaml", round);
        return check(dir);
      },
    };
    const figures = await takeTurns(runs);
    const [alone = Number.NaN] = figures.map(
      ([, { cpuSeconds }]) => cpuSeconds,
    );
    console.log(`${FUNNELS} funnels of ${PAGES_PER_FUNNEL} pages`);
    for (const [name, one] of figures) report(name, one, alone);
    for (const size of OTHERS) {
      const other = generated(root, size);
      const cold = await check(other, "--no-cache");
      const each = ((cold.cpuSeconds * 1_000) / size).toFixed(2);
      report(`check, cold, ${size} funnels`, cold, alone, `${each} ms each`);
      rmSync(other, { recursive: true });
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function generated(root: string, funnels: number): string {
  const dir = join(root, String(funnels));
  generateTree(dir, { funnels, pagesPerFunnel: PAGES_PER_FUNNEL });
  requireNothingToReport(dir);
  return dir;
}

/** What is said has to be located and worded: that is not what is measured here. */
function requireNothingToReport(dir: string): void {
  const args = ["compiler/bin.mjs", "check", "--content", dir, "--format"];
  const said = execFileSync(process.execPath, [...args, "json"], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 1e9,
  });
  const { diagnostics }: { readonly diagnostics: readonly unknown[] } =
    JSON.parse(said);
  if (diagnostics.length > 0)
    throw new Error(`the generated content has ${diagnostics.length} findings`);
}

/** Fails when the content has errors. */
function check(dir: string, ...options: string[]): Promise<Figures> {
  const args = ["check", "--content", dir, "--format", "json", ...options];
  return measure(["compiler/bin.mjs", ...args]);
}

async function takeTurns(
  runs: Readonly<Record<string, (round: number) => Promise<Figures>>>,
): Promise<[string, Figures][]> {
  const all = new Map<string, Figures[]>();
  // The first round fills the caches of the disk, of the loader and of `check` itself; it is not counted.
  for (let round = -1; round < ROUNDS; round += 1)
    for (const [name, run] of Object.entries(runs)) {
      const figures = await run(round);
      if (round >= 0) all.set(name, [...(all.get(name) ?? []), figures]);
    }
  return [...all].map(([name, figures]) => [name, medianOf(figures)]);
}

function report(
  name: string,
  { cpuSeconds, seconds, peakBytes }: Figures,
  alone: number,
  more = "",
): void {
  const cpu = `${cpuSeconds.toFixed(2)} s`.padStart(9);
  const ratio = (cpuSeconds / alone).toFixed(3).padStart(7);
  const wall = `${seconds.toFixed(2)} s`.padStart(9);
  const peak = `${Math.round(peakBytes / 1e6)} MB`.padStart(8);
  console.log(
    `  ${name.padEnd(28)} ${cpu} of processors, ${ratio} of yaml; ${wall} of waiting, ${peak} ${more}`,
  );
}
