/** Circles that somebody comes into and no answer leads out of. */
import { isOnLoop, reachedFrom } from "../link/graph.ts";
import type { FunnelNode } from "../link/program.ts";
import { leavesOf } from "../shared/condition-leaves.ts";
import { anyOf } from "./conditions.ts";
import { type Facts, factsOf } from "./facts.ts";
import { type Found, proofOf } from "./proof.ts";
import { FORGOTTEN_SIGN, NO_SIGN, type Signs, withSign } from "./signs.ts";
import { explore, type State } from "./states.ts";
import { type Stop, stopsOf } from "./stops.ts";

/** The steps of a circle by position, in the order of the file, and somebody who has come to one of them. */
export interface Circle {
  readonly found: Found;
  readonly steps: readonly number[];
}

/** What is the same for everybody in a funnel. */
interface Ground {
  readonly node: FunnelNode;
  readonly facts: Facts;
  readonly stops: readonly Stop[];
  /** Whoever comes to one of these leaves the circle, or what becomes of them is told elsewhere. */
  readonly exits: ReadonlySet<number>;
}

/** A funnel with more states is not looked at. */
const MAX_STATES = 20_000;

/**
 * The steps that some way leads back to from where it has come, on loops that some way leads out of. Every circle of
 * several steps has one: somewhere it goes back in the file.
 */
export function returnsOf({ graph }: Pick<FunnelNode, "graph">): number[] {
  const back = graph.successors.flatMap((targets, i) =>
    targets.filter((to) => to < i),
  );
  return [...new Set(back)]
    .filter((to) => graph.reachable.has(to) && graph.finishing.has(to))
    .filter((to) => isOnLoop(to, graph))
    .sort((a, b) => a - b);
}

/** The circles that somebody cannot leave and that come to one of some steps; what is not known is left open. */
export function circlesIn(
  node: FunnelNode,
  returns: readonly number[],
  exits: ReadonlySet<number>,
): readonly Circle[] {
  const { steps } = node.funnel;
  const whens = steps.map(({ edges }) =>
    edges.flatMap(({ when }) => when ?? []),
  );
  const leaves = whens.map((all) => all.flatMap(leavesOf));
  const reads = { leaves, had: steps.map(() => []) };
  const facts = factsOf(node, reads, true);
  const explored =
    facts.vague.length > 0 ? null : explore(node, facts, MAX_STATES);
  const proof = proofOf(node);
  if (explored === null) {
    for (const step of returns.slice(0, 1))
      proof.leaveOpen(step, anyOf(whens.flat()));
    return [];
  }
  const ground = { node, facts, stops: stopsOf(node, facts), exits };
  const circles: Circle[] = [];
  const told = new Set<number>();
  const open: number[] = [];
  for (const step of returns) {
    if (told.has(step)) continue;
    const caught = caughtAt(explored.states[step] ?? [], ground);
    if (caught === null) continue;
    if (!isSure(caught.found.state)) {
      open.push(step);
      continue;
    }
    circles.push(caught);
    for (const each of caught.steps) told.add(each);
  }
  for (const step of open)
    if (!told.has(step)) proof.leaveOpen(step, anyOf(whens.flat()));
  return circles;
}

/** The first of these states that is caught in a circle; one that is sure, if there is any. */
function caughtAt(states: readonly State[], ground: Ground): Circle | null {
  let open: Circle | null = null;
  for (const state of states) {
    if (open !== null && !isSure(state)) continue;
    const steps = circleOf(state, ground);
    if (steps === null) continue;
    const circle = { found: { state, facts: ground.facts }, steps };
    if (isSure(state)) return circle;
    open = circle;
  }
  return open;
}

/**
 * Whether somebody is known to come to a state, with all that they have answered: what was answered on a way that comes
 * to a step twice may count no more.
 */
function isSure(state: State): boolean {
  const way = [state.step];
  for (let { from } = state; from !== null; { from } = from.state)
    way.push(from.state.step);
  return !state.isOpen && new Set(way).size === way.length;
}

/**
 * The steps that somebody in a state comes to again and again, whatever they answer; null where they may leave, or do
 * not come to the same step again. What is asked on the way is thought to be answered otherwise each time.
 */
function circleOf(
  state: State,
  { node, facts, stops, exits }: Ground,
): readonly number[] | null {
  const inside = new Set([state.step]);
  const next: (readonly number[])[] = node.funnel.steps.map(() => []);
  for (let before = -1; before !== inside.size;) {
    before = inside.size;
    const open = askedAt(inside, facts, node);
    const known = withSign(state.signs, open, FORGOTTEN_SIGN);
    for (const step of inside) {
      if (exits.has(step)) return null;
      next[step] = nextFrom(stops[step], known);
      for (const to of next[step]) inside.add(to);
    }
  }
  const again = [...inside].filter((step) =>
    reachedFrom(next, next[step] ?? []).has(step),
  );
  return again.includes(state.step) ? again.sort((a, b) => a - b) : null;
}

/** The facts that are decided at some steps. */
function askedAt(
  steps: ReadonlySet<number>,
  { all }: Facts,
  { funnel }: FunnelNode,
): number[] {
  const ids = [...steps].flatMap((step) => funnel.steps[step]?.id ?? []);
  return all.flatMap((fact, n) => {
    const isAsked =
      fact.kind === "answer"
        ? steps.has(fact.step)
        : fact.kind === "total" &&
          ids.some((id) => Object.hasOwn(fact.score.items, id));
    return isAsked ? [n] : [];
  });
}

/** The steps that somebody who knows this may be led to by any answer, or by one that does not count. */
function nextFrom(stop: Stop | undefined, known: Signs): readonly number[] {
  if (stop === undefined) return [];
  const { answers, tried, targets } = stop;
  const leaving = answers?.flatMap(({ fact, sign }) => [
    withSign(known, [fact], sign),
    withSign(known, [fact], NO_SIGN),
  ]);
  return (leaving ?? [known])
    .flatMap(tried)
    .flatMap(({ edge, isSure }) =>
      isSure === false ? [] : (targets[edge] ?? []),
    );
}
