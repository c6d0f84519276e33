/** What must be known, or bought, where. */
import type { Path } from "../diagnostics/span.ts";
import { contactFieldsOf } from "../link/contact-fields.ts";
import type { FunnelNode, Use } from "../link/program.ts";
import { CONTACT } from "../link/promises.ts";
import { sidesOf } from "../link/sides.ts";
import { valueAt } from "../schema/json-pointer.ts";
import { data, items } from "../schema/read.ts";
import { mayBeEmpty } from "./possible-answers.ts";
import { soldAgain } from "./sold-again.ts";

/**
 * Whether a value is known, a product was bought, or something was chosen in a question that can be left without: by
 * the steps at these positions. What was chosen is all that may be lost again, by whoever answers once more.
 */
export interface Had {
  readonly kind: "known" | "bought" | "chosen";
  readonly by: ReadonlySet<number>;
}

/** A step where something must be known, or for what is bought must not have been. */
export interface Wanted {
  readonly step: number;
  readonly had: Had;
  readonly why:
    /** It is shown: by the position in `uses`. */
    | { readonly kind: "use"; readonly use: number }
    /** Whoever buys must have told their email. */
    | { readonly kind: "email" }
    /** Its text promises a mail to whoever has left one: by the position in `promises`. */
    | { readonly kind: "promise"; readonly promise: number }
    /** It is sold, and may have been bought. */
    | { readonly kind: "product"; readonly code: string }
    /** It charges what was saved when something was bought. */
    | { readonly kind: "purchase" };
}

/** Without a fallback it must be known; a score is there for everybody, and must have been added to. */
export function isWanted({ required, kind }: Use): boolean {
  return required || kind === "score";
}

/** What texts and scores show, the email of whoever is offered something, and what is sold more than once. */
export function wantedIn(node: FunnelNode): Wanted[] {
  const { funnel, traits, uses } = node;
  const index = new Map(funnel.steps.map(({ id }, i) => [id, i]));
  const all = new Map<string, Had>();
  const hadAs = (name: string, make: () => Had): Had => {
    const had = all.get(name) ?? make();
    all.set(name, had);
    return had;
  };
  const known = (kind: string, id: string) =>
    hadAs(`${kind}.${id}`, () => {
      const step = kind === "answer" ? emptyAt(id, node) : null;
      return step === null
        ? { kind: "known", by: providersOf(kind, id, node) }
        : { kind: "chosen", by: new Set([step]) };
    });
  const shown = uses.flatMap((one, use): Wanted[] => {
    const { step, kind, id } = one;
    const at = index.get(step);
    return at === undefined || !isWanted(one)
      ? []
      : [{ step: at, had: known(kind, id), why: { kind: "use", use } }];
  });
  const offers = funnel.steps.flatMap(({ page }, step): Wanted[] =>
    traits.pages[page]?.flow === "offer"
      ? [{ step, had: known("contact", "email"), why: { kind: "email" } }]
      : [],
  );
  const promised = node.promises.flatMap(
    ({ moments, path }, promise): Wanted[] =>
      moments.length === 1 && moments[0] === CONTACT
        ? stepsAt(path, node).map((step) => ({
            step,
            had: known("contact", "email"),
            why: { kind: "promise", promise },
          }))
        : [],
  );
  const again = soldAgain(node).flatMap(({ code, to, sold, alone }) => {
    const had = hadAs(`bought.${code}${to}`, () => ({
      kind: "bought",
      by: alone,
    }));
    return [...sold].map((step): Wanted => ({
      step,
      had,
      why: { kind: "product", code },
    }));
  });
  const sellers = new Set(offers.map(({ step }) => step));
  const charging = funnel.steps.flatMap(({ page }, step): Wanted[] => {
    if (traits.pages[page]?.comesAfter !== "buying") return [];
    const had = hadAs("bought", () => ({ kind: "bought", by: sellers }));
    return [{ step, had, why: { kind: "purchase" } }];
  });
  return [...shown, ...offers, ...promised, ...again, ...charging];
}

/** The steps that show what is written at a path: a shared section is shown by all that use it. */
function stepsAt(
  path: Path,
  { funnel, origins, source }: FunnelNode,
): number[] {
  const [top, name] = path;
  return funnel.steps.flatMap((step, i) => {
    const origin = origins[i] ?? [];
    if (top !== "shared")
      return origin.every((key, n) => key === path[n]) ? [i] : [];
    const isUsed = sidesOf(step).some(({ within }) => {
      const written = valueAt(source.data, [...origin, ...within]);
      return items(data(written).sections).some(
        (one) => data(one).use === name,
      );
    });
    return isUsed ? [i] : [];
  });
}

/** The steps that leave a value behind: the question itself, each that adds to a score, or a page that asks for the contact field. */
function providersOf(
  kind: string,
  id: string,
  { funnel, traits }: FunnelNode,
): Set<number> {
  const score = funnel.scores.find((one) => kind === "score" && one.id === id);
  return new Set(
    funnel.steps.flatMap((step, i) => {
      if (score !== undefined)
        return Object.hasOwn(score.items, step.id) ? [i] : [];
      const { answer = null } = traits.pages[step.page] ?? {};
      const isAsked = answer !== null && step.id === id;
      const fields = contactFieldsOf(step, traits);
      return isAsked || (kind === "contact" && fields.includes(id)) ? [i] : [];
    }),
  );
}

/** The position of a question that can be left with nothing chosen; null for others. */
function emptyAt(id: string, { funnel, traits }: FunnelNode): number | null {
  const i = funnel.steps.findIndex((step) => step.id === id);
  return mayBeEmpty(funnel.steps[i], traits.pages) ? i : null;
}
