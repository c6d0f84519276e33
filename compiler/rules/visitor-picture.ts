import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { reachedFrom } from "../link/graph.ts";
import type { FunnelNode } from "../link/program.ts";
import { sectionsOfPages, traitsOf } from "../link/sections-written.ts";
import { pagesWith, type PageTraits } from "../schema/traits.ts";
import { byPath, ledBy } from "./by-path.ts";
import type { FunnelRule } from "./rule.ts";
import { nameOf, wayTo } from "./step-span.ts";

/** A photo that visitors send is made into a picture on the very next page. */
export const photoShown = byPath((proof, node) => {
  const { funnel, traits, asides } = node;
  if (!funnel.steps.some((_, i) => isTaken(i, node))) return [];
  const led = ledBy(proof, node);
  return funnel.steps.flatMap(({ id }, i): Diagnostic[] => {
    // Another address of a page is the same page.
    if (!isTaken(i, node) || asides.has(i)) return [];
    const wrong = led[i]?.find((to) => !isMade(to, node));
    const to = funnel.steps[wrong ?? -1]?.id;
    if (to === undefined) return [];
    const pages = pagesWith(traits, makesPicture);
    return [
      diagnose("flow/photo-unseen", wayTo(node, i, to), { id, to, pages }),
    ];
  });
});

/** Nobody waits for a picture without having been asked for a photo. */
export const photoAsked = byPath((proof, node) => {
  const { funnel, traits, asides } = node;
  if (!funnel.steps.some((_, i) => isMade(i, node))) return [];
  const led = ledBy(proof, node);
  const past = led.map((targets, i) => (isTaken(i, node) ? [] : targets));
  const starts = funnel.steps.flatMap(({ page }, i) =>
    i === 0 || traits.pages[page]?.entrance === true ? [i] : [],
  );
  const without = reachedFrom(past, starts);
  return funnel.steps.flatMap(({ id }, i): Diagnostic[] => {
    if (!isMade(i, node) || asides.has(i) || !without.has(i)) return [];
    const from = past.findIndex(
      (targets, before) => without.has(before) && targets.includes(i),
    );
    const notes =
      from === -1
        ? []
        : [{ message: "visitors come from here", at: nameOf(node, from) }];
    const pages = pagesWith(traits, takesPhoto);
    return [diagnose("flow/no-photo", nameOf(node, i), { id, pages }, notes)];
  });
});

/** A section with the visitor's picture stands behind the pages that make it; a shared one on one of its pages. */
export const pictureMade: FunnelRule = (node) => {
  const { graph, traits, source } = node;
  const shown = sectionsOfPages(source).flatMap((page) => {
    const inNeed = page.shown.filter(
      ({ section }) => traitsOf(section, traits)?.visitorPicture === true,
    );
    // Most funnels have none of these.
    if (inNeed.length === 0) return [];
    const here = node.origins.findIndex(
      (origin) => origin.join() === page.at.join(),
    );
    // Where a photo is taken and not made into anything, that is the mistake.
    const fits = node.funnel.steps.some(
      (step, i) =>
        traits.pages[step.page]?.visitorPicture === true &&
        reachedFrom(graph.successors, [i]).has(here),
    );
    return inNeed.map(({ path }) => ({ path, fits }));
  });
  const useful = new Set(
    shown.flatMap(({ path, fits }) => (fits ? [path.join()] : [])),
  );
  const idle = new Map(shown.map(({ path }) => [path.join(), path]));
  const asking = pagesWith(traits, takesPhoto);
  const making = pagesWith(traits, makesPicture);
  return [...idle].flatMap(([key, path]) =>
    useful.has(key)
      ? []
      : [
          diagnose(
            "section/no-picture",
            source.span([...path, "section"], "value"),
            { asking, making },
          ),
        ],
  );
};

function takesPhoto(traits: PageTraits | undefined): boolean {
  return traits?.sends === "photo";
}

function makesPicture(traits: PageTraits | undefined): boolean {
  return traits?.visitorPicture === true && !takesPhoto(traits);
}

function isTaken(i: number, { funnel, traits }: FunnelNode): boolean {
  return takesPhoto(traits.pages[funnel.steps[i]?.page ?? ""]);
}

function isMade(i: number, { funnel, traits }: FunnelNode): boolean {
  return makesPicture(traits.pages[funnel.steps[i]?.page ?? ""]);
}
