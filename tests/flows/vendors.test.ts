import { atPaymentPage, sheetOf } from "../testing/pay.ts";
import { randomUUID } from "node:crypto";
import type { Page } from "playwright";
import { describe, expect } from "vitest";
import { nearestPath } from "../../runtime/screen/addresses.ts";
import { SESSION_COOKIE, SESSION_HEADER } from "../../generated/call.ts";
import { ask } from "../testing/ask.ts";
import { BARE, complaintsAbout } from "../testing/axe.ts";
import { brandOf, brands, funnelsOf } from "../testing/content.ts";
import { hydrated, screenAfter, soon } from "../testing/screen.ts";
import { calmStoredAt, someEmail, storedOf } from "../testing/stored.ts";
import { answered } from "../testing/traffic.ts";
import { answerVendors, type Told } from "../testing/vendors.ts";
import { test } from "../testing/visitor.ts";
import {
  CONSENT_KEY,
  CONSENT_OUTBOX_KEY,
  GEO_KEY,
} from "../../runtime/core/storage-keys.ts";
import { walk } from "../testing/walk.ts";
import { someOf } from "../testing/long.ts";

const of = (told: readonly Told[], host: string) =>
  told.filter(({ url }) => new URL(url).hostname.endsWith(host));
const UNITED_STATES = {
  status: "success",
  country_code: "US",
  currency: "USD",
  city: "",
  country: "United States",
  postcode: "",
};
const notice = (page: Page) => page.locator("[data-notice]");
/** By the notice, the panel, or the foot of the page, which is the last that says so. */
const choose = (page: Page, what: "accept" | "decline" | "open" | "save") =>
  page.locator(`[data-consent=${what}]`).last().click();
const pageViews = (page: Page) =>
  page.evaluate(() => {
    const layer: unknown = Reflect.get(globalThis, "dataLayer");
    return Array.isArray(layer)
      ? layer.filter(({ event }) => event === "page_view")
      : null;
  });

/** The call that keeps a choice. */
const RECORD = /\/visitor\/store-consent$/;

/** The packages of vendors that have come: a page that goes away meanwhile says that they could not be started. */
const vendorsLoaded = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const names = performance
      .getEntriesByType("resource")
      .flatMap(
        ({ name }) =>
          /\/([a-z]+-(?:sdk|replay))-\w+\.js$/.exec(name)?.[1] ?? [],
      );
    return [...new Set(names)].sort();
  });
const VENDORS = ["posthog-sdk", "replay-sdk", "sentry-replay", "sentry-sdk"];

/** Waits for the page that loads anew because of what is done on it. */
async function reloadedBy(
  page: Page,
  work: () => Promise<void>,
): Promise<void> {
  const reload = page.waitForEvent("domcontentloaded");
  await work();
  await reload;
  await hydrated(page);
}

/** What the browser still has to send. */
const unsent = (page: Page): Promise<unknown> =>
  page.evaluate(
    (key) => JSON.parse(localStorage.getItem(key) ?? "[]"),
    CONSENT_OUTBOX_KEY,
  );

/** What the server has of a visitor's choices, as operators hand it over. */
async function choicesOf(page: Page): Promise<unknown[]> {
  const email = someEmail();
  const cookies = await page.context().cookies(page.url());
  const session = cookies.find(({ name }) => name === SESSION_COOKIE);
  await ask("face-care", "/api/visitor/store-contact-info", {
    headers: {
      "content-type": "application/json",
      [SESSION_HEADER]: decodeURIComponent(session?.value ?? ""),
    },
    body: JSON.stringify({ email, event_id: randomUUID() }),
  });
  const query = new URLSearchParams({ email }).toString();
  const { body } = await ask(
    "face-care",
    `/api/admin/contacts/export?${query}`,
  );
  const { privacy_choices } = JSON.parse(body.toString());
  return privacy_choices.map(({ purposes }: { purposes: unknown }) => purposes);
}

