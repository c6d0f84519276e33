import type { BrowserContext, Page } from "playwright";
import { expect } from "vitest";
import { ask } from "../testing/ask.ts";
import { gate, SCRIPTS } from "../testing/faults.ts";
import { hydrated, screenAfter, soon } from "../testing/screen.ts";
import { answersOf, chosen, datingStored } from "../testing/stored.ts";
import { answered } from "../testing/traffic.ts";
import { answerVendors } from "../testing/vendors.ts";
import { test } from "../testing/visitor.ts";
import { card } from "../testing/walk.ts";

/** What would tell that somebody has said the worst. */
const TELLING = /dark|talk to a person|tonight|2[01]-step/i;
/** Third parties would learn it from the way as well: the others come by the offers. */
const WAY_OUT = /thank-you/;

/** Everything that leaves for our own API: addresses, headers and bodies. */
function ownCalls(context: BrowserContext): readonly string[] {
  const sent: string[] = [];
  context.on("request", (request) => {
    if (!/\/(ai-)?api\//.test(request.url())) return;
    // The browser itself names the document; `X-Referrer` is ours.
    const { referer: _referer, ...headers } = request.headers();
    sent.push(
      [request.url(), JSON.stringify(headers), request.postData()].join(" "),
    );
  });
  return sent;
}

const readers = (page: Page) =>
  page.locator("script[src*=googletagmanager]").count();

/** Answers the question on screen by the choice with this value. */
async function answer(page: Page, value: string): Promise<void> {
  const { pathname } = new URL(page.url());
  await page.locator(`fieldset label:has(input[value="${value}"])`).click();
  await page.clock.runFor(300);
  await screenAfter(page, pathname);
}

async function elapse(page: Page): Promise<void> {
  for (let step = 0; step < 20; step += 1) {
    await answered(page);
    await page.clock.runFor(500);
  }
}

test.concurrent("before the app, which knows the answers, nothing is counted behind such a way", async () => {
  const isCounted = async (path: string) => {
    const { body } = await ask("dating", `/quiz-exback-new/${path}`);
    return !/<html[^>]* data-uncounted/.test(body.toString());
  };
  expect(await isCounted("19-meals")).toBe(true);
  expect(await isCounted("21-step")).toBe(false);
  expect(await isCounted("thank-you")).toBe(false);
});

test.concurrent("whoever is led to help has told nobody but this browser", async ({
  arrive,
}) => {
  const { page, context, open } = await arrive("dating", {
    consent: "accepted",
    clock: true,
  });
  const told = await answerVendors(context);
  const called = ownCalls(context);
  await open("/quiz-exback-new/19-meals");
  await hydrated(page);
  await soon(async () => expect(await readers(page)).toBe(1));
  await toldOf(page, told, "/quiz-exback-new/19-meals");
  await answer(page, "as-always");
  expect(new URL(page.url()).pathname).toBe("/quiz-exback-new/20-step");
  await hydrated(page);
  expect(await readers(page)).toBe(0);
  expect(await page.title()).not.toMatch(TELLING);
  await answer(page, "yes");
  expect(new URL(page.url()).pathname).toBe("/quiz-exback-new/21-step");
  expect(await page.locator("h1").textContent()).toContain("talk to a person");
  expect(await page.title()).not.toMatch(TELLING);
  await elapse(page);
  await page.reload();
  await hydrated(page);
  await elapse(page);
  await page.locator('[data-action="continue"]').click();
  await screenAfter(page, "/quiz-exback-new/21-step");
  expect(new URL(page.url()).pathname).toBe("/quiz-exback-new/thank-you");
  await elapse(page);
  expect(await readers(page)).toBe(0);
  expect(
    all(told).filter((text) => TELLING.test(text) || WAY_OUT.test(text)),
  ).toEqual([]);
  expect(called.length).toBeGreaterThan(2);
  expect(called.filter((text) => TELLING.test(text))).toEqual([]);
});

test.concurrent(
  "whoever answers otherwise is measured again behind the question, in a new document",
  { tags: "long" },
  async ({ arrive }) => {
    const { page, context, open } = await arrive("dating", {
      consent: "accepted",
      clock: true,
    });
    const told = await answerVendors(context);
    await open("/quiz-exback-new/20-step");
    await hydrated(page);
    await toldOf(page, told, "/quiz-exback-new/step");
    expect(await readers(page)).toBe(0);
    await answer(page, "no");
    expect(new URL(page.url()).pathname).toBe("/quiz-exback-new/22-people");
    await hydrated(page);
    await soon(async () => expect(await readers(page)).toBe(1));
    // Such scripts read where the visitor was before.
    expect(await page.evaluate(() => document.referrer)).not.toContain("step");
    await page.goBack();
    await page.waitForURL("**/20-step");
    await hydrated(page);
    expect(await readers(page)).toBe(0);
    expect(all(told).join("\n")).not.toMatch(/20-step|dark/);
  },
);

test.concurrent("whoever answers a sensitive question before the scripts are there goes on in a new document", async ({
  arrive,
}) => {
  const { page, context, origin } = await arrive("calm", {
    consent: "accepted",
  });
  const told = await answerVendors(context);
  const documents: string[] = [];
  page.on("domcontentloaded", () =>
    documents.push(new URL(page.url()).pathname),
  );
  const scripts = await gate(page, SCRIPTS);
  await page.goto(`${origin}/quiz/19-step`, { waitUntil: "commit" });
  await card(page, "fine").click();
  expect(await screenAfter(page, "/quiz/19-step")).toMatchObject({
    path: "/quiz/21-minutes",
  });
  scripts.open();
  await hydrated(page);
  expect(documents).toEqual(["/quiz/19-step", "/quiz/21-minutes"]);
  expect(await answersOf(page, "calm/anti-procrastination")).toEqual({
    mood: "fine",
  });
  await soon(async () => expect(await readers(page)).toBe(1));
  await page.goBack();
  await page.waitForURL("**/19-step");
  await hydrated(page);
  expect(await chosen(page)).toBe("fine");
  expect(await readers(page)).toBe(0);
  expect(all(told).join("\n")).not.toMatch(/19-step|mood/);
});

test.concurrent("whoever has said that they are in danger comes to no offer by an address", async ({
  arrive,
}) => {
  const { page, open } = await arrive("dating", {
    stored: datingStored({ safety: ["afraid"] }),
  });
  for (const offer of ["oto", "offer2", "upsell/coach", "oto-gift"]) {
    await open(`/quiz-exback/${offer}`);
    await page.waitForURL("**/quiz-exback/9-step");
    expect(await page.locator("h1").textContent()).toContain(
      "Then safety comes first.",
    );
    expect(await page.locator('[data-action="accept"]').count()).toBe(0);
  }
});

type Told = Awaited<ReturnType<typeof answerVendors>>;

/** Everything that third parties were told, in words. */
function all(told: Told): readonly string[] {
  return told.map(({ url, text }) => `${url} ${decoded(text)}`);
}

/** Lets time pass until third parties have heard of a page: what they have not been told goes with its document. */
function toldOf(page: Page, told: Told, path: string): Promise<void> {
  return soon(async () => {
    await page.clock.runFor(500);
    expect(all(told).join("\n")).toContain(path);
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
