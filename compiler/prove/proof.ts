/** Every way through a funnel, and who may know what where. */
import type { FunnelNode } from "../link/program.ts";
import type { Condition, Edge } from "../shared/contract.ts";
import { allOf } from "./conditions.ts";
import { type Facts, factsOf, type Reads, readsOf } from "./facts.ts";
import { type Answer, sliced } from "./slice.ts";
import { isSought, type Sought } from "./sought.ts";
import { type Explored, explore, type State } from "./states.ts";
import { type Wanted, wantedIn } from "./wanted.ts";

/** All that can happen in a funnel. */
export interface Proof {
  /** Where something must be known, or must not have been bought. */
  readonly wanted: readonly Wanted[];
  /** All states at once; null where there are too many, and each question is answered by itself. */
  readonly whole: Whole | null;
  /** Who is sought, by one of the shortest ways; null where there is nobody, or nobody knows. */
  find(sought: Sought): Found | null;
  /** Whether there is nobody who is sought; false where nobody knows. */
  isNobody(sought: Sought): boolean;
  /** Whether somebody at a step goes one of its ways, by the position of the edge. */
  takes(step: number, edge: number): Verdict;
  /** Whether somebody who could have gone a way may have been kept from it by its condition. */
  misses(step: number, edge: number): Verdict;
  /** What was asked so far and could not be answered. */
  readonly unproved: readonly Unproved[];
}

export type Verdict = "yes" | "no" | "unknown";

export interface Whole extends Explored {
  readonly facts: Facts;
}

/** Somebody, and the facts that their state is written in. */
export interface Found {
  readonly state: State;
  readonly facts: Facts;
}

/** A step of which something is not known, and the facts that make it so. */
export interface Unproved {
  readonly step: number;
  readonly facts: Facts;
}

/** A funnel with more states, first with and then without what scores add up to, is not looked at all at once. */
const MAX_STATES = 5_000;

const proofs = new WeakMap<FunnelNode, Proof>();

/** What a funnel's ways lead to, worked out once; all at once where there are no more than `most` states. */
export function proofOf(node: FunnelNode, most = MAX_STATES): Proof {
  const known = proofs.get(node);
  if (known !== undefined) return known;
  const wanted = wantedIn(node);
  const reads = readsOf(node, wanted);
  const whole =
    wholeOf(node, reads, true, most) ?? wholeOf(node, reads, false, most);
  const proof = whole === null ? inSlices(node, wanted) : atOnce(wanted, whole);
  proofs.set(node, proof);
  return proof;
}

function wholeOf(
  node: FunnelNode,
  reads: Reads,
  withTotals: boolean,
  most: number,
): Whole | null {
  const facts = factsOf(node, reads, withTotals);
  // Where answers are not told apart, those to one question alone may be.
  if (facts.vague.length > 0) return null;
  const explored = explore(node, facts, most);
  return explored === null ? null : { ...explored, facts };
}

function atOnce(wanted: readonly Wanted[], whole: Whole): Proof {
  const { states, facts, taken, failed } = whole;
  const find = (sought: Sought) => {
    const state = states[sought.step]?.find((one) =>
      isSought(sought, one, facts),
    );
    return state === undefined ? null : { state, facts };
  };
  const among = (sets: Explored["taken"], step: number, edge: number) =>
    sets[step]?.has(edge) === true ? "yes" : "no";
  return {
    wanted,
    whole,
    find,
    isNobody: (sought) => find(sought) === null,
    takes: (step, edge) => among(taken, step, edge),
    misses: (step, edge) => among(failed, step, edge),
    unproved: [],
  };
}

function inSlices(node: FunnelNode, wanted: readonly Wanted[]): Proof {
  const answers = new Map<string, Answer>();
  const unproved: Unproved[] = [];
  const answered = (sought: Sought, leaves: boolean) => {
    // How somebody has come is asked in a rule's own words.
    const key =
      sought.came === undefined ? keyOf(sought, leaves, wanted) : null;
    const known = key === null ? undefined : answers.get(key);
    if (known !== undefined) return known;
    const answer = sliced(sought, leaves, node);
    if (answer.state === undefined)
      unproved.push({ step: sought.step, facts: answer.facts });
    if (key !== null) answers.set(key, answer);
    return answer;
  };
  const leaving = (step: number, edge: number, isMet: boolean): Verdict => {
    const { edges = [] } = node.funnel.steps[step] ?? {};
    const when = conditionAt(edges, edge, isMet);
    const { state } =
      when === null ? { state: null } : answered({ step, when }, true);
    return state === undefined ? "unknown" : state ? "yes" : "no";
  };
  return {
    wanted,
    whole: null,
    find: (sought) => {
      const { state, facts } = answered(sought, false);
      return state ? { state, facts } : null;
    },
    isNobody: (sought) => answered(sought, false).state === null,
    takes: (step, edge) => leaving(step, edge, true),
    misses: (step, edge) => leaving(step, edge, false),
    unproved,
  };
}

/** The same for the same question. */
function keyOf(
  { had, lacks, ...others }: Sought,
  leaves: boolean,
  wanted: readonly Wanted[],
): string {
  const [knows, knowsNot] = [had, lacks].map((one) =>
    wanted.findIndex((each) => each.had === one),
  );
  return JSON.stringify([others, knows, knowsNot, leaves]);
}

/** What those meet who come to an edge, and go that way or do not; null where nobody can. */
function conditionAt(
  edges: readonly Edge[],
  edge: number,
  isMet: boolean,
): Condition | null {
  const own = edges[edge];
  if (own === undefined) return null;
  const earlier = edges.slice(0, edge).filter(({ on }) => on === own.on);
  const before = earlier.flatMap(({ when }): Condition[] =>
    when === null ? [] : [{ kind: "not", of: when }],
  );
  if (before.length < earlier.length) return null;
  if (own.when === null) return isMet ? allOf(before) : null;
  return allOf([...before, isMet ? own.when : { kind: "not", of: own.when }]);
}