describe("consent", () => {
  test.concurrent("required: nothing before it, everything after it, and opt-out stops it", async ({
    arrive,
  }) => {
    const { page, context, open } = await arrive("face-care", {
      consent: null,
      clock: true,
    });
    const told = await answerVendors(context);
    await open("/quiz/start?utm_source=x&email=robin%40example.com");
    await hydrated(page);
    await notice(page).waitFor();
    await page.waitForLoadState("networkidle");
    expect(told).toEqual([]);

    await choose(page, "accept");
    await notice(page).waitFor({ state: "detached" });
    await soon(async () => {
      expect(of(told, "eu-assets.i.posthog.com")).not.toEqual([]);
      expect(
        of(told, "eu.i.posthog.com")
          .map(({ text }) => text)
          .join(),
      ).toContain("$pageview");
      expect(of(told, "googletagmanager.com").map(({ url }) => url)).toEqual([
        "https://www.googletagmanager.com/gtm.js?id=GTM-B1SQ3FC",
      ]);
      expect(of(told, "splittest.example")).toHaveLength(1);
      expect(of(told, "track.bisque.example")).not.toEqual([]);
      expect(await pageViews(page)).toMatchObject([
        { page_path: "/quiz/start" },
      ]);
    });
    expect(await page.evaluate(() => Reflect.get(globalThis, "abScript"))).toBe(
      true,
    );
    const track = of(told, "track.bisque.example").map(({ text }) =>
      JSON.parse(text),
    );
    expect(track[0]).toMatchObject({
      api_key: "bisque-track-7",
      device_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: expect.stringMatching(/^(replay|scroll)$/),
    });
    expect(told.map(({ url }) => url).join()).not.toMatch(/robin/);
    expect(
      of(told, "track.bisque.example")
        .map(({ text }) => text)
        .join(),
    ).not.toContain("robin");

    await choose(page, "open");
    await choose(page, "decline");
    // The scripts that are there end with their document.
    await page.waitForFunction(() => !Reflect.has(globalThis, "abScript"));
    await hydrated(page);
    await everythingTold(page);
    const before = told.length;
    await page.locator("fieldset label:has(input)").first().click();
    await page.clock.runFor(300);
    await screenAfter(page, "/quiz/start");
    await page.reload();
    await hydrated(page);
    await everythingTold(page);
    expect(told.slice(before)).toEqual([]);
    expect(await notice(page).count()).toBe(0);
  });

  test.concurrent(
    "every choice is on the server in the end: given, changed, withdrawn, and none before the first",
    { tags: "long" },
    async ({ arrive }) => {
      const { page, context, open } = await arrive("face-care", {
        consent: null,
        expected: /ERR_|privacy choice failed/,
      });
      await answerVendors(context);
      const sent: unknown[] = [];
      page.on("request", (request) => {
        if (RECORD.test(request.url())) sent.push(request.postDataJSON());
      });
      await context.route(RECORD, (route) => route.abort());
      await open("/quiz/start?email=robin%40example.com#top");
      await hydrated(page);
      await notice(page).waitFor();
      await page.waitForLoadState("networkidle");
      expect(sent).toEqual([]);
      await choose(page, "accept");
      await soon(async () => expect(sent).not.toEqual([]));
      expect(await unsent(page)).toHaveLength(1);
      await context.unroute(RECORD);

      // Another choice loads the page again: not in the middle of what the vendors load.
      await soon(async () =>
        expect(await vendorsLoaded(page)).toEqual(VENDORS),
      );
      await choose(page, "open");
      await page.locator("[data-purpose=marketing]").uncheck();
      await reloadedBy(page, () => choose(page, "save"));
      await soon(async () => expect(await unsent(page)).toEqual([]));
      await soon(async () =>
        expect(await vendorsLoaded(page)).toEqual(VENDORS),
      );
      await choose(page, "open");
      await reloadedBy(page, () => choose(page, "decline"));
      await soon(async () => expect(await unsent(page)).toEqual([]));
      const chosen = await page.evaluate(
        (key) => JSON.parse(localStorage.getItem(key) ?? "null"),
        CONSENT_KEY,
      );
      expect(sent.at(-1)).toEqual({
        event_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        version: chosen.v,
        chosen_at: chosen.at,
        purposes: [],
      });
      expect(await choicesOf(page)).toEqual([
        ["marketing", "measurement", "replay"],
        ["measurement", "replay"],
        [],
      ]);
    },
  );

  test.concurrent(
    "notice: measuring runs, the visitor is told, and may say no",
    { tags: "long" },
    async ({ arrive }) => {
      const { page, context, open } = await arrive("skill-building", {
        consent: null,
        stored: { [GEO_KEY]: { ...UNITED_STATES, at: Date.now() } },
      });
      const told = await answerVendors(context);
      await open("/quiz/1");
      await notice(page).waitFor();
      await soon(async () =>
        expect(
          of(told, "posthog.com")
            .map(({ text }) => text)
            .join(),
        ).toContain("$pageview"),
      );
      await choose(page, "decline");
      await notice(page).waitFor({ state: "detached" });
      await page.reload();
      const before = told.length;
      await hydrated(page);
      await page.waitForLoadState("networkidle");
      expect(told.slice(before)).toEqual([]);
    },
  );

  test.concurrent(
    "notice: whoever was in the US last week and is in Germany now is asked first, on every page",
    { tags: "long" },
    async ({ arrive }) => {
      const lastWeek = Date.now() - 7 * 86_400_000;
      const { page, context, open } = await arrive("skill-building", {
        consent: null,
        country: "DE",
        stored: {
          ...(await storedOf("skill-building")),
          [GEO_KEY]: { ...UNITED_STATES, at: lastWeek },
        },
      });
      const told = await answerVendors(context);
      await open("/quiz/1");
      await hydrated(page);
      await notice(page).waitFor();
      expect(await notice(page).textContent()).toContain("May others");
      // A page with prices looks the place up anew.
      await open("/quiz/oto");
      await page.waitForFunction(
        (key) => localStorage.getItem(key)?.includes('"DE"'),
        GEO_KEY,
      );
      await hydrated(page);
      await page.waitForLoadState("networkidle");
      expect(told).toEqual([]);
    },
  );

  test.concurrent(
    "undecided, somebody goes on to the end, is asked once, and nothing is covered",
    { tags: "long" },
    async ({ arrive }) => {
      const { page, context, open } = await arrive("calm", {
        consent: null,
        clock: true,
        stored: await calmStoredAt("rest"),
      });
      const told = await answerVendors(context);
      await open("/quiz-adhd/24-rest");
      await page.clock.runFor(2_500);
      await notice(page).waitFor();
      const { height = 0 } = (await notice(page).boundingBox()) ?? {};
      expect(height).toBeLessThan(64);
      const { screens } = await walk(page, { takes: () => false });
      expect(screens.at(-1)?.page).toBe("thank-you");
      expect(await notice(page).count()).toBe(0);
      await page.reload();
      await hydrated(page);
      await page.clock.runFor(2_500);
      expect(await notice(page).count()).toBe(0);
      expect(told).toEqual([]);
    },
  );
});

