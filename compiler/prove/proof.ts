/** The folder `prove` holds proofs about all ways through a funnel: who comes where, having given what. */
import type { FunnelNode } from "../link/program.ts";
import type { Condition, Edge } from "../shared/contract.ts";
import { allOf } from "./conditions.ts";
import { leavesOf } from "../shared/condition-leaves.ts";
import {
  type Facts,
  factsOf,
  questionsOf,
  type Reads,
  readsOf,
} from "./facts.ts";
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
  takes(step: number, edge: number): Tristate;
  /** Whether somebody who could have gone a way may have been kept from it by its condition. */
  misses(step: number, edge: number): Tristate;
  /** Notes that nobody knows whether a condition is met at a step. */
  leaveOpen(step: number, when: Condition): void;
  /** What was asked so far and could not be answered. */
  readonly unproved: readonly Unproved[];
}

export type Tristate = "yes" | "no" | "unknown";

export interface Whole extends Explored {
  readonly facts: Facts;
}

/** Somebody, and the facts that their state is written in. */
export interface Found {
  readonly state: State;
  readonly facts: Facts;
}

/** A step of which something is not known, and the questions that make it so, each with the number of its cases. */
export interface Unproved {
  readonly step: number;
  readonly questions: ReadonlyMap<string, number>;
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
  const slices = inSlices(node, wanted);
  const proof = whole === null ? slices : atOnce(whole, slices);
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

/** What all states do not tell, because a score is not followed in them, is asked in slices. */
function atOnce(whole: Whole, slices: Proof): Proof {
  const { states, facts, taken, failed } = whole;
  const first = (sought: Sought): State | null | undefined => {
    let isOpen = false;
    for (const state of states[sought.step] ?? []) {
      const isIt = isSought(sought, state, facts);
      if (isIt === true && !state.isOpen) return state;
      isOpen ||= isIt !== false;
    }
    return isOpen ? undefined : null;
  };
  const among = (
    edges: Explored["taken"],
    step: number,
    edge: number,
  ): Tristate => {
    const isOpen = edges[step]?.get(edge);
    if (isOpen === undefined) return "no";
    return isOpen ? "unknown" : "yes";
  };
  return {
    ...slices,
    whole,
    find: (sought) => {
      const state = first(sought);
      if (state === undefined) return slices.find(sought);
      return state && { state, facts };
    },
    isNobody: (sought) => {
      const state = first(sought);
      return state === undefined ? slices.isNobody(sought) : state === null;
    },
    takes: (step, edge) => {
      const answer = among(taken, step, edge);
      return answer === "unknown" ? slices.takes(step, edge) : answer;
    },
    misses: (step, edge) => {
      const answer = among(failed, step, edge);
      return answer === "unknown" ? slices.misses(step, edge) : answer;
    },
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
      unproved.push({
        step: sought.step,
        questions: questionsIn(answer.facts, node),
      });
    if (key !== null) answers.set(key, answer);
    return answer;
  };
  const leaving = (step: number, edge: number, isMet: boolean): Tristate => {
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
    leaveOpen: (step, when) => {
      const questions = leavesOf(when).flatMap((leaf) =>
        questionsOf(leaf, node),
      );
      unproved.push({ step, questions: withoutEnd(questions) });
    },
    unproved,
  };
}

/** The questions that decide, each with the number of its cases. */
function questionsIn(
  { all, vague, untold }: Facts,
  { funnel }: FunnelNode,
): ReadonlyMap<string, number> {
  const cases = all.flatMap((fact): [string, number][] =>
    fact.kind === "answer"
      ? [[funnel.steps[fact.step]?.id ?? "", fact.cases.length]]
      : [],
  );
  return new Map([...cases, ...withoutEnd([...vague, ...untold])]);
}

/** Questions with more cases than are told apart. */
function withoutEnd(ids: readonly string[]): ReadonlyMap<string, number> {
  return new Map(ids.map((id) => [id, Number.POSITIVE_INFINITY]));
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
