import type { FunnelNode, Use } from "../link/program.ts";
import { type Leaf, leavesOf } from "./assignments.ts";
import { contactFieldsOf } from "../link/contact-fields.ts";
import { CONTACT } from "../link/promises.ts";
import type { Path } from "../diagnostics/span.ts";
import { data, items } from "../schema/read.ts";
import { sidesOf } from "../link/sides.ts";
import { valueAt } from "../schema/json-pointer.ts";
import type { Condition, Score, Step } from "../shared/contract.ts";
import { type AnswerFact, answerFact } from "./answer-fact.ts";
import { conditionsOf } from "./conditions.ts";
import { mayBeEmpty } from "./possible-answers.ts";
import { soldAgain } from "./sold-again.ts";
import { followedScores, scoreIn } from "./totals.ts";

/** What decides anything in a funnel: its facts, and where each of them still makes a difference. */
export interface Facts {
  readonly all: readonly Fact[];
  /** By question: the position of its fact. */
  readonly answers: ReadonlyMap<string, number>;
  /** By score: the position of its total. Of a score that is not among them everything is thought possible. */
  readonly totals: ReadonlyMap<string, number>;
  readonly wanted: readonly Wanted[];
  /** `live[i][f]`: 1 where something at step `i`, or behind it, depends on fact `f`. */
  readonly live: readonly Uint8Array[];
}

export type Fact =
  | AnswerFact
  /** What was collected of a score so far. */
  | { readonly kind: "total"; readonly score: Score }
  /** Whether a value is known, or a product was bought: by the steps at these positions. */
  | { readonly kind: "known" | "bought"; readonly by: ReadonlySet<number> }
  /** Whether something was chosen in a question that can be left without. */
  | { readonly kind: "chosen"; readonly step: number };