/** The first question of a funnel that measures, of every brand that says so or asks. */
const looks = (
  await Promise.all(
    brands.map(async (brand) => {
      const { consent } = await brandOf(brand);
      const measured = (await funnelsOf(brand)).find(
        (funnel) => funnel.analytics && funnel.entry !== null,
      );
      const [mount = ""] = measured?.mounts ?? [];
      return consent === "none" || measured === undefined
        ? []
        : [[brand, nearestPath(measured, mount, "")] as const];
    }),
  )
).flat();

describe("the notice", () => {
  test("is on the pages of most brands", () => {
    expect(looks.length).toBeGreaterThan(3);
  });

  someOf(test.concurrent, looks)(
    "%s: readable, and in reach of every hand",
    async ([brand, path], { arrive }) => {
      const { page, context, open } = await arrive(brand, {
        consent: null,
        own: BARE,
      });
      await answerVendors(context);
      await open(path);
      await notice(page).waitFor();
      expect(await complaintsAbout(page)).toEqual([]);
    },
  );
});

describe("third parties", () => {
  test.concurrent("that are blocked harm nothing", async ({ arrive }) => {
    const { page, context, open } = await arrive("face-care", {
      consent: "accepted",
      clock: true,
      expected:
        /ERR_|could not|tag manager was not there|PostHog|Failed to fetch/,
    });
    let blocked = 0;
    await context.route(
      (url) => !url.hostname.endsWith(".localhost"),
      (route) => {
        blocked += 1;
        return route.abort("blockedbyclient");
      },
    );
    await open("/quiz/start");
    await hydrated(page);
    await page.locator("fieldset label:has(input)").first().click();
    await page.clock.runFor(300);
    const screen = await screenAfter(page, "/quiz/start");
    expect(screen.heading.length).toBeGreaterThan(3);
    // Third parties begin, and are waited for in vain.
    await page.clock.runFor(5_000);
    await soon(async () => expect(blocked).toBeGreaterThan(0));
    expect(await screenAfter(page, null)).toMatchObject({ path: screen.path });
  });

  test.concurrent("learn of an error with what was recorded before, and not who came or what was paid", async ({
    arrive,
  }) => {
    const { page, context, open } = await arrive("face-care", {
      consent: "accepted",
      stored: await storedOf("face-care"),
      expected: /something odd|404/,
    });
    const told = await answerVendors(context);
    await open("/quiz/oto?utm_source=x&email=robin%40example.com");
    await hydrated(page);
    const reported = () =>
      of(told, "errors.bisque.example")
        .map(({ text }) => text)
        .join();
    await soon(async () => expect(await vendorsLoaded(page)).toEqual(VENDORS));
    // They record a call from when they have put themselves around it, which is later than when they are there.
    await page.waitForFunction(() => "__sentry_original__" in fetch);
    await page.evaluate(() =>
      fetch("/api/pay/checkout-status?checkout_id=c-secret"),
    );
    await page.evaluate(() =>
      setTimeout(() => {
        throw new Error("something odd");
      }, 0),
    );
    await soon(async () => expect(reported()).toContain("replay_recording"));
    expect(reported()).toContain("/api/pay/checkout-status");
    expect(reported()).toContain("utm_source=x");
    expect(reported()).not.toMatch(/robin|c-secret/);
  });

  test.concurrent("stay out of the payment page and of pages that measure nothing", async ({
    arrive,
  }) => {
    const { page, context, open } = await arrive("woo", {
      consent: "accepted",
      stored: await storedOf("woo"),
    });
    const told = await answerVendors(context);
    await open("/policy");
    await hydrated(page);
    await page.waitForLoadState("networkidle");
    expect(told).toEqual([]);
    await open("/quiz/oto");
    await soon(async () =>
      expect(of(told, "googletagmanager.com")).toHaveLength(1),
    );
    await page.locator('[data-action="buy"]').first().click();
    await atPaymentPage(page);
    const before = told.length;
    await page.waitForLoadState("networkidle");
    expect(await sheetOf(page).locator("script[src]").count()).toBe(0);
    expect(of(told.slice(before), "googletagmanager.com")).toEqual([]);
  });

  test.concurrent(
    "see nothing of what is typed in the sheet to pay in",
    { tags: "long" },
    async ({ arrive }) => {
      const { page, context, open } = await arrive("face-care", {
        consent: "accepted",
        stored: await storedOf("face-care"),
      });
      const told = await answerVendors(context);
      await open("/quiz-mp/oto");
      await hydrated(page);
      const recorded = () =>
        of(told, "track.bisque.example")
          .map(({ text }) => text)
          .join();
      await soon(async () => expect(recorded()).toContain("replay"));
      await page.locator('[data-action="buy"]').first().click();
      await atPaymentPage(page);
      const sheet = sheetOf(page);
      await sheet.getByLabel("Card number").pressSequentially("4242 4242 4242");
      await sheet.getByLabel("Card number").press("Escape");
      await page.locator("[data-sheet]").waitFor({ state: "detached" });
      // What was recorded is sent at the latest when the page is left.
      const sent = told.length;
      await page.reload();
      await hydrated(page);
      await soon(async () =>
        expect(of(told.slice(sent), "track.bisque.example")).not.toEqual([]),
      );
      for (const word of ["Card number", "Pay by card", "4242", "Visa"])
        expect(recorded()).not.toContain(word);
    },
  );
});

/** Lets time pass in which third parties send what they have gathered, and waits until all of it was heard. */
async function everythingTold(page: Page): Promise<void> {
  // In short steps, so that no call of ours is given up: a busy machine may take long to answer it.
  for (let step = 0; step < 20; step += 1) {
    await answered(page);
    await page.clock.runFor(500);
  }
  // What is asked for later has come back.
  for (let turns = 0; turns < 2; turns += 1)
    await page.evaluate(async () => (await fetch(location.href)).text());
}
