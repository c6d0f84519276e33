import { type ChildProcess, spawn } from "node:child_process";
import {
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { quizText } from "../compiler/testing/base-content.ts";
import {
  type RunningServer,
  startSandbox,
} from "../compiler/walk/sandbox-server.ts";
import { declined } from "../runtime/walk/walk.ts";
import { newServedCheckout } from "./checkouts/copy.ts";
import { launchBrowser } from "./testing/browser.ts";
import { alive } from "./testing/screen.ts";

/** Visitors at once, in browsers of their own; as many as a small machine can hold, or `DEPLOY_BROWSERS` of five each. */
const BROWSERS = Number(process.env["DEPLOY_BROWSERS"] ?? 2);
const CONTEXTS = 5;
/** The first is there when the visitors come, and at least ten are put in its place. */
const EDITIONS_MIN = 11;
/** Builds that are killed half-way. */
const KILLED = [4, 8];
const QUESTIONS = 6;

const root = realpathSync(mkdtempSync(join(tmpdir(), "funnels-deploys-")));
const own = join(root, "own");
let server: RunningServer;
let browsers: readonly Browser[] = [];

beforeAll(async () => {
  newServedCheckout(own);
  write(1);
  expect(await ended(startBuild())).toBe(0);
  server = await startSandbox(own);
  browsers = await Promise.all(Array.from({ length: BROWSERS }, launchBrowser));
}, 600_000);
afterAll(async () => {
  await Promise.all(browsers.map((browser) => browser.close()));
  await server.stop();
  rmSync(root, { recursive: true, force: true });
});

/**
 * The quiz of an edition. Each is another live change: choices added, turned round and reworded, a question put before,
 * another id, another stored value, words to read in between, questions that change places.
 */
function write(edition: number): void {
  const numbers = Array.from({ length: QUESTIONS }, (_, i) => i + 1);
  if (edition >= 9) numbers.splice(2, 2, 4, 3);
  const asked = numbers.map((n) => {
    const isRenamed = n === 3 && edition >= 6;
    const first =
      n === 2 && edition >= 7
        ? "{ label: Yes, value: indeed, was: ['yes'] }"
        : `{ label: ${edition >= 2 ? "Oh yes" : "Yes"}, value: 'yes' }`;
    const options = [first, "{ label: Not so, value: not-so }"];
    if (edition >= 3) options.push("{ label: Perhaps, value: perhaps }");
    if (edition >= 4) options.reverse();
    const id = isRenamed ? "id: third, was: [q3]" : `id: q${n}`;
    return `- { ${id}, ask: Question ${n} of edition ${edition}, options: [${options.join(", ")}] }`;
  });
  if (edition >= 5)
    asked.splice(
      1,
      0,
      `- { id: extra, ask: Question 0 of edition ${edition}, options: [{ label: A, value: a }, { label: B, value: b }] }`,
    );
  if (edition >= 8)
    asked.splice(
      3,
      0,
      `- { id: rest, page: info, heading: Words of edition ${edition} }`,
    );
  const end = `- { path: "{n}-result", page: report, heading: Result of edition ${edition}, sections: [{ section: text, text: "Said." }] }`;
  writeFileSync(
    join(own, "funnels/demo/quiz.yaml"),
    quizText(asked.join("\n"), end),
  );
}

function startBuild(): ChildProcess {
  return spawn(process.execPath, ["compiler/bin.mjs", "build"], {
    cwd: own,
    stdio: ["ignore", "ignore", "inherit"],
    detached: true,
  });
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once("exit", resolve));
}

/** Kills a build once it has begun to write its pages. */
async function killHalfWay(): Promise<void> {
  const builds = () => readdirSync(join(own, ".builds")).length;
  const before = builds();
  const child = startBuild();
  const end = ended(child);
  while (child.exitCode === null && builds() <= before) await wait(5);
  expect(child.exitCode).toBe(null);
  process.kill(-(child.pid ?? 0), "SIGKILL");
  await end;
}

/** What went wrong for all visitors together, and how much went well. */
interface Seen {
  readonly failed: string[];
  readonly mixed: string[];
  readonly lost: string[];
  readonly editions: Set<number>;
  walks: number;
  /** Visitors who, in one walk, came from one edition to another. */
  readonly switched: Set<number>;
}

