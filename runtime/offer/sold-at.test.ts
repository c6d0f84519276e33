import { expect, test } from "vitest";
import type { Step } from "../../generated/contract.ts";
import { made } from "../testing/made.ts";
import { soldAt } from "./sold-at.ts";

const stepOf = (props: object, other?: object) =>
  made<Step>({ props, variant: other ? { props: other } : null });
const plans = (...items: object[]) => ({ section: "plans", plans: items });

test.each([
  ["one product", stepOf({ product: "extra" }), ["extra"]],
  [
    "its regular price is that of another product, which is not sold there",
    stepOf({ product: "extra", regular: "plan" }),
    ["extra"],
  ],
  [
    "one of several gifts",
    stepOf({ gifts: [{ product: "a", label: "A" }, { product: "b" }] }),
    ["a", "b"],
  ],
  [
    "plans, and what takes their place after a countdown",
    stepOf({
      sections: [{ section: "faq" }, plans({ product: "a", regular: "b" })],
    }),
    ["a", "b"],
  ],
  [
    "on both sides of an experiment",
    stepOf({ product: "a" }, { product: "b" }),
    ["a", "b"],
  ],
  ["nothing", stepOf({ heading: "product" }), []],
])("%s is sold", (_, step, products) => {
  expect(soldAt(step)).toEqual(products);
});
