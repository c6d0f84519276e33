import type { FunnelNode } from "../link/program.ts";
import type { Facts } from "./facts.ts";
import {
  FIRST,
  keptOf,
  NO,
  NO_SIGN,
  type Signs,
  signOf,
  totalOf,
  withSign,
  written,
} from "./signs.ts";
import { type IsRead, type Stop, stopsOf } from "./stops.ts";

/** Somebody at a step, as far as it can still make a difference. */
export interface State {
  /** Position of the step. */
  readonly step: number;
  /** One character for each fact: that of a case, `NO`, or `-` where it makes no difference any more. */
  readonly facts: string;
  /** The same as codes; those who know the same may share it. */
  readonly signs: Signs;
  readonly from: Move | null;
  /** Whether nobody knows that somebody comes to it: a score that is not followed decides something on the way. */
  readonly isOpen: boolean;
}

/** How somebody came to a state. */
export interface Move {
  readonly state: State;
  /** The case of the answer that was given there; null where it decides nothing. */
  readonly answer: number | null;
  readonly edge: number;
}

/** All states of a funnel, and what becomes of its edges: by step, their positions. */
export interface Explored {
  /** By step: what may be known by whoever comes there, the shortest ways first. */
  readonly states: readonly (readonly State[])[];
  /** Somebody may go this way; true: nobody knows. */
  readonly taken: readonly ReadonlyMap<number, boolean>[];
  /** Somebody who could have gone this way may have been kept from it by its condition; true: nobody knows. */
  readonly failed: readonly ReadonlyMap<number, boolean>[];
}

/** Who is looked for, and what has to be gone for that. */
export interface Search {
  readonly isRead: IsRead;
  /** Whether somebody at a step who knows this may be, or may become, who is looked for. */
  readonly mayBecome: (step: number, kept: string) => boolean;
  /** Whether it is somebody who has come to a state, or leaves it by what is known then; null where nobody knows. */
  readonly isIt: (state: State, leaving: Signs | null) => boolean | null;
}

/** Goes all ways from every entrance, the shortest first. Null where there are more than `most` states. */
export function explore(
  node: FunnelNode,
  facts: Facts,
  most: number,
): Explored | null {
  const explored = goWays(node, facts, most);
  return explored === null || "step" in explored ? null : explored;
}

/** The first who is looked for; null where there is nobody, undefined with more than `most` states or where nobody knows. */
export function seek(
  node: FunnelNode,
  facts: Facts,
  most: number,
  search: Search,
): State | null | undefined {
  const found = goWays(node, facts, most, search);
  if (found === null) return undefined;
  return "step" in found ? found : null;
}

function goWays(
  node: FunnelNode,
  facts: Facts,
  most: number,
  search?: Search,
): Explored | State | null {
  const { steps } = node.funnel;
  const stops = stopsOf(node, facts, search?.isRead);
  const taken = steps.map(() => new Map<number, boolean>());
  const failed = steps.map(() => new Map<number, boolean>());
  const seen = steps.map(() => new Map<string, boolean>());
  const states: State[] = [];
  const byStep: State[][] = steps.map(() => []);
  const { found, perhaps, look } = createLookout(search);
  const arrive = (
    step: number,
    signs: Signs,
    kept: string,
    from: Move | null,
    isOpen: boolean,
  ) => {
    // Before others who know the same: they may have come in another way.
    if (search !== undefined)
      look({ step, facts: kept, signs, from, isOpen }, null);
    const before = seen[step]?.get(kept);
    if (before === false || before === isOpen) return;
    if (search?.mayBecome(step, kept) === false) return;
    seen[step]?.set(kept, isOpen);
    const state = { step, facts: kept, signs, from, isOpen };
    states.push(state);
    byStep[step]?.push(state);
  };
  const comeTo = (
    step: number,
    known: Signs,
    from: Move | null,
    isOpen: boolean,
  ) => {
    const signs = keptOf(known, facts.live[step]);
    arrive(step, signs, written(signs), from, isOpen);
  };
  const nothing = facts.all.map(() => NO_SIGN);
  for (const entrance of entrancesOf(node))
    comeTo(entrance, nothing, null, false);
  // The list grows while it is gone through.
  for (let at = 0; at < states.length; at++) {
    const state = states[at];
    const [first] = found;
    if (first !== undefined) return first;
    if (states.length > most || state === undefined) return null;
    const stop = stops[state.step];
    if (stop === undefined) continue;
    for (const { known, answer } of leaving(state, stop)) {
      if (search !== undefined) look(state, known);
      for (const { edge, isSure, isOpen: isOpenHere } of stop.tried(known)) {
        const isOpen = state.isOpen || isOpenHere;
        if (isSure !== true) note(failed[state.step], edge, isOpen);
        if (isSure === false) continue;
        note(taken[state.step], edge, isOpen);
        const isBuying =
          stop.bought.length > 0 && stop.edges[edge]?.on === "accept";
        const behind = isBuying ? withSign(known, stop.bought, FIRST) : known;
        for (const one of stop.targets[edge] ?? []) {
          const from = { state, answer, edge };
          // Most steps tell nothing, and nothing is forgotten behind them.
          if (behind === state.signs && stop.keeps.has(one))
            arrive(one, behind, state.facts, from, isOpen);
          else comeTo(one, behind, from, isOpen);
        }
      }
    }
  }
  const [first] = found;
  if (first === undefined && perhaps.length > 0) return null;
  return first ?? { states: byStep, taken, failed };
}

/** Who of those that come by is looked for, and who may be. */
function createLookout(search: Search | undefined) {
  const found: State[] = [];
  const perhaps: State[] = [];
  const look = (state: State, leaves: Signs | null) => {
    const isIt = search?.isIt(state, leaves) ?? null;
    if (isIt === true && !state.isOpen) found.push(state);
    else if (isIt !== false) perhaps.push(state);
  };
  return { found, perhaps, look };
}

/** Notes what becomes of an edge; what is known of somebody stays so. */
function note(
  edges: Map<number, boolean> | undefined,
  edge: number,
  isOpen: boolean,
): void {
  if (edges?.get(edge) !== false) edges?.set(edge, isOpen);
}

function entrancesOf({ funnel, traits, graph }: FunnelNode): number[] {
  const led = new Set(graph.successors.flat());
  return funnel.steps.flatMap(({ page }, i) => {
    const isEntrance = traits.pages[page]?.entrance === true;
    const isAlone = graph.reachable.has(i) && !led.has(i);
    return i === 0 || isEntrance || isAlone ? [i] : [];
  });
}

/** What is known when a step is left: once for each answer that makes a difference. */
function leaving(
  { signs }: State,
  { told, chosen, answers }: Stop,
): { readonly known: Signs; readonly answer: number | null }[] {
  const now = withSign(signs, told, FIRST);
  if (answers === null && chosen.length === 0)
    return [{ known: now, answer: null }];
  if (answers === null)
    return [FIRST, NO_SIGN].map((sign) => ({
      known: withSign(now, chosen, sign),
      answer: null,
    }));
  return answers.map(({ fact, sign, isEmpty, adds }, answer) => {
    const known = [...withSign(now, chosen, isEmpty ? NO_SIGN : FIRST)];
    known[fact] = sign;
    for (const { total, points } of adds) {
      const before = totalOf(now[total]);
      if (before !== null) known[total] = signOf(before + points);
    }
    return { known, answer };
  });
}

/** Whether a value is known in a state. */
export function isKnown({ facts }: State, fact: number): boolean {
  return facts[fact] !== NO;
}
