import { describe, expect } from "vitest";
import type { BrandId } from "./brands.ts";
import { everyRoute } from "./every-route.ts";
import { minorOf, purchasesOf } from "./pay.ts";
import { alive } from "./screen.ts";
import { isForeign, listen } from "./traffic.ts";
import { type Arrive, test } from "./visitor.ts";
import { type Manner, walk, type Walked } from "./walk.ts";

const QUERY = "?utm_source=x&utm_campaign=y";

interface Funnel {
  readonly brand: BrandId;
  /** Where the visitor comes in. */
  readonly from: string;
  /** Answers that matter; the first choice is taken everywhere else. */
  readonly answers?: Manner["answers"];
}

// The other funnels have walks of their own, screen by screen.
const funnels: readonly Funnel[] = [
  { brand: "body", from: "/", answers: { signs: "none" } },
  { brand: "body", from: "/quiz-postpartum-recovery/oto" },
  { brand: "body", from: "/quiz-boost", answers: { heart: "none" } },
  { brand: "calm", from: "/" },
  { brand: "calm", from: "/quiz-mp" },
  { brand: "calm", from: "/quiz-spirituality" },
  { brand: "calm", from: "/quiz-anxiety" },
  { brand: "calm", from: "/quiz-parenting" },
  { brand: "dating", from: "/free" },
  { brand: "dating", from: "/quiz-exback-new", answers: { safety: "none" } },
  { brand: "face-care", from: "/quiz" },
  { brand: "face-care", from: "/quiz-acne", answers: { age: "18-to-24" } },
  { brand: "skill-building", from: "/" },
  { brand: "skill-building", from: "/quiz-ai" },
  { brand: "transform", from: "/" },
  { brand: "woo", from: "/quiz/prel-read-article" },
];

describe.for([true, false])("a whole walk, offers taken: %s", (takes) => {
  test.concurrent.for(funnels)(
    "$brand from $from",
    async (funnel, { arrive }) => {
      const { page, walked, fetched } = await take(arrive, funnel, takes);
      expectWay(funnel, walked);
      const { brand } = funnel;
      expect(fetched.filter((each) => isForeign(each, brand))).toEqual([]);
      expect(walked.taken.length > 0).toBe(takes);
      const charged = walked.taken.map(({ product, price }) => ({
        product,
        amount: minorOf(price),
        currency: "USD",
      }));
      expect(await purchasesOf(page)).toMatchObject(charged);
      if (takes)
        await page
          .getByRole("region", { name: "Your order" })
          .getByRole("listitem")
          .nth(charged.length - 1)
          .waitFor();
      else await page.getByText("nothing was charged").waitFor();
    },
  );
});

async function take(
  arrive: Arrive,
  { brand, from, answers = {} }: Funnel,
  takes: boolean,
) {
  const { page, open } = await arrive(brand, { clock: true });
  const fetched = listen(page);
  await open(from + QUERY);
  await alive(page);
  // What the questions need is fetched when the browser has nothing else to do.
  await page.clock.fastForward(2_000);
  await page.waitForLoadState("networkidle");
  const walked = await walk(page, { answers, takes: () => takes });
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
