import type { Browser, Page } from "playwright";
import { CONSENT_KEY } from "../../runtime/core/storage-keys.ts";
import { launchBrowser } from "../testing/browser.ts";
import { brands, type BrandId, pathsOf } from "../testing/content.ts";
import { alive } from "../testing/screen.ts";
import { startServer } from "../testing/server.ts";
import { choiceOf, storedOf } from "../testing/stored.ts";

/** How much of the screen may move, as browsers count it: what is above is named. */
const MOST = 0.02;
/** How long fonts and pictures take, in milliseconds: long enough that every page is painted without them. */
const LATE_MS = 500;
const LATE = /\.(?:woff2|svg|webp|avif|png|jpe?g)(?:\?|$)/;
const PHONE = { width: 375, height: 812 };

/** Who comes: to a step for the first time, or to one that they have answered, by a reload or a link. */
const VISITORS = ["first time", "answered"] as const;
type Visitor = (typeof VISITORS)[number];

/** The cumulative layout shift of every page on a phone, where fonts and pictures come late; `BRANDS=calm,woo` measures some. */
export async function benchShift(): Promise<void> {
  const wanted = process.env["BRANDS"]?.split(",");
  const [server, browser] = await Promise.all([startServer(), launchBrowser()]);
  const chosen = brands.filter((id) => wanted?.includes(id) ?? true);
  const said: string[] = [];
  try {
    for (const visitor of VISITORS) {
      let pages = 0;
      let moving = 0;
      for (const brand of chosen)
        for await (const { path, shift, by } of shiftsOf(
          browser,
          { brand, visitor },
          server.port,
        )) {
          pages += 1;
          if (shift <= MOST) continue;
          moving += 1;
          console.log(
            `  ${visitor}: ${brand}${path}  ${shift.toFixed(3)}  ${by}`,
          );
        }
      said.push(
        `  ${visitor}: ${moving} of ${pages} pages shift by more than ${MOST}`,
      );
    }
  } finally {
    await browser.close();
    await server.stop();
  }
  console.log(said.join("\n"));
}

async function* shiftsOf(
  browser: Browser,
  { brand, visitor }: { readonly brand: BrandId; readonly visitor: Visitor },
  port: number,
) {
  const stored = {
    ...(visitor === "answered" && (await storedOf(brand))),
    [CONSENT_KEY]: choiceOf("declined"),
  };
  const context = await browser.newContext({
    viewport: PHONE,
    bypassCSP: true,
  });
  await context.route(LATE, (route) =>
    setTimeout(() => void route.continue().catch(() => undefined), LATE_MS),
  );
  await context.addInitScript((items) => {
    for (const [key, value] of Object.entries(items))
      if (localStorage.getItem(key) === null)
        localStorage.setItem(key, JSON.stringify(value));
  }, stored);
  await context.addInitScript(() => {
    const seen: object[] = [];
    Object.assign(globalThis, { shifts: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.push(entry);
    }).observe({ type: "layout-shift", buffered: true });
  });
  for (const path of await pathsOf(brand)) {
    // A new page each: what one had in memory does not help the next one.
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await page.goto(`http://${brand}.localhost:${port}${path}`);
    yield { path, ...(await shiftOf(page)) };
    await page.close();
  }
  await context.close();
}

async function shiftOf(page: Page): Promise<{ shift: number; by: string }> {
  await alive(page);
  await page.locator("[data-preloader]").waitFor({ state: "detached" });
  await page.evaluate(() => document.fonts.ready);
  await page.waitForFunction(() =>
    [...document.images].every((one) => one.complete || one.loading === "lazy"),
  );
  // The entries of a frame come behind it.
  await page.evaluate(
    () =>
      new Promise((done) =>
        requestAnimationFrame(() => requestAnimationFrame(done)),
      ),
  );
  return page.evaluate(() => {
    const entries: unknown = Reflect.get(globalThis, "shifts");
    let shift = 0;
    let most = 0;
    let by = "";
    for (const entry of Array.isArray(entries) ? entries : []) {
      if (entry.hadRecentInput) continue;
      shift += entry.value;
      if (entry.value <= most) continue;
      most = entry.value;
      by = [...entry.sources]
        .slice(0, 3)
        .map(({ node, previousRect, currentRect }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          const name = `${element?.tagName.toLowerCase()} "${element?.textContent.slice(0, 24)}"`;
          return `${name} ${previousRect.top}+${previousRect.height} -> ${currentRect.top}+${currentRect.height}`;
        })
        .join("; ");
    }
    return { shift, by };
  });
}
