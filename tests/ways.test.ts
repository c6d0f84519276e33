import { describe, expect, test } from "vitest";
import { href } from "../generated/address.ts";
import { type BrandId, funnelsOf, mountedAt } from "./testing/content.ts";
import { follow, type Plan } from "./testing/follow.ts";
import {
  type Address,
  calmQuestions,
  datingQuestions,
  spiritualQuestions,
} from "./testing/paths.ts";

/** A way laid down by hand; nothing of it is read from the content. */
interface Way {
  readonly brand: BrandId;
  readonly mount: string;
  readonly takes: boolean;
  readonly answers: Plan["answers"];
  readonly questions: readonly Address[];
  /** Numbers of the questions that these answers leave out. */
  readonly skipped: readonly number[];
  /** Pages behind the questions, in their order. */
  readonly pages: string;
}

const calm = {
  brand: "calm",
  mount: "/quiz-adhd",
  questions: calmQuestions,
} as const;
const dating = { brand: "dating", questions: datingQuestions } as const;
const spiritual = {
  brand: "spiritual",
  mount: "/quiz",
  questions: spiritualQuestions,
} as const;

const ways: readonly Way[] = [
  {
    ...calm,
    takes: true,
    answers: { since: "change", sleep: "5.5", professional: "curious" },
    skipped: [],
    pages: "34-summary 35-analyzing 36-email 37-chart oto thank-you",
  },
  {
    ...calm,
    takes: false,
    answers: { pull: ["none"], sleep: "8", professional: "diagnosed" },
    skipped: [6, 13, 26, 31],
    pages: "34-summary 35-analyzing 36-email 37-chart oto thank-you",
  },
  {
    ...dating,
    mount: "/quiz-exback",
    takes: true,
    answers: { gender: "male", safety: ["none"], nights: "3" },
    skipped: [9, 10, 19],
    pages:
      "24-ex-name 25-analyzing 26-email 27-plan 28-promo-code oto offer2_v2_m offer3_v2_m upsell/coach offer4 oto-gift thank-you-page",
  },
  {
    ...dating,
    mount: "/quiz-exbackwh",
    takes: false,
    answers: { gender: "female", safety: ["no-contact"] },
    skipped: [9, 11, 18],
    pages:
      "24-ex-name 25-analyzing 26-email 27-plan 28-promo-code oto downsell-oto thank-you-page",
  },
  {
    ...dating,
    mount: "/quiz-exback-str",
    takes: true,
    answers: { gender: "unsaid", safety: ["none"] },
    skipped: [9, 10, 18],
    pages:
      "24-ex-name 25-analyzing 26-email 27-plan 28-promo-code oto offer2 offer3 upsell/coach offer4 oto-gift thank-you-page",
  },
  {
    ...spiritual,
    takes: true,
    answers: { season: "lost", weight: ["loss", "church-hurt"] },
    skipped: [3],
    pages:
      "22-growth-profile 23-analyzing 24-registration 25-chart oto oto-gift thank-you",
  },
  {
    ...spiritual,
    takes: false,
    answers: { season: "questioning", weight: ["none"] },
    skipped: [2, 13, 14],
    pages:
      "22-growth-profile 23-analyzing 24-registration 25-chart oto thank-you",
  },
];

describe("these answers lead this way", () => {
  test.each(ways)(
    "$brand at $mount, offers taken: $takes",
    async ({ brand, mount, takes, answers, questions, skipped, pages }) => {
      const asked = questions.filter((_, at) => !skipped.includes(at + 1));
      expect(
        await pathsOf(brand, mount, {
          takes: () => takes,
          ...(answers && { answers }),
        }),
      ).toEqual(
        [...asked.map(({ path }) => path), ...pages.split(" ")].map(
          (path) => `${mount}/${path}`,
        ),
      );
      // The numbered page after the questions says how many there are.
      expect(questions.length).toBe(Number.parseInt(pages, 10) - 1);
    },
  );
});

/** The offers of one way, in their order; those with a plus are taken. */
const sales = [
  [
    "male",
    "oto+ offer2_v2_m upsell/journal+ upsell-ai-companion+ offer4+ oto-gift downsell-gift+",
  ],
  [
    "male",
    "oto+ offer2_v2_m+ offer3_v2_m+ upsell/coach downsell+ oto-gift downsell-gift",
  ],
  ["female", "oto+ offer2_v2_f+ offer3_v2_f upsell-ai-companion"],
  ["unsaid", "oto+ offer2+ offer3 upsell-ai-companion+ offer4"],
  ["unsaid", "oto downsell-oto+ oto-gift+"],
  ["unsaid", "oto+ offer2 upsell/journal"],
] as const;

describe("what is taken and declined leads from offer to offer", () => {
  test.each(sales)("%s: %s", async (gender, row) => {
    const offers = row.split(" ");
    const paths = await pathsOf("dating", "/quiz-exback", {
      answers: { gender, safety: ["none"] },
      takes: (path) => offers.includes(`${path}+`),
    });
    expect(paths.slice(paths.indexOf("/quiz-exback/oto"))).toEqual(
      [...offers.map((offer) => offer.replace("+", "")), "thank-you-page"].map(
        (path) => `/quiz-exback/${path}`,
      ),
    );
  });
});

async function pathsOf(
  brand: BrandId,
  mount: string,
  plan: Plan,
): Promise<readonly string[]> {
  const funnels = await funnelsOf(brand);
  const { funnel, mount: at } = mountedAt(funnels, mount);
  return follow(funnel, plan).map((step) => href(at, step.path));
}
