import type { Route } from "../../generated/walk-contract.ts";
import type { Explored } from "./explore.ts";
import { type Move, type Visit, wayTo } from "./visit.ts";

/**
 * Few ways that come by every edge together: again and again the one with the most that none before it has, the shortest
 * of those. No way goes round: of a declined payment that leads back to its offer there is none.
 */
export function coveringRoutes(
  { moves, keyOf }: Pick<Explored, "moves" | "keyOf">,
  starts: readonly Visit[],
): readonly Route[] {
  const onward = new Map<string, Move[]>();
  for (const move of moves) {
    if (move.to === null) continue;
    const key = keyOf(move.from);
    onward.set(key, [...(onward.get(key) ?? []), move]);
  }
  const open = new Set(
    moves.flatMap((move) => (move.to === null ? [] : [edgeOf(move)])),
  );
  const routes: Route[] = [];
  const seen = new Set<string>();
  const take = ({ start, moves }: Best) => {
    const reached = [start, ...moves.flatMap(({ to }) => to ?? [])];
    for (const { step } of reached) seen.add(step.id);
    for (const move of moves) open.delete(edgeOf(move));
    routes.push({
      before: wayTo(start),
      first: start.step.id,
      stops: moves.map(({ by }) => by),
      last: (reached.at(-1) ?? start).step.id,
    });
  };
  for (
    let best = longest({ onward, keyOf, open }, starts);
    best !== null;
    best = longest({ onward, keyOf, open }, starts)
  )
    take(best);
  // Pages that nothing leads to, and that lead nowhere.
  for (const start of starts)
    if (!seen.has(start.step.id)) take({ start, moves: [] });
  return routes;
}

interface Ways {
  readonly onward: ReadonlyMap<string, readonly Move[]>;
  readonly keyOf: (visit: Visit) => string;
  /** Edges that no way has come by yet. */
  readonly open: ReadonlySet<string>;
}

interface Best {
  readonly start: Visit;
  readonly moves: readonly Move[];
}

/** A step more costs less than any new edge is worth. */
const STEP = 0.001;

/** The way with the most open edges; null where nothing is open on any. */
function longest(ways: Ways, starts: readonly Visit[]): Best | null {
  const known = new Map<string, { value: number; by: Move | null }>();
  const under = new Set<string>();
  const valueOf = (visit: Visit): number => {
    const key = ways.keyOf(visit);
    const before = known.get(key);
    if (before !== undefined) return before.value;
    under.add(key);
    let best: { value: number; by: Move | null } = { value: 0, by: null };
    for (const move of ways.onward.get(key) ?? []) {
      const { to } = move;
      // Round in a circle is no way on.
      if (to === null || under.has(ways.keyOf(to))) continue;
      const gain = ways.open.has(edgeOf(move)) ? 1 : 0;
      const value = gain + valueOf(to) - STEP;
      if (best.by === null || value > best.value) best = { value, by: move };
    }
    under.delete(key);
    known.set(key, best);
    return best.value;
  };
  const order = starts
    .map((start) => ({ start, value: valueOf(start) }))
    .sort((one, other) => other.value - one.value);
  for (const { start } of order) {
    const moves: Move[] = [];
    let at: Visit | null = start;
    while (at !== null) {
      const by: Move | null = known.get(ways.keyOf(at))?.by ?? null;
      if (by !== null) moves.push(by);
      at = by?.to ?? null;
    }
    if (moves.some((move) => ways.open.has(edgeOf(move))))
      return { start, moves };
  }
  return null;
}

function edgeOf({ from, edge }: Move): string {
  return `${from.step.id} ${edge}`;
}
