import { expect, test } from "vitest";
import { baseFiles, compileWith, quizText } from "../testing/base-content.ts";
import { data, items } from "../schema/read.ts";

const brandText =
  baseFiles.find(({ name }) => name === "demo/brand.yaml")?.text ?? "";
const PLAN = `  plan:
    name: Four weeks
    price: { USD: 29.99, EUR: 27.99 }
    days: 28
    renews: { everyDays: 28, price: { USD: 35, EUR: 33 } }
    regular: { price: { USD: 49.99, EUR: 47.99 } }`;

/** The linked funnel whose offer has these sections. */
function offerOf(sections: string, plan = PLAN) {
  const { program, diagnostics } = compileWith(
    {
      name: "demo/brand.yaml",
      text: brandText.replace(/^ {2}plan: .*$/m, plan),
    },
    {
      name: "demo/quiz.yaml",
      text: quizText(
        "- { id: a, ask: A?, options: [Good, Bad] }",
        [
          "- path: oto",
          "  page: offer",
          "  heading: Your plan",
          `  sections: [${sections}]`,
          "  accept: thank-you",
          "  decline: thank-you",
        ].join("\n"),
        "shared: { clock: { section: countdown, minutes: 10, text: Now, ended: Later } }",
      ),
    },
  );
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual(
    [],
  );
  const funnel = program?.funnels[0]?.funnel;
  const offer = funnel?.steps.find(({ id }) => id === "oto");
  const plans = items(data(offer?.props).sections).flatMap((section) =>
    items(data(section).plans),
  );
  return { plans, products: funnel?.products ?? {} };
}

const PLANS = "{ section: plans, plans: [{ product: plan, label: Plan }] }";
const CLOCK = "{ use: clock }";

test("beside a countdown a plan is sold at its regular price afterwards", () => {
  const { plans, products } = offerOf(`${PLANS}, ${CLOCK}`);
  expect(plans).toEqual([
    { product: "plan", label: "Plan", regular: "plan.regular" },
  ]);
  expect(products["plan.regular"]).toEqual({
    ...products["plan"],
    code: "plan.regular",
    prices: { USD: 4999, EUR: 4799 },
  });
});

test("without a countdown nothing is struck through, and nobody downloads the price", () => {
  const { plans, products } = offerOf(PLANS);
  expect(plans).toEqual([{ product: "plan", label: "Plan" }]);
  expect(Object.keys(products)).toEqual(["plan"]);
});

test("what a plan names itself is what it is sold at", () => {
  const { plans } = offerOf(
    `{ section: plans, plans: [{ product: small, label: Small, regular: plan }] }, ${CLOCK}`,
  );
  expect(plans).toMatchObject([{ regular: "plan" }]);
});

test("a regular price may renew at another one", () => {
  const renewing = PLAN.replace(
    "47.99 } }",
    "47.99 }, renews: { everyDays: 28, price: { USD: 49.99, EUR: 47.99 } } }",
  );
  const { products } = offerOf(`${PLANS}, ${CLOCK}`, renewing);
  expect(products["plan.regular"]?.renewal?.prices.USD).toBe(4999);
  expect(products["plan"]?.renewal?.prices.USD).toBe(3500);
});
