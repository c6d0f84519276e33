import { chromium, type Browser, type Page } from "playwright";
import { findBrowser } from "../browser.ts";
import { serveDist, servePlain } from "./servers.ts";

/** Slow 4G as Lighthouse has it, and a phone a quarter as fast as this machine. */
const NETWORK = {
  downloadThroughput: (1_600 * 1_024) / 8,
  uploadThroughput: (750 * 1_024) / 8,
  latency: 150,
  offline: false,
};
const CPU_SLOWDOWN = 4;
const RUNS = Number(process.env["RUNS"] ?? 9);
const TAPS = 2;

interface Visit {
  /** Milliseconds from the start of the navigation. */
  readonly firstPaint: number;
  /** Until the question after the first tap, made at the first paint, is painted. */
  readonly firstTap: number;
  /** From each tap to the next question painted. */
  readonly steps: readonly number[];
}

/** The first three questions of a funnel against a hand-written page of the same: runs interleaved, ratios printed. */
export async function benchVisit(): Promise<void> {
  const executablePath = findBrowser();
  if (executablePath === null)
    throw new Error("no Chromium: `npm test` installs one");
  const ours = await serveDist();
  const plain = await servePlain(ours.first);
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  const visits: { ours: Visit[]; plain: Visit[] } = { ours: [], plain: [] };
  try {
    await visit(browser, ours.url);
    await visit(browser, plain.url);
    for (let run = 0; run < RUNS; run += 1) {
      visits.ours.push(await visit(browser, ours.url));
      visits.plain.push(await visit(browser, plain.url));
    }
  } finally {
    await browser.close();
    await Promise.all([ours.stop(), plain.stop()]);
  }
  report("first paint", visits, (one) => [one.firstPaint]);
  report("first tap answered", visits, (one) => [one.firstTap]);
  report("tap to next question", visits, (one) => one.steps);
}

async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send("Network.enable");
  await client.send("Network.emulateNetworkConditions", NETWORK);
  await client.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await page.addInitScript(WATCH_QUESTIONS);
  await page.goto(url, { waitUntil: "commit" });
  await page.waitForFunction(
    () => performance.getEntriesByName("first-contentful-paint").length > 0,
    null,
    { polling: 5 },
  );
  const taps: number[] = [];
  const painted: number[] = [];
  for (let tap = 0; tap < TAPS; tap += 1) {
    await tapFirstChoice(page);
    await page.waitForFunction(
      (count) => globalThis.questions.length > count,
      tap,
      { polling: 5 },
    );
    const seen = await page.evaluate(() => ({
      tapped: globalThis.taps,
      shown: globalThis.questions,
    }));
    taps.push(seen.tapped.at(tap) ?? 0);
    painted.push(seen.shown.at(tap) ?? 0);
  }
  const firstPaint = await page.evaluate(
    () =>
      performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
  );
  await context.close();
  return {
    firstPaint,
    firstTap: painted[0] ?? 0,
    steps: painted.map((at, i) => at - (taps[i] ?? 0)),
  };
}

async function tapFirstChoice(page: Page): Promise<void> {
  const box = await page.locator("label").first().boundingBox();
  if (box === null) throw new Error("the question has no choice on screen");
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

declare global {
  var taps: number[];
  var questions: number[];
}

/** Runs in the page, as text: notes every tap, and the frame that shows another headline. */
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
    if (isNext) requestAnimationFrame(() => setTimeout(() => questions.push(performance.now())));
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
`;

function report(
  name: string,
  visits: { ours: readonly Visit[]; plain: readonly Visit[] },
  values: (visit: Visit) => readonly number[],
): void {
  const ours = visits.ours.flatMap(values);
  const plain = visits.plain.flatMap(values);
  const line = (part: number) => {
    const [a, b] = [quantile(ours, part), quantile(plain, part)];
    return `${a.toFixed(0)} ms against ${b.toFixed(0)} ms, ratio ${(a / b).toFixed(2)}`;
  };
  console.log(`${name}: median ${line(0.5)}; p95 ${line(0.95)}`);
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return (
    sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ??
    Number.NaN
  );
}
