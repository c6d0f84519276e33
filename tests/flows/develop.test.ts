// @module-tag long
import { cpSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect } from "vitest";
import { edit, funnels } from "../checkouts/copy.ts";
import {
  develop,
  developedCheckout,
  type DevelopmentServer,
} from "../checkouts/develop.ts";
import { hydrated, screenAfter, soon } from "../testing/screen.ts";
import { type Arrive, test } from "../testing/visitor.ts";

const QUIZ = "funnels/demo/quiz.yaml";
const OTHER = "funnels/other/quiz.yaml";
const MOOD = "  - { id: mood, ask: How are you?, options: [Good, Bad] }\n";
const SLEEP =
  "  - { id: sleep, ask: How do you sleep?, options: [Well, Badly] }\n";
/** The browser's own request for an icon, and the page of a brand that cannot be shown. */
const EXPECTED = /favicon|status of 500/;

const root = realpathSync(mkdtempSync(join(tmpdir(), "funnels-dev-")));
const checkout = join(root, "checkout");
let server: DevelopmentServer;

// A brand has a mistake from the beginning.
beforeAll(async () => {
  developedCheckout(checkout);
  const folder = (brand: string) => join(checkout, "funnels", brand);
  edit(checkout, QUIZ, "2-email", "email");
  edit(checkout, QUIZ, MOOD, MOOD + SLEEP);
  cpSync(folder("demo"), folder("other"), { recursive: true });
  edit(checkout, "funnels/other/brand.yaml", "[demo.", "[other.");
  edit(checkout, "funnels/other/brand.yaml", "alias: demo", "alias: other");
  edit(checkout, OTHER, "options: [Good", "optoins: [Good");
  server = await develop(checkout);
});
afterAll(async () => {
  await server?.stop();
  rmSync(root, { recursive: true, force: true });
});

/** Somebody on the first page of a brand, as it is developed. */
async function arriveAt(arrive: Arrive, brand: string): Promise<Page> {
  const { page } = await arrive("calm", { expected: EXPECTED });
  await page.goto(`http://${brand}.localhost:${server.port}/quiz/start`);
  return page;
}

const change = (from: string, to: string) => edit(checkout, QUIZ, from, to);
const mistakes = (page: Page) => page.locator("funnels-mistakes li");

/** Waits until the headline says this; fails with what it says. */
const says = (page: Page, heading: string) =>
  soon(async () =>
    expect(await page.locator("main h1").innerText()).toBe(heading),
  );
const path = (page: Page) => new URL(page.url()).pathname;

/** A document that is loaded anew has no mark any more. */
const mark = (page: Page) =>
  page.evaluate(() => Object.assign(window, { marked: true }).marked);
const isMarked = (page: Page) => page.evaluate(() => "marked" in window);

test("what is saved is on the page as it stands, with the answers", async ({
  arrive,
}) => {
  const page = await arriveAt(arrive, "demo");
  await hydrated(page);
  await page.getByLabel("Bad").click();
  await screenAfter(page, "/quiz/start");
  await mark(page);
  change("How do you sleep?", "How did you sleep?");
  await says(page, "How did you sleep?");

  // A question in front: the step has another address, and the visitor stays with it.
  const age =
    "  - { id: age, ask: How old are you?, options: [Under 50, Over] }\n";
  change(MOOD, MOOD + age);
  await soon(async () => expect(path(page)).toBe("/quiz/3-sleep"));
  await says(page, "How did you sleep?");
  await page.getByRole("button", { name: "Back" }).click();
  await says(page, "How old are you?");

  // The question on the screen is gone: the next one stands in its place.
  change(age, "");
  await says(page, "How did you sleep?");
  expect(path(page)).toBe("/quiz/2-sleep");
  await page.getByRole("button", { name: "Back" }).click();
  await says(page, "How are you?");
  expect(await page.getByLabel("Bad").isChecked()).toBe(true);

  edit(checkout, "funnels/demo/brand.yaml", "#2f5d50", "#2f5d51");
  const accent = () =>
    page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue("--accent"),
    );
  await soon(async () => expect(await accent()).toBe("#2f5d51"));
  expect(await isMarked(page)).toBe(true);
});

test("a funnel's data comes without a source map", async ({ arrive }) => {
  const page = await arriveAt(arrive, "demo");
  await hydrated(page);
  const code = await page.evaluate(async () => {
    const data = "/@id/__x00__virtual:content/demo/quiz";
    return (await fetch(data)).text();
  });
  expect(code).toContain("How did you sleep?");
  expect(code).not.toContain("sourceMappingURL");
});

test("a mistake is shown on the page as it last was without, until it is mended", async ({
  arrive,
}) => {
  const page = await arriveAt(arrive, "demo");
  await hydrated(page);
  await mark(page);
  change("  - { id: mood, ask: How", "  - { id: mood, aks: How");
  const finding = /^funnels\/demo\/quiz\.yaml:6:17 .*did you mean "ask"\?$/s;
  await mistakes(page).first().waitFor();
  const found = await mistakes(page).allInnerTexts();
  expect(found).toContainEqual(expect.stringMatching(finding));
  await says(page, "How are you?");
  expect(await isMarked(page)).toBe(true);

  await page.reload();
  await mistakes(page).first().waitFor();
  expect(await mistakes(page).allInnerTexts()).toEqual(found);
  await says(page, "How are you?");

  await hydrated(page);
  await mark(page);
  change("aks: How are you?", "ask: How is it?");
  await says(page, "How is it?");
  await mistakes(page).first().waitFor({ state: "detached" });
  expect(await isMarked(page)).toBe(true);
});

test("a brand that began with a mistake shows it, and itself when it is mended", async ({
  arrive,
}) => {
  const page = await arriveAt(arrive, "other");
  const shown = page.locator("[data-mistakes]");
  expect(await shown.innerText()).toMatch(
    /^funnels\/other\/quiz\.yaml:6:36 .*unknown key "optoins".*did you mean "options"\?$/s,
  );
  const address = `http://other.localhost:${server.port}`;
  expect(server.said()).not.toContain(address);
  edit(checkout, OTHER, "optoins", "options");
  await says(page, "How are you?");
  await soon(async () => expect(server.said()).toContain(address));
});

test("a taken port is refused in a sentence, and the process ends", async () => {
  const { code, said } = await funnels(checkout, ["dev"], checkout, {
    PORT: String(server.port),
    DATA_DIR: join(root, "other-data"),
  });
  expect([code, said]).toEqual([
    2,
    expect.stringMatching(/^Port \d+ is taken: .*PORT=\d+/m),
  ]);
  expect(said).not.toContain("    at ");
});

test("the server starts anew when a source of its own is saved", async ({
  arrive,
}) => {
  const detail = async () => {
    const answer = await fetch(`http://localhost:${server.port}/api/nothing`);
    return (await answer.json()).detail;
  };
  const before = await detail();
  edit(checkout, "server/http/problem.ts", before, "There is nothing here.");
  await soon(async () => expect(await detail()).toBe("There is nothing here."));
  await hydrated(await arriveAt(arrive, "demo"));
});
