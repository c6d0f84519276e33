import type { FunnelNode } from "../link/program.ts";
import { data, items, text } from "../schema/read.ts";
import type { Language } from "../schema/language.ts";
import type { Step } from "../shared/contract.ts";
import type { NamesNow } from "./canonical.ts";
import { wordsIn } from "./items.ts";
import { movedAmong, type Paired, pairItems } from "./pairs.ts";

/** The steps of a funnel before and after a change, those together that are the same to an author. */
export interface Matched extends Paired<Step> {
  readonly names: NamesNow;
  /** Ids of today of the steps that come earlier or later among the others. */
  readonly moved: ReadonlySet<string>;
}

/** Matches steps by their id, by what they say that they were, and those that are left by what they show. */
export function matchSteps(
  before: FunnelNode,
  after: FunnelNode,
  language: Language,
): Matched {
  const paired = pairItems(before.funnel.steps, after.funnel.steps, {
    names: ({ id }) => [id],
    namesNow: ({ id, was = [] }) => [id, ...was],
    kind: ({ page }) => page,
    content: ({ props }) => props,
    words: ({ page, props }) =>
      wordsIn(props, language.pages[page] ?? {}).join(" "),
  });
  // Other addresses of a page come where their page does.
  const inLine = paired.both.filter(({ before: one }) => {
    const i = before.funnel.steps.indexOf(one);
    return !before.asides.has(i);
  });
  const places = inLine.map((pair) => after.funnel.steps.indexOf(pair.after));
  const moved = [...movedAmong(places)].flatMap(
    (i) => inLine[i]?.after.id ?? [],
  );
  return { ...paired, names: namesNow(paired), moved: new Set(moved) };
}

function namesNow({ both }: Paired<Step>): NamesNow {
  const values = both.flatMap(({ before, after }) =>
    items(data(after.props).options).flatMap((option) =>
      items(data(option).was).map(
        (old) =>
          [`${before.id}/${text(old)}`, text(data(option).value)] as const,
      ),
    ),
  );
  return {
    steps: new Map(both.map(({ before, after }) => [before.id, after.id])),
    values: new Map(values),
  };
}
