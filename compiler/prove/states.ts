import type { FunnelNode } from "../link/program.ts";
import type { Edge } from "../shared/contract.ts";
import { truthOf, type ValuesOf } from "./conditions.ts";
import { type Fact, type Facts, questionOf } from "./facts.ts";
import { scoreIn, seenOf } from "./totals.ts";

/** Somebody at a step, as far as it can still make a difference. */
export interface State {
  /** Position of the step. */
  readonly step: number;
  /** One character for each fact: `FORGOTTEN`, `NO`, or that of a case. */
  readonly facts: string;
  readonly from: Move | null;
}

/** How somebody came to a state. */
export interface Move {
  readonly state: State;
  /** The case of the answer that was given there; null where it decides nothing. */
  readonly answer: number | null;
  readonly edge: number;
}

/** It makes no difference any more. */
const FORGOTTEN = "-";
/** Not asked, not known. */
const NO = "0";
/** The first case of an answer, or that a value is known; the other cases follow it. */
const YES = "1";
const FIRST = YES.charCodeAt(0);

/** All states of a funnel, and what becomes of its edges: by step, their positions. */
export interface Explored {
  /** By step: what may be known by who comes there, the shortest ways first. */
  readonly states: readonly (readonly State[])[];
  /** Somebody may go this way. */
  readonly taken: readonly ReadonlySet<number>[];
  /** Somebody who could have gone this way may have been kept from it by its condition. */
  readonly failed: readonly ReadonlySet<number>[];
}

/** Goes all ways from every entrance, the shortest first. Null where there are more than `most` states. */
export function explore(
  node: FunnelNode,
  facts: Facts,
  most: number,
): Explored | null {
  const { steps } = node.funnel;
  const stops = stopsOf(node, facts);
  const taken = steps.map(() => new Set<number>());
  const failed = steps.map(() => new Set<number>());
  const seen = steps.map(() => new Set<string>());
  const states: State[] = [];
  const byStep: State[][] = steps.map(() => []);
  const arrive = (
    step: number,
    known: string,
    from: State | null,
    answer: number | null,
    edge: number,
  ) => {
    const kept = withSigns(known, stops[step]?.forgotten, FORGOTTEN);
    if (seen[step]?.has(kept) !== false) return;
    seen[step]?.add(kept);
    const move = from === null ? null : { state: from, answer, edge };
    const state = { step, facts: kept, from: move };
    states.push(state);
    byStep[step]?.push(state);
  };
  for (const entrance of entrancesOf(node))
    arrive(entrance, NO.repeat(facts.all.length), null, null, 0);
  // The list grows while it is gone through.
  for (let at = 0; at < states.length; at++) {
    const state = states[at];
    if (states.length > most || state === undefined) return null;
    const stop = stops[state.step];
    if (stop === undefined) continue;
    for (const { known, answer } of leaving(state, stop, facts))
      for (const { edge, isSure } of stop.tried ??
        triedOf(stop.edges, valuesIn(known, facts))) {
        if (isSure !== true) failed[state.step]?.add(edge);
        if (isSure === false) continue;
        taken[state.step]?.add(edge);
        const behind =
          stop.edges[edge]?.on === "accept"
            ? withSigns(known, stop.bought, YES)
            : known;
        for (const one of stop.targets[edge] ?? [])
          arrive(one, behind, state, answer, edge);
      }
  }
  return { states: byStep, taken, failed };
}

/** What is the same for everybody who is at a step; facts by their positions. */
interface Stop {
  /** These make no difference there any more. */
  readonly forgotten: readonly number[];
  /** These are known behind it. */
  readonly told: readonly number[];
  /** The answer that is given there; -1 for none that decides anything. */
  readonly asked: number;
  /** These are bought by whoever accepts. */
  readonly bought: readonly number[];
  readonly edges: readonly Edge[];
  /** By edge: where it leads. */
  readonly targets: readonly (readonly number[])[];
  /** The edges that are tried; null where that depends on what is known. */
  readonly tried: readonly Try[] | null;
}

/** An edge that is tried, and whether it is taken; null where that is not known. */
interface Try {
  readonly edge: number;
  readonly isSure: boolean | null;
}

function stopsOf(node: FunnelNode, { all, live }: Facts): Stop[] {
  const targets = targetsOf(node);
  const where = (holds: (fact: Fact, at: number) => boolean) =>
    all.flatMap((fact, at) => (holds(fact, at) ? [at] : []));
  return node.funnel.steps.map(({ edges }, step) => ({
    forgotten: where((_, at) => live[step]?.[at] !== 1),
    told: where((fact) => fact.kind === "known" && fact.by.has(step)),
    asked: all.findLastIndex(
      (fact) => fact.kind === "answer" && fact.step === step,
    ),
    bought: where((fact) => fact.kind === "bought" && fact.by.has(step)),
    edges,
    targets: targets[step] ?? [],
    tried: edges.every(({ when }) => when === null)
      ? triedOf(edges, () => null)
      : null,
  }));
}

