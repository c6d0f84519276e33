import {
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../../compiler/testing/root.ts";
import { newCheckout } from "../checkouts/copy.ts";
import { generateTree } from "./generate.ts";
import { type Figures, measure, medianOf } from "./measure.ts";

const ROUNDS = 3;
/** Of the shipped content: the funnel whose title changes. */
const QUIZ = "calm/adhd.yaml";
const PAGES_PER_FUNNEL = 40;
/** Sizes of the generated trees: what grows with them is seen in the second. */
const FUNNELS = (process.env["FUNNELS"] ?? "50,200").split(",").map(Number);

/**
 * How long builds take as whole processes, and how much memory: from nothing, with nothing changed, with one title
 * changed; beside Vite bundling the bare runtime, which is a part of a build from nothing. `FUNNELS=1000` measures
 * generated content of other sizes.
 */
export async function benchBuild(): Promise<void> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "funnels-bench-")));
  try {
    await benchShipped(root);
    for (const funnels of FUNNELS) await benchGenerated(root, funnels);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function benchShipped(root: string): Promise<void> {
  const own = newCheckout(join(root, "shipped"), join(ROOT, "funnels"));
  const content = join(own, "funnels");
  const bare = () => bundleBare(own, join(root, "bare"));
  // Fills the disk's caches and bundles the command line; not counted.
  await build(own, content);
  const runs: Figures[][] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    runs.push([await bare(), ...(await buildThrice(own, content, QUIZ))]);
  const [vite, ...builds] = NAMES.map((_, n) =>
    medianOf(runs.flatMap((run) => run[n] ?? [])),
  );
  if (vite === undefined) throw new Error("nothing was measured");
  console.log("shipped content");
  for (const [n, figures] of [vite, ...builds].entries())
    report(NAMES[n] ?? "", figures, vite);
}

async function benchGenerated(root: string, funnels: number): Promise<void> {
  const own = newCheckout(join(root, `generated-${funnels}`));
  const content = join(own, "funnels");
  rmSync(content, { recursive: true });
  generateTree(content, { funnels, pagesPerFunnel: PAGES_PER_FUNNEL });
  // Bundles the command line; not counted.
  await measure([join(own, "compiler/bin.mjs"), "check", "--content", content]);
  const builds = await buildThrice(own, content, "brand-01/sleep-0.yaml");
  const vite = await bundleBare(own, join(root, "bare"));
  console.log(`${funnels} generated funnels of ${PAGES_PER_FUNNEL} pages`);
  for (const [n, figures] of [vite, ...builds].entries())
    report(NAMES[n] ?? "", figures, vite);
  rmSync(own, { recursive: true });
}

const NAMES = [
  "Vite, the bare runtime",
  "build, from nothing",
  "build, nothing changed",
  "build, one title changed",
] as const;

async function buildThrice(
  checkout: string,
  content: string,
  quiz: string,
): Promise<Figures[]> {
  const cache = join(checkout, "node_modules/.cache/funnels/site");
  rmSync(cache, { recursive: true, force: true });
  const cold = await build(checkout, content);
  const unchanged = await build(checkout, content);
  const file = join(content, quiz);
  const before = readFileSync(file, "utf8");
  writeFileSync(file, before.replace(/^title: /m, "title: Now. "));
  return [cold, unchanged, await build(checkout, content)];
}

function build(checkout: string, content: string): Promise<Figures> {
  const bin = join(checkout, "compiler/bin.mjs");
  return measure([bin, "build", "--content", content]);
}

function bundleBare(checkout: string, outDir: string): Promise<Figures> {
  return measure([join(ROOT, "tests/bench/bare-bundle.mjs"), checkout, outDir]);
}

function report(name: string, figures: Figures, vite: Figures): void {
  const seconds = `${figures.seconds.toFixed(2)} s`.padStart(9);
  const ratio = (figures.seconds / vite.seconds).toFixed(2).padStart(6);
  const peak = `${Math.round(figures.peakBytes / 1e6)} MB`.padStart(8);
  console.log(`  ${name.padEnd(26)} ${seconds} ${ratio} times Vite ${peak}`);
}