test("whoever is inside while builds are switched loses nothing", async () => {
  const seen: Seen = {
    failed: [],
    mixed: [],
    lost: [],
    editions: new Set(),
    walks: 0,
    switched: new Set(),
  };
  const deploys = { over: false };
  const visitors = browsers.flatMap((browser, b) =>
    Array.from({ length: CONTEXTS }, async (_, c) => {
      for (let n = 0; !deploys.over || n === 0; n += 1)
        if (await visit(browser, seen, b + c + n))
          seen.switched.add(b * CONTEXTS + c);
    }),
  );
  const visiting = Promise.all(visitors);
  // A visitor who cannot go on is not waited for.
  visiting.catch(() => (deploys.over = true));
  // Until each visitor was inside while a build was switched.
  const isEnough = (edition: number) =>
    edition > EDITIONS_MIN && seen.switched.size === visitors.length;
  for (let edition = 2; !deploys.over && !isEnough(edition); edition += 1) {
    write(edition);
    if (KILLED.includes(edition)) await killHalfWay();
    expect(await ended(startBuild())).toBe(0);
    // A running server looks once a second.
    await wait(1_500);
  }
  deploys.over = true;
  await visiting;
  expect([seen.failed, seen.mixed, seen.lost]).toEqual([[], [], []]);
  expect(seen.editions.size).toBeGreaterThan(EDITIONS_MIN / 2);
  console.log(
    `${seen.walks} walks of ${visitors.length} visitors, through ${seen.editions.size} editions`,
  );
}, 1_800_000);

/** One visitor, from the first question to the result, with a reload somewhere on the way; true if a build was switched. */
async function visit(
  browser: Browser,
  seen: Seen,
  turn: number,
): Promise<boolean> {
  const context = await browser.newContext(PHONE);
  await context.addInitScript((items) => {
    for (const [key, value] of Object.entries(items))
      localStorage.setItem(key, value);
  }, declined);
  const page = await context.newPage();
  const document = listen(page, seen);
  await page.goto(`http://demo.localhost:${server.port}/quiz/start`);
  const given = new Set<string>();
  const editions = new Set<number>();
  for (let screen = 0; ; screen += 1) {
    if (screen > SCREENS_MAX) throw new Error("the quiz does not end");
    if (screen === turn % QUESTIONS) await page.reload();
    await alive(page);
    const heading = await page.getByRole("heading", { level: 1 }).innerText();
    const edition = editionIn(heading);
    seen.editions.add(edition);
    editions.add(edition);
    const served = await document();
    if (served !== edition)
      seen.mixed.push(`a document of ${served} shows "${heading}"`);
    if (heading.startsWith("Result")) break;
    const question = /^Question (\d)/.exec(heading)?.[1];
    // One that was moved behind where they are is shown again, with their answer.
    const isOpen = (await page.locator(`${CARD}:has(:checked)`).count()) === 0;
    if (question !== undefined && given.has(question) && isOpen)
      seen.lost.push(`question ${question} is asked again in ${edition}`);
    if (question !== undefined) given.add(question);
    const way = question === undefined ? CONTINUE : CARD;
    await page.locator(way).first().click();
    await page.waitForFunction(
      (before) => {
        const shown = window.document.querySelector("main h1")?.textContent;
        return shown !== undefined && shown !== null && shown !== before;
      },
      heading,
      { polling: 30 },
    );
  }
  const answers = await answersOn(page);
  const lost = [...given].filter((question) => !isKept(question, answers));
  seen.lost.push(...lost.map((question) => `${question} of ${answers.join()}`));
  seen.walks += 1;
  await context.close();
  return editions.size > 1;
}

const PHONE = { viewport: { width: 375, height: 812 } };
const SCREENS_MAX = 20;
const CONTINUE = '[data-action="continue"]';
const CARD = "fieldset label:has(input)";

/** Notes what fails to load; yields the edition of the document that is shown, as it came. */
function listen(page: Page, { failed }: Seen): () => Promise<number> {
  let document = Promise.resolve(0);
  page.on("response", (answer) => {
    if (answer.status() >= 400)
      failed.push(`${answer.status()} ${answer.url()}`);
    else if (answer.request().isNavigationRequest() && answer.ok())
      document = answer.text().then(editionIn);
  });
  page.on("requestfailed", (request) => {
    const error = request.failure()?.errorText;
    // What was on its way when the visitor reloaded, or left.
    if (error !== "net::ERR_ABORTED") failed.push(`${error} ${request.url()}`);
  });
  page.on("pageerror", (error) => failed.push(String(error)));
  return () => document;
}

function editionIn(text: string): number {
  return Number(/edition (\d+)/.exec(text)?.[1]);
}

async function answersOn(page: Page): Promise<readonly string[]> {
  const kept = await page.evaluate(() =>
    localStorage.getItem("funnel:demo/quiz"),
  );
  return Object.keys(Object(JSON.parse(kept ?? "{}").answers));
}

/** Under its own id, or the one that it has in later editions. */
function isKept(question: string, answers: readonly string[]): boolean {
  const ids = { "0": ["extra"], "3": ["q3", "third"] }[question];
  return (ids ?? [`q${question}`]).some((id) => answers.includes(id));
}
