import type { Page } from "playwright";
import { describe, expect } from "vitest";
import {
  type Address,
  calmQuestions,
  datingQuestions,
  spiritualQuestions,
} from "../testing/paths.ts";
import { minorOf, purchasesOf } from "../testing/pay.ts";
import { alive } from "../testing/screen.ts";
import {
  type Fetched,
  isForeign,
  isScript,
  listen,
  weigh,
} from "../testing/traffic.ts";
import type { BrandId } from "../testing/content.ts";
import { type Arrive, test } from "../testing/visitor.ts";
import { type Manner, walk, type Walked } from "../testing/walk.ts";

/** Most that the scripts of all questions may weigh, compressed by Brotli. */
const SCRIPT_BYTES = 85_000;

interface Route {
  readonly brand: BrandId;
  /** Where the visitor comes in. */
  readonly from: string;
  readonly mount: string;
  readonly variant: "a" | "b";
  readonly manner: Omit<Manner, "takes">;
  readonly takes: boolean;
  readonly questions: readonly Address[];
  /** Numbers of the questions that these answers leave out. */
  readonly skipped: readonly number[];
  /** Pages behind the questions, in their order. */
  readonly pages: string;
}

const calm = {
  brand: "calm",
  from: "/quiz-adhd",
  mount: "/quiz-adhd",
  questions: calmQuestions,
} as const;
const dating = { brand: "dating", questions: datingQuestions } as const;
const spiritual = {
  brand: "spiritual",
  mount: "/quiz",
  questions: spiritualQuestions,
} as const;

const routes: readonly Route[] = [
  {
    ...calm,
    variant: "a",
    takes: true,
    manner: {
      answers: { since: "change", sleep: "5.5", professional: "curious" },
    },
    skipped: [],
    pages: "34-summary 35-analyzing 36-email 37-chart oto thank-you",
  },
  {
    ...calm,
    variant: "b",
    takes: false,
    manner: {
      answers: { pull: "none", sleep: "8", professional: "diagnosed" },
    },
    skipped: [6, 13, 26, 31],
    pages: "34-summary 35-analyzing 36-email 37-chart oto thank-you",
  },
  {
    ...dating,
    from: "/quiz-exback",
    mount: "/quiz-exback",
    variant: "a",
    takes: true,
    manner: { answers: { gender: "male", safety: "none", nights: "3" } },
    skipped: [9, 10, 19],
    pages:
      "24-ex-name 25-analyzing 26-email 27-plan 28-promo-code oto offer2_v2_m offer3_v2_m upsell/coach offer4 oto-gift thank-you-page",
  },
  {
    ...dating,
    from: "/quiz-exbackwh",
    mount: "/quiz-exbackwh",
    variant: "b",
    takes: false,
    manner: { answers: { gender: "female", safety: "no-contact" } },
    skipped: [9, 11, 18],
    pages:
      "24-ex-name 25-analyzing 26-email 27-plan 28-promo-code oto downsell-oto thank-you-page",
  },
  {
    ...dating,
    from: "/quiz-exback-str",
    mount: "/quiz-exback-str",
    variant: "b",
    takes: true,
    manner: { answers: { gender: "unsaid", safety: "none" } },
    skipped: [9, 10, 18],
    pages:
      "24-ex-name 25-analyzing 26-email 27-plan 28-promo-code oto offer2 offer3 upsell/coach offer4 oto-gift thank-you-page",
  },
  {
    ...spiritual,
    from: "/",
    variant: "a",
    takes: true,
    manner: {
      answers: { season: "lost", weight: ["loss", "church-hurt"] },
    },
    skipped: [3],
    pages:
      "22-growth-profile 23-analyzing 24-registration 25-chart oto oto-gift thank-you",
  },
  {
    ...spiritual,
    from: "/quiz",
    variant: "b",
    takes: false,
    manner: { answers: { season: "questioning", weight: "none" } },
    skipped: [2, 13, 14],
    pages:
      "22-growth-profile 23-analyzing 24-registration 25-chart oto thank-you",
  },
];

describe("a whole walk, by taps", () => {
  test.concurrent.for(routes)(
    "$brand from $from, offers taken: $takes",
    async (route, { arrive }) => {
      const { page, walked, fetched } = await take(arrive, route);
      expectWay(route, walked);
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
  const walked = await walk(page, {
    ...route.manner,
    takes: () => route.takes,
  });
  return { page, walked, fetched };
}

function queryOf({ variant }: Route): string {
  return `?utm_source=x&utm_campaign=y&abtest=${variant}`;
}

/** Every address in its order, and what holds on each of them. */
function expectWay(route: Route, { screens }: Walked): void {
  const { mount, questions, skipped } = route;
  const asked = questions.filter((_, at) => !skipped.includes(at + 1));
  expect(screens.map(({ path }) => path)).toEqual([
    ...asked.map(({ path }) => `${mount}/${path}`),
    ...route.pages.split(" ").map((path) => `${mount}/${path}`),
  ]);
  // The numbered page after the questions says how many there are.
  expect(questions.length).toBe(Number.parseInt(route.pages, 10) - 1);
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

/** Nothing of another brand, no script between two questions, and few bytes of script for all of them. */
async function expectLight(
  { brand, questions, skipped }: Route,
  { screens }: Walked,
  fetched: readonly Fetched[],
): Promise<void> {
  expect(fetched.filter((each) => isForeign(each, brand))).toEqual([]);
  const scripts = fetched.filter(isScript);
  const paths = screens.map(({ path }) => path);
  // On the last question, what comes behind it is fetched.
  const between = paths.slice(1, questions.length - skipped.length - 1);
  expect(scripts.filter(({ at }) => between.includes(at))).toEqual([]);
  const needed = scripts.filter(({ at }) => !paths.slice(1).includes(at));
  expect(await weigh(needed), "bytes of script").toBeLessThan(SCRIPT_BYTES);
}

async function expectTotal(
  page: Page,
  charged: readonly { amount: number }[],
): Promise<void> {
  const total = page.locator("p", { hasText: "Paid today" });
  const sum = charged.reduce((before, { amount }) => before + amount, 0);
  expect(minorOf((await total.textContent()) ?? "")).toBe(sum);
}
