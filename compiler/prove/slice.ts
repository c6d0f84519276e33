/** A funnel as far as it decides about one question: who is sought somewhere. */
import type { FunnelNode } from "../link/program.ts";
import { type Leaf, leavesOf } from "../shared/condition-leaves.ts";
import { alternativesOf, truthOf, type ValuesOf } from "./conditions.ts";
import { decisionsOf, decisive } from "./decisions.ts";
import { behind, type Facts, factIn, factsOf, questionsOf } from "./facts.ts";
import { keptOf, valuesIn, written, YES } from "./signs.ts";
import { type Search, seek, type State } from "./states.ts";
import { isSought, type Sought } from "./sought.ts";
import { scoreIn } from "./totals.ts";

/** The first who is sought, and the facts that decide it; `state` is undefined where nobody knows. */
export interface Answer {
  readonly facts: Facts;
  readonly state: State | null | undefined;
}

/** More states than these are not gone through for one question. */
const MAX_STATES = 2_000;

/**
 * Goes the ways that lead to those who are sought. Only decisions that make a difference to them are looked at, and
 * whoever can no longer become one of them is followed no further. `leaves` says that they are looked at as they go on.
 * Where too much decides, of several conditions one of which is enough each is asked for by itself.
 */
export function sliced(
  sought: Sought,
  leaves: boolean,
  node: FunnelNode,
): Answer {
  const parts = alternativesOf(sought.when ?? null);
  // Each of several scores has far fewer totals than all of them together.
  const isOfScores = scoresIn(sought).size > 1;
  const [first] = isOfScores ? parts : [];
  const early = first && followed({ ...sought, when: first }, leaves, node);
  if (early?.state) return early;
  const together = followed(sought, leaves, node);
  if (together.state !== undefined) return together;
  let isNobody = parts.length > 0;
  for (const when of parts) {
    const part = followed({ ...sought, when }, leaves, node);
    if (part.state) return part;
    isNobody &&= part.state === null;
  }
  return isNobody ? { ...together, state: null } : together;
}

/** The scores that are looked at of those who are sought. */
function scoresIn(sought: Sought): ReadonlySet<string> {
  const ids = leavesOfSought(sought).map(scoreIn);
  return new Set(ids.filter((id) => id !== ""));
}

/** What scores add up to is followed where that does not make too many states. */
function followed(sought: Sought, leaves: boolean, node: FunnelNode): Answer {
  const full = sliceOf(sought, leaves, node, true);
  if (full.state !== undefined || full.facts.totals.size === 0) return full;
  return sliceOf(sought, leaves, node, false);
}

function sliceOf(
  sought: Sought,
  leaves: boolean,
  node: FunnelNode,
  withTotals: boolean,
): Answer {
  const leads = leadingTo(sought.step, node);
  const decisions = decisionsFor(sought, leads, node);
  const { at } = decisionsOf(node);
  const isRead = (step: number, edge: number) =>
    decisions.has(at[step]?.[edge] ?? -1);
  const own = leavesOfSought(sought);
  const had = [sought.had ?? [], sought.lacks ?? []].flat();
  const reads = {
    leaves: node.funnel.steps.map(({ edges }, i) => [
      ...(i === sought.step ? own : []),
      ...edges.flatMap(({ when }, n) =>
        when !== null && isRead(i, n) ? leavesOf(when) : [],
      ),
    ]),
    had: node.funnel.steps.map((_, i) => (i === sought.step ? had : [])),
  };
  const facts = factsOf(node, reads, withTotals);
  if (facts.vague.length > 0) return { facts, state: undefined };
  const search = searchFor(sought, leaves, leads, facts, isRead, node);
  return { facts, state: seek(node, facts, MAX_STATES, search) };
}

/** By step: whether some way leads from there to a step. */
function leadingTo(step: number, node: FunnelNode): readonly boolean[] {
  const own = node.funnel.steps.map((_, i) => (i === step ? [0] : []));
  return behind(own, 1, node).map(([leads]) => leads === 1);
}

function leavesOfSought({ when = null }: Sought): readonly Leaf[] {
  return when === null ? [] : leavesOf(when);
}

/** The decisions that make a difference to those who are sought, with all that is decided by what they look at. */
function decisionsFor(
  sought: Sought,
  leads: readonly boolean[],
  node: FunnelNode,
): ReadonlySet<number> {
  const { step, had, lacks } = sought;
  const known = decisionsOf(node);
  const steps = new Set([
    step,
    ...(had?.by ?? []),
    ...(lacks?.by ?? []),
    ...leavesOfSought(sought).flatMap((leaf) => askedFor(leaf, node)),
  ]);
  let decisions: ReadonlySet<number> = new Set<number>();
  for (let before = -1; before !== steps.size;) {
    before = steps.size;
    decisions = decisive(known, steps, leads, decisions);
    for (const one of decisions) {
      const when = known.all[one]?.when ?? null;
      for (const leaf of when === null ? [] : leavesOf(when))
        for (const i of askedFor(leaf, node)) steps.add(i);
    }
  }
  return decisions;
}

/** The steps whose answers decide what a condition looks at. */
function askedFor(leaf: Leaf, node: FunnelNode): readonly number[] {
  const questions = questionsOf(leaf, node);
  return node.funnel.steps.flatMap(({ id }, i) =>
    questions.includes(id) ? [i] : [],
  );
}

function searchFor(
  sought: Sought,
  leaves: boolean,
  leads: readonly boolean[],
  facts: Facts,
  isRead: Search["isRead"],
  node: FunnelNode,
): Search {
  const { step: at, when = null, lacks } = sought;
  const lacking = lacks === undefined ? -1 : (facts.had.get(lacks) ?? -1);
  const open = stillAsked(facts, node);
  return {
    isRead,
    mayBecome: (step, kept) => {
      if (leads[step] !== true) return false;
      if (kept[lacking] === YES && open[step]?.[lacking] !== 1) return false;
      if (when === null) return true;
      const values = valuesIn(kept, facts);
      const later: ValuesOf = (leaf) =>
        open[step]?.[factIn(leaf, facts) ?? -1] === 1 ? null : values(leaf);
      return truthOf(when, later) !== false;
    },
    isIt: (state, leaving) => {
      if (state.step !== at || leaves !== (leaving !== null)) return false;
      if (leaving === null) return isSought(sought, state, facts);
      const kept = written(keptOf(leaving, facts.live[at]));
      return when === null || truthOf(when, valuesIn(kept, facts));
    },
  };
}

/** By step: the facts that what is answered there, or further on, may change. */
function stillAsked(facts: Facts, node: FunnelNode): readonly Uint8Array[] {
  const asked = node.funnel.steps.map(({ id }, i) =>
    facts.all.flatMap((fact, n) => {
      switch (fact.kind) {
        case "answer":
          return fact.step === i ? [n] : [];
        case "total":
          return Object.hasOwn(fact.score.items, id) ? [n] : [];
        case "chosen":
          return fact.by.has(i) ? [n] : [];
        // Neither is lost again.
        case "known":
        case "bought":
          return [];
      }
    }),
  );
  return behind(asked, facts.all.length, node);
}
