import type { Funnel } from "../shared/contract.ts";
import { data, items, number, text } from "../schema/read.ts";
import type { Traits } from "../schema/traits.ts";
import { sidesOf } from "./sides.ts";

/** What a funnel sells only while its countdown runs, and what it sells in its place afterwards. */
export interface TimedPlans {
  /** How long the countdown runs; null where the funnel has none. */
  readonly minutes: number | null;
  readonly changes: readonly {
    readonly product: string;
    readonly regular: string;
  }[];
}

/** The timed plans of a linked funnel, on both sides of its experiments. */
export function timedPlans(funnel: Funnel, traits: Traits): TimedPlans {
  const pages = funnel.steps
    .flatMap(sidesOf)
    .map(({ props }) => items(data(props).sections).map(data))
    .filter((sections) =>
      sections.some(({ section }) => traits.sections[text(section)]?.clock),
    );
  const clocks = pages
    .flat()
    .filter(({ section }) => traits.sections[text(section)]?.clock);
  const plans = pages.flat().flatMap((section) => {
    const list = traits.sections[text(section.section)]?.plans?.list;
    return list === undefined ? [] : items(section[list]).map(data);
  });
  // Nowhere in a funnel does another product take its place: `oneRegular` of the rules.
  const changes = new Map(
    plans.flatMap(({ product, regular }) =>
      regular === undefined ? [] : [[text(product), text(regular)] as const],
    ),
  );
  return {
    minutes: number(clocks[0]?.minutes),
    changes: [...changes].map(([product, regular]) => ({ product, regular })),
  };
}
