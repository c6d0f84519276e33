import { chromium } from "playwright";
import { findBrowser } from "../../testing/browser.ts";
import { funnel } from "../../../generated/brands/calm/adhd.ts";
import { findTaps, type Hurry, hurry } from "./hurry.ts";
import type { Doing } from "./page-scripts.ts";
import { plainSteps } from "./plain-steps.ts";
import { serveTargets, type TargetName } from "./targets.ts";
import { type Walk, walk } from "./walk.ts";

const HURRIES = Number(process.env["RUNS"] ?? 15);
const WALKS = Number(process.env["WALKS"] ?? 2);
const NAMES = ["bare", "alike", "spa", "ours"] as const;

interface Seen {
  readonly hurries: Hurry[];
  readonly walks: Walk[];
}

/**
 * A quiz of 33 steps on a slow phone and network, without the pause that shows what was picked: as it was built here,
 * as a bare page, as one that looks alike, and as a React app, the last three written by hand. The runs take turns.
 */
export async function benchVisit(): Promise<void> {
  const executablePath = findBrowser();
  if (executablePath === null)
    throw new Error("no Chromium: `npm test` installs one");
  const served = await serveTargets();
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  const seen = new Map<TargetName, Seen>(
    NAMES.map((name) => [name, { hurries: [], walks: [] }]),
  );
  const steps = plainSteps(funnel).length;
  try {
    const taps = new Map<TargetName, readonly Doing[]>();
    for (const name of NAMES)
      taps.set(name, await findTaps(browser, served[name].url));
    for (let run = 0; run < HURRIES; run += 1)
      for (const [name, { hurries }] of seen)
        hurries.push(
          await hurry(browser, served[name].url, taps.get(name) ?? []),
        );
    for (let run = 0; run < WALKS; run += 1)
      for (const [name, { walks }] of seen)
        walks.push(await walk(browser, served[name].url, steps));
  } finally {
    await browser.close();
    await Promise.all(Object.values(served).map(({ stop }) => stop()));
  }
  print(seen);
}

function print(seen: ReadonlyMap<TargetName, Seen>): void {
  const row = (
    name: string,
    values: (one: Seen) => readonly number[],
    { part = 0.5, unit = 1 }: { part?: number; unit?: number } = {},
  ) => {
    const figures = NAMES.map((target) => {
      const one = seen.get(target);
      return one === undefined ? Number.NaN : quantile(values(one), part);
    });
    const [limit = Number.NaN] = figures;
    const cells = figures.map((figure, i) =>
      i === 0
        ? (figure / unit).toFixed(1)
        : `${(figure / unit).toFixed(1)} (${(figure / limit).toFixed(2)}x)`,
    );
    console.log(
      `  ${name.padEnd(42)}${cells.map((cell) => cell.padStart(17)).join("")}`,
    );
  };
  console.log(
    `  ${"".padEnd(42)}${NAMES.map((name) => name.padStart(17)).join("")}`,
  );
  row(
    "first paint, ms",
    hurries(({ firstPaint }) => [firstPaint]),
  );
  row(
    "first tap answered, ms",
    hurries(({ firstTap }) => [firstTap]),
  );
  row(
    "four questions in a hurry, ms",
    hurries(({ fourTaps }) => [fourTaps]),
  );
  const steps = walks((one) => one.steps);
  row("tap to next question painted, median, ms", steps);
  row("the same, p95, ms", steps, { part: 0.95 });
  row(
    "all pictures of a question, ms",
    walks(({ pictures }) => pictures),
  );
  row(
    "main thread busy for one step, ms",
    traced(({ busy }) => busy),
  );
  row(
    "style recalculations in one step",
    traced(({ styles }) => styles),
  );
  row(
    "layouts in one step",
    traced(({ layouts }) => layouts),
  );
  row(
    "paints in one step",
    traced(({ paints }) => paints),
  );
  const bytes = walks((one) => [one.bytes]);
  row("bytes of the walk without pictures, kB", bytes, { unit: 1_000 });
  row(
    "requests besides pictures",
    walks(({ requests }) => [requests]),
  );
  row(
    "of them behind the first tap",
    walks((one) => [one.requestsOnTheWay]),
  );
  row(
    "heap at the end, MB",
    walks(({ heap }) => [heap]),
    { unit: 1_000_000 },
  );
}

function hurries(values: (one: Hurry) => readonly number[]) {
  return (seen: Seen) => seen.hurries.flatMap(values);
}

function walks(values: (one: Walk) => readonly number[]) {
  return (seen: Seen) => seen.walks.flatMap(values);
}

function traced(value: (one: Walk["traced"][number]) => number) {
  return walks((one) => one.traced.map(value));
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return (
    sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ??
    Number.NaN
  );
}
