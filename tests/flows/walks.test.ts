import type { Page } from "playwright";
import { describe, expect } from "vitest";
import { href } from "../../generated/address.ts";
import { type BrandId, funnelsOf, mountedAt } from "../testing/content.ts";
import { follow } from "../testing/follow.ts";
import { WALK_BYTES } from "../testing/limits.ts";
import { minorOf, purchasesOf } from "../testing/pay.ts";
import { alive } from "../testing/screen.ts";
import {
  type Fetched,
  isForeign,
  isScript,
  listen,
  weigh,
} from "../testing/traffic.ts";
import { type Arrive, test } from "../testing/visitor.ts";
import { type Choices, walk, type Walked } from "../testing/walk.ts";
import { someOf } from "../testing/long.ts";

interface Route {
  readonly brand: BrandId;
  /** Where the visitor comes in. */
  readonly from: string;
  readonly mount: string;
  readonly variant: "a" | "b";
  readonly answers?: Choices["answers"];
  readonly takes: boolean;
}

// What scripts, screens and payment do together on a whole way, by each manner of coming in and going on. transform and
// woo are walked where a photo is sent, and where a browser translates; every other way is walked in memory, which goes on as this one does: tests/walk.test.ts and tests/ways.test.ts.
const routes: readonly Route[] = [
  {
    brand: "calm",
    from: "/quiz-adhd",
    mount: "/quiz-adhd",
    variant: "a",
    answers: {
      since: "change",
      feelings: "4",
      sleep: "5.5",
      professional: "curious",
    },
    takes: true,
  },
  {
    brand: "dating",
    from: "/quiz-exback-str",
    mount: "/quiz-exback-str",
    variant: "b",
    answers: { gender: "male", safety: "none", nights: "3" },
    takes: true,
  },
  {
    brand: "spiritual",
    from: "/",
    mount: "/quiz",
    variant: "b",
    answers: { season: "questioning", weight: "none" },
    takes: false,
  },
];

describe("a whole walk, by taps", () => {
  someOf(test.concurrent, routes)(
    "$brand from $from, offers taken: $takes",
    async (route, { arrive }) => {
      const { page, walked, fetched } = await take(arrive, route);
      await expectWay(route, walked);
      await expectLight(route, walked, fetched);
      const items = page
        .getByRole("region", { name: "Your order" })
        .getByRole("listitem");
      if (!route.takes) {
        expect(walked.taken).toEqual([]);
        await page.getByText("nothing was charged").waitFor();
        expect(await items.count()).toBe(0);
        expect(await purchasesOf(page)).toEqual([]);
        return;
      }
      await items.first().waitFor();
      const shown = walked.taken.map(({ price }) => price);
      expect(await items.locator("[data-price]").allTextContents()).toEqual(
        shown,
      );
      const charged = walked.taken.map(({ product, price }) => ({
        product,
        amount: minorOf(price),
        currency: "USD",
      }));
      expect(await purchasesOf(page)).toMatchObject(charged);
      if (shown.length > 1) await expectTotal(page, charged);
    },
  );
});

async function take(arrive: Arrive, route: Route) {
  const { page, open } = await arrive(route.brand, { clock: true });
  const fetched = listen(page);
  await open(route.from + queryOf(route));
  await alive(page);
  // What the questions need is fetched when the browser has nothing else to do.
  await page.clock.fastForward(2_000);
  await page.waitForLoadState("networkidle");
  const walked = await walk(page, choicesOf(route));
  return { page, walked, fetched };
}

function choicesOf({ answers, takes }: Route): Choices {
  return { takes: () => takes, ...(answers && { answers }) };
}

function queryOf({ variant }: Route): string {
  return `?utm_source=x&utm_campaign=y&abtest=${variant}`;
}

/** Every address in its order, and what holds on each of them. */
async function expectWay(route: Route, { screens }: Walked): Promise<void> {
  const funnels = await funnelsOf(route.brand);
  const { funnel, mount } = mountedAt(funnels, route.mount);
  const steps = follow(funnel, choicesOf(route));
  expect(screens.map(({ path }) => path)).toEqual(
    steps.map((step) => href(mount, step.path)),
  );
  const query = queryOf(route);
  const astray = screens.filter(({ search }) => search !== query);
  expect(astray, "the query is kept").toEqual([]);
  const unfocused = screens.slice(1).filter(({ focused }) => !focused);
  expect(unfocused, "the headline has the focus").toEqual([]);
  const progress = screens.flatMap((screen) => screen.progress ?? []);
  expect(progress).toEqual([...new Set(progress)].toSorted((a, b) => a - b));
  expect(progress.at(0)).toBe(0);
  expect(progress.at(-1)).toBeGreaterThan(95);
}

/** Nothing of another brand, no script behind the first question, and few bytes of script for the whole way. */
async function expectLight(
  { brand }: Route,
  { screens }: Walked,
  fetched: readonly Fetched[],
): Promise<void> {
  expect(fetched.filter((each) => isForeign(each, brand))).toEqual([]);
  const scripts = fetched.filter(isScript);
  const later = new Set(screens.slice(1).map(({ path }) => path));
  const first = scripts.filter(({ at }) => !later.has(at));
  const known = new Set(first.map(({ url }) => url));
  expect(scripts.filter(({ url }) => !known.has(url))).toEqual([]);
  expect(await weigh(first), "bytes of script").toBeLessThan(WALK_BYTES);
}

async function expectTotal(
  page: Page,
  charged: readonly { amount: number }[],
): Promise<void> {
  const total = page.locator("p", { hasText: "Paid today" });
  const sum = charged.reduce((before, { amount }) => before + amount, 0);
  expect(minorOf((await total.textContent()) ?? "")).toBe(sum);
}
