/** The folder `offer` holds the parts of pages that sell: plans, prices, deadlines, orders. */
import { createContext } from "react";
import type { Text } from "../../generated/contract.ts";
import type { SectionProps } from "../../generated/names.ts";

export type Plans = SectionProps["plans"];
export type Plan = Plans["plans"][number];

/** What a plan picker shares with the page it stands on. */
export interface PlanChoice {
  readonly form: "a" | "b";
  readonly button: Text;
  readonly declineLabel: Text;
  /** For how many days the money can be had back, where the page says so. */
  readonly guarantee: number | null;
  /** A product of the plan that was picked, its own or its regular one; null until one was. */
  readonly picked: string | null;
  readonly pending: boolean;
  pick(product: string): void;
  buy(product: string): void;
  decline(): void;
}

/** Provided by the offer page; without it there is nothing to buy and a picker shows nothing. */
export const PlanContext = createContext<PlanChoice | null>(null);

/** The plan on which a picker stands: the picked one if it has it, else its preset, else its first. */
export function planOf(section: Plans, picked: string | null): Plan | null {
  const has = (product: string | null | undefined) =>
    typeof product === "string"
      ? section.plans.find(
          (plan) => plan.product === product || plan.regular === product,
        )
      : undefined;
  return has(picked) ?? has(section.default) ?? section.plans[0] ?? null;
}

/** The product a plan sells now: when the countdown has ended, its regular one. */
export function soldProduct(plan: Plan, ended: boolean): string {
  return ended ? (plan.regular ?? plan.product) : plan.product;
}

/** All that a plan may come to sell. */
export function soldBy({ product, regular }: Plan): readonly string[] {
  return regular === undefined ? [product] : [product, regular];
}