function entrancesOf({ funnel, traits, graph }: FunnelNode): number[] {
  const led = new Set(graph.successors.flat());
  return funnel.steps.flatMap(({ page }, i) => {
    const isEntrance = traits.pages[page]?.entrance === true;
    const isAlone = graph.reachable.has(i) && !led.has(i);
    return i === 0 || isEntrance || isAlone ? [i] : [];
  });
}

/** By step and edge: the step that it leads to, and the other addresses of that page. */
function targetsOf({ funnel, graph, asides }: FunnelNode): number[][][] {
  const { steps } = funnel;
  const index = new Map(steps.map(({ id }, i) => [id, i]));
  return steps.map(({ edges }, from) => {
    const named = new Set(edges.map(({ to }) => index.get(to)));
    const others = (graph.successors[from] ?? []).filter(
      (one) => asides.has(one) && !named.has(one),
    );
    return edges.map(({ to }) => {
      const target = index.get(to);
      if (target === undefined) return [];
      const { page } = steps[target] ?? {};
      return [target, ...others.filter((one) => steps[one]?.page === page)];
    });
  });
}

/** What is known when a step is left: once for each answer that makes a difference. */
function leaving(
  { facts: known }: State,
  { told, asked }: Stop,
  { all, totals }: Facts,
): { readonly known: string; readonly answer: number | null }[] {
  const now = withSigns(known, told, YES);
  const fact = all[asked];
  if (fact?.kind !== "answer") return [{ known: now, answer: null }];
  return fact.cases.map((_, answer) => {
    const alike = fact.alike[answer] ?? answer;
    let behind = withSign(now, asked, String.fromCharCode(FIRST + alike));
    for (const [score, points] of fact.points[answer] ?? []) {
      const at = totals.get(score) ?? -1;
      const before = totalIn(behind, at);
      if (before !== null)
        behind = withSign(behind, at, signOf(before + points));
    }
    return { known: behind, answer };
  });
}

/** A total as one character, near to `NO` where it is near to zero: even distances are of what is above it. */
function signOf(total: number): string {
  const distance = total < 0 ? -2 * total - 1 : 2 * total;
  return String.fromCharCode(NO.charCodeAt(0) + distance);
}

/** null where it makes no difference any more. */
function totalIn(known: string, fact: number): number | null {
  const sign = known[fact] ?? FORGOTTEN;
  if (sign === FORGOTTEN) return null;
  const distance = sign.charCodeAt(0) - NO.charCodeAt(0);
  return distance % 2 === 0 ? distance / 2 : -(distance + 1) / 2;
}

function withSigns(
  known: string,
  facts: readonly number[] = [],
  sign: string,
): string {
  let now = known;
  for (const fact of facts)
    if (now[fact] !== sign) now = withSign(now, fact, sign);
  return now;
}

function withSign(known: string, fact: number, sign: string): string {
  return known.slice(0, fact) + sign + known.slice(fact + 1);
}

/** The edges that are tried: of each kind all up to the first that is certainly taken. */
function triedOf(edges: readonly Edge[], valuesOf: ValuesOf): Try[] {
  const closed = new Set<Edge["on"]>();
  return edges.flatMap(({ on, when }, edge) => {
    if (closed.has(on)) return [];
    const isSure = when === null || truthOf(when, valuesOf);
    if (isSure === true) closed.add(on);
    return [{ edge, isSure }];
  });
}

/** What a state says of questions and scores. */
export function valuesIn(known: string, facts: Facts): ValuesOf {
  return (leaf) => {
    const question = questionOf(leaf);
    if (question !== null) return answerIn(known, facts, question);
    const at = facts.totals.get(scoreIn(leaf)) ?? -1;
    const fact = facts.all[at];
    const total = totalIn(known, at);
    return fact?.kind !== "total" || total === null
      ? null
      : [seenOf(total, fact.score, leaf)];
  };
}

/** What a state says of a question; null where it makes no difference any more, empty where it was not asked. */
export function answerIn(
  known: string,
  { all, answers }: Facts,
  question: string,
): readonly string[] | null {
  const at = answers.get(question);
  const fact = at === undefined ? undefined : all[at];
  if (at === undefined || fact?.kind !== "answer") return null;
  const sign = known[at] ?? FORGOTTEN;
  if (sign === FORGOTTEN) return null;
  return sign === NO ? [] : (fact.cases[sign.charCodeAt(0) - FIRST] ?? null);
}

/** Whether a value is known in a state. */
export function isKnown({ facts }: State, fact: number): boolean {
  return facts[fact] !== NO;
}