/** A step where a fact must be so, or for what is bought must not. */
export interface Wanted {
  readonly step: number;
  readonly fact: number;
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

/** Everything that the ways of a funnel depend on; `withTotals` says whether what scores add up to is followed. */
export function factsOf(node: FunnelNode, withTotals: boolean): Facts {
  const { steps } = node.funnel;
  const leaves = steps.map((step) =>
    [...conditionsOf(step), ...conditionsOfUses(step, node)].flatMap(leavesOf),
  );
  const scores = withTotals ? followedScores(node, leaves.flat()) : [];
  const named = byQuestion(leaves.flat());
  const scored = scores.flatMap(({ items: points }) => Object.keys(points));
  const answers = new Map<string, number>();
  const all: Fact[] = [];
  const chosen = node.uses.flatMap(({ kind, id, required }) =>
    required && kind === "answer" && emptyAt(id, node) !== null ? [id] : [],
  );
  for (const id of new Set([...named.keys(), ...scored, ...chosen])) {
    const step = steps.findIndex((one) => one.id === id);
    const asked = named.get(id) ?? [];
    const adding = scores.filter((score) => Object.hasOwn(score.items, id));
    const fact = answerFact(node, step, asked, adding, chosen.includes(id));
    if (fact === null) continue;
    answers.set(id, all.length);
    all.push(fact);
  }
  const totals = new Map<string, number>();
  for (const score of scores) {
    totals.set(score.id, all.length);
    all.push({ kind: "total", score });
  }
  const wanted = wantedIn(node, all);
  const reads = leaves.map((list) =>
    list.flatMap((leaf) => factIn(leaf, { answers, totals }) ?? []),
  );
  for (const { step, fact } of wanted) reads[step]?.push(fact);
  const live = liveness(node, reads, all.length);
  return { all, answers, totals, wanted, live };
}

/** The conditions under which a step shows what may be missing. */
function conditionsOfUses({ id }: Step, { uses }: FunnelNode): Condition[] {
  return uses.flatMap((use) =>
    use.step === id && isWanted(use) ? (use.when ?? []) : [],
  );
}

/** Without a fallback it must be known; a score is there for everybody, and must have been added to. */
function isWanted({ required, kind }: Use): boolean {
  return required || kind === "score";
}

/** The question that a condition looks at; null for a score. */
export function questionOf(leaf: Leaf): string | null {
  if (leaf.kind === "answer") return leaf.step;
  return leaf.kind === "range" && leaf.of === "answer" ? leaf.id : null;
}

/** The position of the fact that a condition looks at. */
export function factIn(
  leaf: Leaf,
  { answers, totals }: Pick<Facts, "answers" | "totals">,
): number | undefined {
  const question = questionOf(leaf);
  return question === null ? totals.get(scoreIn(leaf)) : answers.get(question);
}

function byQuestion(leaves: readonly Leaf[]): Map<string, Leaf[]> {
  const questions = new Map<string, Leaf[]>();
  for (const leaf of leaves) {
    const id = questionOf(leaf);
    if (id !== null) questions.set(id, [...(questions.get(id) ?? []), leaf]);
  }
  return questions;
}

/** What texts and scores show, the email of whoever is offered something, and what is sold more than once. */
function wantedIn(node: FunnelNode, all: Fact[]): Wanted[] {
  const { funnel, traits, uses } = node;
  const index = new Map(funnel.steps.map(({ id }, i) => [id, i]));
  const facts = new Map<string, number>();
  const factOf = (name: string, make: () => Fact): number => {
    const known = facts.get(name);
    if (known !== undefined) return known;
    facts.set(name, all.length);
    all.push(make());
    return all.length - 1;
  };
  const known = (kind: string, id: string) =>
    factOf(`${kind}.${id}`, () => {
      const step = kind === "answer" ? emptyAt(id, node) : null;
      return step === null
        ? { kind: "known", by: providersOf(kind, id, node) }
        : { kind: "chosen", step };
    });
  const shown = uses.flatMap((one, use): Wanted[] => {
    const { step, kind, id } = one;
    const at = index.get(step);
    return at === undefined || !isWanted(one)
      ? []
      : [{ step: at, fact: known(kind, id), why: { kind: "use", use } }];
  });
  const offers = funnel.steps.flatMap(({ page }, step): Wanted[] =>
    traits.pages[page]?.flow === "offer"
      ? [{ step, fact: known("contact", "email"), why: { kind: "email" } }]
      : [],
  );
  const promised = node.promises.flatMap(
    ({ moments, path }, promise): Wanted[] =>
      moments.length === 1 && moments[0] === CONTACT
        ? stepsAt(path, node).map((step) => ({
            step,
            fact: known("contact", "email"),
            why: { kind: "promise", promise },
          }))
        : [],
  );
  const again = soldAgain(node).flatMap(({ code, to, sold, alone }) => {
    const fact = factOf(`bought.${code}${to}`, () => ({
      kind: "bought",
      by: alone,
    }));
    return [...sold].map((step): Wanted => ({
      step,
      fact,
      why: { kind: "product", code },
    }));
  });
  const sellers = new Set(offers.map(({ step }) => step));
  const charging = funnel.steps.flatMap(({ page }, step): Wanted[] => {
    if (traits.pages[page]?.comesAfter !== "buying") return [];
    const fact = factOf("bought", () => ({ kind: "bought", by: sellers }));
    return [{ step, fact, why: { kind: "purchase" } }];
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

/** Backwards from where facts are read: to whoever is at a step, matters what is read there or further on. */
function liveness(
  { funnel, graph }: FunnelNode,
  reads: readonly (readonly number[])[],
  facts: number,
): Uint8Array[] {
  const live = funnel.steps.map((_, i) => {
    const row = new Uint8Array(facts);
    for (const fact of reads[i] ?? []) row[fact] = 1;
    return row;
  });
  let changed = true;
  while (changed) {
    changed = false;
    for (let i = live.length - 1; i >= 0; i--)
      for (const to of graph.successors[i] ?? [])
        if (addAll(live[i], live[to])) changed = true;
  }
  return live;
}

/** Whether something of `from` was not among `into`, and is now. */
function addAll(into: Uint8Array = NONE, from: Uint8Array = NONE): boolean {
  let grew = false;
  for (let fact = 0; fact < from.length; fact++) {
    if (from[fact] === 0 || into[fact] !== 0) continue;
    into[fact] = 1;
    grew = true;
  }
  return grew;
}

const NONE = new Uint8Array(0);
