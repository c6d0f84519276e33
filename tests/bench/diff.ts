import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contentNames } from "../../compiler/workspace/content.ts";
import { generateTree } from "./generate.ts";
import { type Figures, measure, medianOf } from "./measure.ts";

const PAGES_PER_FUNNEL = 40;
const FUNNELS = 1_000;
const ROUNDS = Number(process.env["ROUNDS"] ?? 5);

/**
 * How long somebody who asks what a change does waits, with one funnel of 1,000 changed, and with one brand changed;
 * beside a check of the same files in which nothing has changed. Whole processes, in turns.
 */
export async function benchDiff(): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), "funnels-bench-"));
  try {
    const dir = join(root, "funnels");
    generateTree(dir, { funnels: FUNNELS, pagesPerFunnel: PAGES_PER_FUNNEL });
    const git = (...args: string[]) => {
      const identity = ["-c", "user.name=A", "-c", "user.email=a@example.com"];
      execFileSync("git", [...identity, ...args], { cwd: root });
    };
    git("init", "-q");
    git("add", ".");
    git("commit", "-qm", "Before");
    const funnels = contentNames(dir).filter(
      (name) => !/(?:site|brand)\.yaml$/.test(name),
    );
    const run = (name: string, from: RegExp, to: string, command: string) => {
      const file = join(dir, name);
      const text = readFileSync(file, "utf8");
      writeFileSync(file, text.replace(from, to));
      return measure(["compiler/bin.mjs", command, "--content", dir]).finally(
        () => writeFileSync(file, text),
      );
    };
    const runs: Record<string, (round: number) => Promise<Figures>> = {
      "check, nothing changed": () => run("site.yaml", /$^/, "", "check"),
      "diff, one funnel changed": (round) =>
        run(
          funnels[(round + 1) * 7] ?? "",
          /title: /,
          "title: Another ",
          "diff",
        ),
      "diff, one brand changed": () =>
        run(
          "brand-07/brand.yaml",
          /supportEmail: \S+/,
          "supportEmail: a@b.example",
          "diff",
        ),
    };
    const all = new Map<string, Figures[]>();
    // The first round fills the caches of the disk and of the loader; it is not counted.
    for (let round = -1; round < ROUNDS; round += 1)
      for (const [name, one] of Object.entries(runs)) {
        const figures = await one(round);
        if (round >= 0) all.set(name, [...(all.get(name) ?? []), figures]);
      }
    console.log(`${FUNNELS} funnels of ${PAGES_PER_FUNNEL} pages`);
    for (const [name, figures] of all) {
      const { seconds, cpuSeconds, peakBytes } = medianOf(figures);
      console.log(
        `  ${name}: ${seconds.toFixed(2)} s, processors ${cpuSeconds.toFixed(2)} s, ${(peakBytes / 1e6).toFixed(0)} MB`,
      );
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
