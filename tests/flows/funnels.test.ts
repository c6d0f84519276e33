import { describe, expect } from "vitest";
import type { BrandId } from "../testing/content.ts";
import { everyRoute } from "../testing/spec-routes.ts";
import { minorOf, purchasesOf } from "../testing/pay.ts";
import { alive } from "../testing/screen.ts";
import { storedOf } from "../testing/stored.ts";
import { isForeign, listen } from "../testing/traffic.ts";
import { type Arrive, test } from "../testing/visitor.ts";
import { type Manner, walk, type Walked } from "../testing/walk.ts";

const QUERY = "?utm_source=x&utm_campaign=y";

interface Funnel {
  readonly brand: BrandId;
  /** Where the visitor comes in. */
  readonly from: string;
  /** The first page that sells. */
  readonly offer: string;
  /** Answers that matter; the first choice is taken everywhere else. */
  readonly answers?: Manner["answers"];
}

// The other funnels have walks of their own, screen by screen.
const funnels: readonly Funnel[] = [
  { brand: "body", from: "/", offer: "/quiz/oto", answers: { signs: "none" } },
  {
    brand: "body",
    from: "/quiz-postpartum-recovery/oto",
    offer: "/quiz-postpartum-recovery/oto",
  },
  {
    brand: "body",
    from: "/quiz-boost",
    offer: "/quiz-boost/oto",
    answers: { heart: "none" },
  },
  { brand: "calm", from: "/", offer: "/quiz/oto" },
  {
    brand: "calm",
    from: "/quiz-spirituality",
    offer: "/quiz-spirituality/oto",
  },
  { brand: "calm", from: "/quiz-anxiety", offer: "/quiz-anxiety/oto" },
  { brand: "calm", from: "/quiz-parenting", offer: "/quiz-parenting/oto" },
  { brand: "dating", from: "/free", offer: "/quiz/oto" },
  {
    brand: "dating",
    from: "/quiz-exback-new",
    offer: "/quiz-exback-new/oto",
    answers: { safety: "none" },
  },
  { brand: "face-care", from: "/quiz-mp", offer: "/quiz-mp/oto" },
  {
    brand: "face-care",
    from: "/quiz-acne",
    offer: "/quiz-acne/oto",
    answers: { age: "18-to-24" },
  },
  { brand: "skill-building", from: "/", offer: "/quiz/oto" },
  { brand: "skill-building", from: "/quiz-ai", offer: "/quiz-ai/oto" },
  { brand: "transform", from: "/", offer: "/quiz/oto" },
  { brand: "woo", from: "/quiz/prel-read-article", offer: "/quiz/offer1" },
];

// A picture takes its time: that way is walked in a file of its own.
const whole = funnels.filter(({ brand }) => brand !== "transform");

describe("every funnel", () => {
  test.concurrent.for(whole)(
    "$brand from $from: all the way, taking what is offered",
    async (funnel, { arrive }) => {
      const { page, walked, fetched } = await wander(arrive, funnel);
      expectWay(funnel, walked);
      const { brand } = funnel;
      expect(fetched.filter((each) => isForeign(each, brand))).toEqual([]);
      expect(walked.taken.length).toBeGreaterThan(0);
      const charged = walked.taken.map(({ product, price }) => ({
        product,
        amount: minorOf(price),
        currency: "USD",
      }));
      expect(await purchasesOf(page)).toMatchObject(charged);
      await page
        .getByRole("region", { name: "Your order" })
        .getByRole("listitem")
        .nth(charged.length - 1)
        .waitFor();
    },
  );

  test.concurrent.for(funnels)(
    "$brand at $offer: declining everything",
    async (funnel, { arrive }) => {
      const { brand, offer } = funnel;
      const stored = await storedOf(brand);
      const { page, open } = await arrive(brand, { clock: true, stored });
      await open(offer + QUERY);
      const walked = await walk(page, { takes: () => false });
      expectWay(funnel, walked);
      expect(walked.taken).toEqual([]);
      await page.getByText("nothing was charged").waitFor();
      expect(await purchasesOf(page)).toEqual([]);
    },
  );
});

async function wander(arrive: Arrive, { brand, from, answers = {} }: Funnel) {
  const { page, open } = await arrive(brand, { clock: true });
  const fetched = listen(page);
  await open(from + QUERY);
  await alive(page);
  const walked = await walk(page, { answers, takes: () => true });
  return { page, walked, fetched };
}

/** Every screen is at a route of the product, keeps the query, and has the focus on its headline. */
function expectWay({ brand }: Funnel, { screens }: Walked): void {
  const rows = everyRoute.get(brand) ?? [];
  const known = new Set(rows.flatMap((row) => ("path" in row ? row.path : [])));
  const mounts = rows.flatMap((row) =>
    row.kind === "questions" ? `${row.mount}/{question}` : [],
  );
  const astray = screens.filter(
    ({ path, route, search }) =>
      search !== QUERY || !(known.has(path) || mounts.includes(route)),
  );
  expect(astray).toEqual([]);
  // The first screen came with its document, and so does the one that an authorization page leads to.
  const unfocused = screens.filter(
    ({ focused }, at) =>
      !focused && at > 0 && screens[at - 1]?.page !== "authorization",
  );
  expect(unfocused, "the headline has the focus").toEqual([]);
  const refused = screens.filter(({ page }) =>
    ["offer", "upsell", "downsell", "gift"].includes(page),
  );
  expect(refused.length).toBeGreaterThan(0);
  const progress = screens.flatMap((screen) => screen.progress ?? []);
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
}
