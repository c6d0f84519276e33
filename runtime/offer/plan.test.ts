import { expect, test } from "vitest";
import { made } from "../testing/made.ts";
import { type Plan, planOf, type Plans, soldProduct } from "./plan.ts";

const week = made<Plan>({
  product: "week",
  label: "1 week",
  regular: "week-regular",
});
const month = made<Plan>({ product: "month", label: "4 weeks" });
const picker: Plans = { section: "plans", plans: [week, month], promo: true };

const preset = made<Plans>({ ...picker, default: "month" });

test.each([
  [picker, null, week],
  [preset, null, month],
  [preset, "week", week],
  [preset, "week-regular", week],
  [preset, "coach", month],
  [{ ...picker, plans: [] }, "week", null],
])(
  "%#: a picker stands on the picked plan, its preset, its first",
  (section, picked, plan) => {
    expect(planOf(section, picked)).toBe(plan);
  },
);

test.each([
  [week, false, "week"],
  [week, true, "week-regular"],
  [month, true, "month"],
])(
  "%#: the end of the countdown sells the regular product",
  (plan, ended, product) => {
    expect(soldProduct(plan, ended)).toBe(product);
  },
);
