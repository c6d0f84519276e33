import { data, items } from "../schema/read.ts";
import type { Traits } from "../schema/traits.ts";
import type { Step } from "../shared/contract.ts";
import { traitsOf } from "./sections-written.ts";

/** Whether a page is there to sell plans and shows none, whoever comes to it. */
export function isBareOffer(
  { page, props }: Pick<Step, "page" | "props">,
  traits: Traits,
): boolean {
  return (
    traits.pages[page]?.provides === "plan-sale" &&
    pickersIn(props, traits).length === 0
  );
}

/** The sections of a linked page that sell plans. */
export function pickersIn(props: unknown, traits: Traits): readonly unknown[] {
  return items(data(props).sections).filter((section) =>
    isPicker(section, traits),
  );
}

/** Whether a section, as it is written or linked, sells plans. */
export function isPicker(section: unknown, traits: Traits): boolean {
  return (traitsOf(section, traits)?.plans ?? null) !== null;
}
