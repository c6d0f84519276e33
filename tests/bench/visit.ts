import { chromium, type Browser, type Page } from "playwright";
import { findBrowser } from "../testing/browser.ts";
import { serveDist, servePlain, serveSameLook } from "./servers.ts";

/** Slow 4G as Lighthouse has it, and a phone a quarter as fast as this machine. */
const NETWORK = {
  downloadThroughput: (1_600 * 1_024) / 8,
  uploadThroughput: (750 * 1_024) / 8,
  latency: 150,
  offline: false,
};
const CPU_SLOWDOWN = 4;
const RUNS = Number(process.env["RUNS"] ?? 25);
const TAPS = 2;

interface Visit {
  /** Milliseconds from the start of the navigation. */
  readonly firstPaint: number;
  /** Until the question after the first tap, made at the first paint, is painted. */
  readonly firstTap: number;
  /** From each tap to the next question painted. */
  readonly steps: readonly number[];
}

/** Where the first choice of each of the first questions is, in pixels of the window. */
type Targets = readonly { readonly x: number; readonly y: number }[];

/**
 * The first three questions of a funnel against two hand-written pages of the same, one bare and one that looks alike:
 * runs interleaved, ratios printed.
 */
export async function benchVisit(): Promise<void> {
  const executablePath = findBrowser();
  if (executablePath === null)
    throw new Error("no Chromium: `npm test` installs one");
  const ours = await serveDist();
  const served = {
    ours,
    bare: await servePlain(ours.first),
    alike: await serveSameLook(),
  };
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  const visits: Visits = { ours: [], bare: [], alike: [] };
  try {
    const targets = new Map<Name, Targets>();
    for (const name of NAMES)
      targets.set(name, await findTargets(browser, served[name].url));
    for (let run = 0; run < RUNS; run += 1)
      for (const [name, taps] of targets)
        visits[name].push(await visit(browser, served[name].url, taps));
  } finally {
    await browser.close();
    await Promise.all(Object.values(served).map(({ stop }) => stop()));
  }
  report("first paint", visits, (one) => [one.firstPaint]);
  report("first tap answered", visits, (one) => [one.firstTap]);
  report("tap to next question", visits, (one) => one.steps);
}

const NAMES = ["ours", "bare", "alike"] as const;
type Name = (typeof NAMES)[number];
type Visits = Readonly<Record<Name, Visit[]>>;

async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    isMobile: true,
  });
  return context.newPage();
}

/** Looks for the choices in a visit of its own: asking a page for them costs it more than painting. */
async function findTargets(browser: Browser, url: string): Promise<Targets> {
  const page = await openPage(browser);
  await page.goto(url);
  const targets: { x: number; y: number }[] = [];
  for (let tap = 0; tap < TAPS; tap += 1) {
    const headline = await page.locator("h1").textContent();
    const box = await page.locator("label").first().boundingBox();
    if (box === null) throw new Error("the question has no choice on screen");
    const target = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    targets.push(target);
    await page.touchscreen.tap(target.x, target.y);
    await page.waitForFunction(
      (before) => document.querySelector("h1")?.textContent !== before,
      headline,
    );
  }
  await page.context().close();
  return targets;
}

/** Nothing runs in the page until the last question is painted, but what notes the taps and the questions. */
async function visit(
  browser: Browser,
  url: string,
  targets: Targets,
): Promise<Visit> {
  const page = await openPage(browser);
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  await client.send("Network.emulateNetworkConditions", NETWORK);
  await client.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await page.addInitScript(WATCH_QUESTIONS);
  const painted = heard(page, "first paint");
  await client.send("Page.navigate", { url });
  await painted;
  for (const { x, y } of targets) {
    const shown = heard(page, "next question");
    await page.touchscreen.tap(x, y);
    await shown;
  }
  const seen = await page.evaluate(() => ({
    firstPaint:
      performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
    taps: globalThis.taps,
    questions: globalThis.questions,
  }));
  await page.context().close();
  return {
    firstPaint: seen.firstPaint,
    firstTap: seen.questions[0] ?? Number.NaN,
    steps: seen.questions.map((at, i) => at - (seen.taps[i] ?? Number.NaN)),
  };
}

/** A word of what runs in the page. Rejects when it does not come within half a minute. */
function heard(page: Page, word: string): Promise<unknown> {
  return page.waitForEvent("console", (message) => message.text() === word);
}

declare global {
  var taps: number[];
  var questions: number[];
}

/** Runs in the page, as text: notes every tap, says when the first paint is done, and which frame shows another headline. */
const WATCH_QUESTIONS = `
  globalThis.taps = [];
  globalThis.questions = [];
  let last = null;
  addEventListener("click", (event) => { if (event.isTrusted && event.detail > 0) taps.push(event.timeStamp); }, true);
  const look = () => {
    const headline = document.querySelector("h1")?.textContent ?? null;
    if (headline === null || headline === last) return;
    const isNext = last !== null;
    last = headline;
    // After the next frame's rendering the headline is on screen.
    if (isNext) requestAnimationFrame(() => setTimeout(() => {
      questions.push(performance.now());
      console.debug("next question");
    }));
  };
  new PerformanceObserver((paints) => {
    if (paints.getEntriesByName("first-contentful-paint").length > 0) console.debug("first paint");
  }).observe({ type: "paint", buffered: true });
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
`;

function report(
  name: string,
  visits: Visits,
  values: (visit: Visit) => readonly number[],
): void {
  for (const [label, part] of [
    ["median", 0.5],
    ["p95", 0.95],
  ] as const) {
    const ours = quantile(visits.ours.flatMap(values), part);
    const against = (other: Name, what: string) => {
      const theirs = quantile(visits[other].flatMap(values), part);
      return `${(ours / theirs).toFixed(2)} of ${what} (${theirs.toFixed(0)} ms)`;
    };
    console.log(
      `${name}, ${label}: ${ours.toFixed(0)} ms, ${against("bare", "a bare page")}, ${against("alike", "one that looks alike")}`,
    );
  }
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return (
    sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ??
    Number.NaN
  );
}
