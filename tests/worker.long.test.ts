import {
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { quizText } from "../compiler/testing/base-content.ts";
import { newServedCheckout } from "./checkouts/copy.ts";
import { build } from "./checkouts/served.ts";
import { launchBrowser } from "./testing/browser.ts";
import { hydrated } from "./testing/screen.ts";
import {
  type RunningServer,
  startSandbox,
} from "../compiler/walk/sandbox-server.ts";

/** A visitor's worker over three builds in a browser: the next one takes its place, and one without it ends it. */
const root = realpathSync(mkdtempSync(join(tmpdir(), "funnels-worker-")));
const own = join(root, "own");
let server: RunningServer;
let browser: Browser;
let first: string;

beforeAll(async () => {
  newServedCheckout(own);
  first = await buildOf("First");
  server = await startSandbox(own);
  browser = await launchBrowser();
}, 600_000);
afterAll(async () => {
  await browser.close();
  await server.stop();
  rmSync(root, { recursive: true, force: true });
});

/** Builds a quiz whose first question says which build it is of; the build's id. */
async function buildOf(
  words: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  writeFileSync(
    join(own, "funnels/demo/quiz.yaml"),
    quizText(
      `- { id: q1, ask: ${words} question, options: [{ label: A, value: a }, { label: B, value: b }] }`,
    ),
  );
  await build(own, variables);
  const { id }: { readonly id: string } = JSON.parse(
    readFileSync(join(own, "dist/build.json"), "utf8"),
  );
  return id;
}

/** What the browser keeps, and how many workers it has. */
function keptBy(page: Page): Promise<[readonly string[], number]> {
  return page.evaluate(async () => [
    await caches.keys(),
    (await navigator.serviceWorker.getRegistrations()).length,
  ]);
}

/** Opens the quiz again and again until the server has the build of these words, and the browser keeps `caches`. */
async function settled(
  page: Page,
  words: string,
  kept: readonly string[],
): Promise<void> {
  await expect
    .poll(async () => {
      await page.reload();
      return (await hydrated(page)).heading;
    })
    .toBe(`${words} question`);
  const workers = kept.length;
  await expect.poll(() => keptBy(page)).toEqual([kept, workers]);
}

test("each build's worker takes the place of the one before, and a build without one ends it", async () => {
  const context = await browser.newContext({ serviceWorkers: "allow" });
  const page = await context.newPage();
  await page.goto(`http://demo.localhost:${server.port}/quiz/start`);
  await settled(page, "First", [`funnels ${first}`]);

  const second = await buildOf("Second");
  await settled(page, "Second", [`funnels ${second}`]);
  await context.setOffline(true);
  await page.reload();
  expect((await hydrated(page)).heading).toBe("Second question");
  await context.setOffline(false);

  await buildOf("Third", { OFFLINE: "off" });
  await settled(page, "Third", []);
  await context.setOffline(true);
  await expect(page.reload()).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/);
  await context.close();
}, 300_000);
