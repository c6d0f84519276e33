import { expect, test } from "vitest";
import { CURRENCIES, funnel, funnelWith } from "../testing/funnel.ts";
import { made } from "../testing/made.ts";
import type { CurrencyRule, Funnel, Step } from "../../generated/contract.ts";
import { lowersAfterwards, priceInWords } from "./price-words.ts";

const [cad, , , usd] = CURRENCIES;
const plans = [{ product: "trial", regular: "plan" }];
const sections = [{ section: "plans", plans }];
const offering = (change: (step: Step) => object) =>
  funnelWith({
    steps: funnel.steps.map((step) =>
      step.id === "oto" ? made<Step>({ ...step, ...change(step) }) : step,
    ),
  });
const timed = offering(({ props }) => ({ props: { ...props, sections } }));
/** Plans with a regular price stand on side B alone. */
const timedOnB = offering(({ props, variant }) => ({
  variant: { ...variant, props: { ...props, sections } },
}));

test.each([
  ["plan", usd, null, false, "$39.99"],
  ["plan", cad, null, false, "CA$54.99"],
  ["plan", usd, "own", false, "$35.99"],
  ["extra", usd, "own", false, "$19.99"],
  ["trial", usd, null, true, "$39.99"],
  ["extra", usd, null, true, "$19.99"],
  ["gone", usd, null, false, null],
])("%s in words: %#", (code, rule, promo, ended, words) => {
  const terms = { rule: made<CurrencyRule>({ ...rule }), promo, ended };
  expect(priceInWords(timed, code, terms)).toBe(words);
  expect(priceInWords(timedOnB, code, terms)).toBe(words);
});

test("a code is of no use once all that it lowers is sold at another price", () => {
  const { plan: _, ...prices } = timed.codes["own"]?.prices ?? {};
  const own = { prefix: null, worth: { kind: "percent", percent: 10 }, prices };
  const codes = made<Funnel["codes"]>({ own });
  expect(lowersAfterwards(timed, "own")).toBe(true);
  expect(lowersAfterwards({ ...timed, codes }, "own")).toBe(false);
  expect(lowersAfterwards({ ...timedOnB, codes }, "own")).toBe(false);
  expect(lowersAfterwards(timed, "gone")).toBe(false);
});
