import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { ROOT } from "../../../compiler/testing/root.ts";
import type { Step } from "../../../generated/contract.ts";
import { href } from "../../../generated/address.ts";
import { launchBrowser } from "../../testing/browser.ts";
import { brands, funnelsOf } from "../../testing/content.ts";
import { hydrated, workerReady } from "../../testing/screen.ts";
import { type RunningServer, startServer } from "../../testing/server.ts";
import { expectEqual } from "./load.ts";

/** What only a browser meets, on the site as it is built: no scripts, no network, a number that cannot be meant. */
export async function inBrowser(): Promise<void> {
  if (!existsSync(join(ROOT, "dist/build.json"))) {
    console.log("  a browser: nothing is built, left out");
    return;
  }
  const server = await startServer();
  const browser = await launchBrowser();
  await withoutScripts(browser, server);
  await withoutNetwork(browser, server);
  await implausible(browser, server);
  await browser.close();
  await server.stop();
}

/** The first question of each quiz: whether there are words, and nothing waits. */
async function withoutScripts(
  browser: Browser,
  server: RunningServer,
): Promise<void> {
  const starts = await firstQuestions();
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  let said = 0;
  for (const address of starts) {
    await page.goto(at(server, address));
    const isSaid = await page.locator("[data-no-script] a").isVisible();
    const waits = page.locator("[data-preloader], [aria-busy=true]");
    if (isSaid && (await waits.filter({ visible: true }).count()) === 0)
      said += 1;
  }
  await context.close();
  expectEqual(
    `JavaScript off: of ${starts.length} quizzes, say so and wait for nothing`,
    said,
    starts.length,
  );
}

/** The same pages, loaded again without network. */
async function withoutNetwork(
  browser: Browser,
  server: RunningServer,
): Promise<void> {
  const starts = await firstQuestions();
  let back = 0;
  for (const address of starts) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(at(server, address));
    const before = await hydrated(page);
    await workerReady(page);
    await page.reload();
    await context.setOffline(true);
    await page.reload();
    const after = await hydrated(page);
    await page.locator("[data-no-network]").waitFor();
    if (after.heading === before.heading) back += 1;
    await context.close();
  }
  expectEqual(
    `no network: of ${starts.length} quizzes, come back and say so`,
    back,
    starts.length,
  );
}

/** Each question that takes more than anybody can mean: whether it asks first. */
async function implausible(
  browser: Browser,
  server: RunningServer,
): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  let [questions, asked] = [0, 0];
  for (const [address, step] of await everyQuestion()) {
    if (step.page !== "number") continue;
    const { max, plausible } = step.props;
    if (max === undefined || (plausible?.max ?? max) >= max) continue;
    questions += 1;
    await page.goto(at(server, address));
    await hydrated(page);
    await page.locator("[data-answer] input").last().fill(String(max));
    if (await isAskedBack(page)) asked += 1;
  }
  await context.close();
  expectEqual(
    `of ${questions} questions that were told more than can be meant, ask first`,
    asked,
    questions,
  );
}

async function isAskedBack(page: Page): Promise<boolean> {
  const before = page.url();
  await page.locator('[data-action="continue"]').click();
  await page.getByText("is that right?").waitFor();
  return page.url() === before;
}

async function everyQuestion(): Promise<(readonly [string, Step])[]> {
  const found: (readonly [string, Step])[] = [];
  for (const brand of brands)
    for (const { mounts, steps, entry } of await funnelsOf(brand))
      if (entry !== null)
        for (const step of steps)
          if (step.progress !== null)
            found.push([`${brand}${href(mounts[0] ?? "", step.path)}`, step]);
  return found;
}

async function firstQuestions(): Promise<string[]> {
  const all = await everyQuestion();
  return all.flatMap(([address, { progress, edges }]) =>
    progress === 0 && edges.length > 0 ? [address] : [],
  );
}

/** An address that begins with the brand. */
function at({ port }: RunningServer, address: string): string {
  const [brand = "", ...path] = address.split("/");
  return `http://${brand}.localhost:${port}/${path.join("/")}`;
}
