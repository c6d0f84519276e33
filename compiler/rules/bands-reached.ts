import { diagnose } from "../diagnostics/diagnostic.ts";
import { reachedFrom } from "../link/graph.ts";
import type { FunnelNode } from "../link/program.ts";
import { gainsAt, MAX_TOTALS } from "../prove/possible-totals.ts";
import { added } from "../shared/grid.ts";
import type { Band, Condition, Score } from "../shared/contract.ts";
import type { FunnelRule } from "./rule.ts";

/**
 * Every band of a score that is shown is reached on some way. Conditions are not looked at, so that what is reported
 * holds whatever they are.
 */
export const bandsReached: FunnelRule = (node) =>
  unreachedIn(node).map(({ i, ...words }) => {
    const path = ["scores", words.score, "bands", i, "id"];
    const at = node.source.span(path, "value");
    return diagnose("band/never-reached", at, words);
  });

/** Whether a condition asks for a band that nobody reaches, or of bands in disorder, which is told of the bands. */
export function asksForUnreached(
  condition: Condition,
  node: FunnelNode,
): boolean {
  const asks = (part: Condition) => asksForUnreached(part, node);
  switch (condition.kind) {
    case "all":
      return condition.of.some(asks);
    case "any":
      return condition.of.every(asks);
    case "band": {
      const { score, in: wanted } = condition;
      const own = node.funnel.scores.find(({ id }) => id === score);
      if (own !== undefined && !ascend(own.bands)) return true;
      const empty = unreachedIn(node).filter((one) => one.score === score);
      return wanted.every((id) => empty.some(({ band }) => band === id));
    }
    default:
      return false;
  }
}

/** A band that nobody reaches, its position, and the ends of what its score comes to. */
interface Unreached {
  readonly score: string;
  readonly band: string;
  readonly i: number;
  readonly lowest: number;
  readonly highest: number;
}

const unreached = new WeakMap<FunnelNode, readonly Unreached[]>();

function unreachedIn(node: FunnelNode): readonly Unreached[] {
  const known = unreached.get(node);
  if (known !== undefined) return known;
  const found = node.funnel.scores.flatMap((score) => {
    const { id, bands } = score;
    const totals = totalsShown(node, score);
    if (totals === null || totals.length === 0 || !ascend(bands)) return [];
    return bands.flatMap((band, i): Unreached[] => {
      const above = bands[i - 1]?.upTo ?? Number.NEGATIVE_INFINITY;
      const upTo = band.upTo ?? Number.POSITIVE_INFINITY;
      if (totals.some((total) => total > above && total <= upTo)) return [];
      const lowest = Math.min(...totals);
      const highest = Math.max(...totals);
      return [{ score: id, band: band.id, i, lowest, highest }];
    });
  });
  unreached.set(node, found);
  return found;
}

/** Whether bands follow each other from the bottom up; what is wrong with others is said elsewhere. */
function ascend(bands: readonly Band[]): boolean {
  return bands.every(({ upTo }, i) => {
    if (i === bands.length - 1) return upTo === null;
    return (
      upTo !== null && upTo > (bands[i - 1]?.upTo ?? Number.NEGATIVE_INFINITY)
    );
  });
}

function takeLowest(open: number[]): number | null {
  if (open.length === 0) return null;
  const lowest = Math.min(...open);
  open.splice(open.indexOf(lowest), 1);
  return lowest;
}

/** The steps behind a question of a score; on others it is nothing yet, which is told of where it is shown. */
function behindQuestions({ items }: Score, node: FunnelNode) {
  const { funnel, graph } = node;
  const asking = funnel.steps.flatMap(({ id }, i) =>
    Object.hasOwn(items, id) ? (graph.successors[i] ?? []) : [],
  );
  return reachedFrom(graph.successors, asking);
}

/** Every total that visitors may have where the score is shown; null where there are too many to tell. */
function totalsShown(node: FunnelNode, score: Score): readonly number[] | null {
  const { steps, entry } = node.funnel;
  const index = new Map(steps.map(({ id }, i) => [id, i]));
  const fed = behindQuestions(score, node);
  const shownAt = new Set(
    node.uses.flatMap(({ kind, id, step }) =>
      kind === "score" && id === score.id && fed.has(index.get(step) ?? -1)
        ? [step]
        : [],
    ),
  );
  if (shownAt.size === 0) return [];
  const gains: (readonly number[])[] = [];
  for (const step of steps) {
    const gained = gainsAt(step, score, node);
    if (gained === null) return null;
    gains.push(gained);
  }
  const targets = steps.map(({ edges }) => [
    ...new Set(edges.flatMap(({ to }) => index.get(to) ?? [])),
  ]);
  const arrived = steps.map(() => new Set<number>());
  // The totals of each step that have not been taken further, and the steps that have any.
  const fresh = steps.map((): number[] => []);
  const open: number[] = [];
  const arrive = (at: number, total: number): void => {
    if (arrived[at]?.has(total) !== false) return;
    arrived[at].add(total);
    if (fresh[at]?.push(total) === 1) open.push(at);
  };
  const first = index.get(entry ?? "");
  if (first !== undefined) arrive(first, 0);
  // The first in the order of the file: mostly all that come to it are there by then.
  for (let at = takeLowest(open); at !== null; at = takeLowest(open)) {
    const totals = fresh[at] ?? [];
    fresh[at] = [];
    for (const to of targets[at] ?? [])
      for (const gained of gains[at] ?? []) {
        for (const total of totals)
          arrive(to, gained === 0 ? total : added(total, gained));
        // Whoever goes round and round gains without end.
        if ((arrived[to]?.size ?? 0) > MAX_TOTALS + 1) return null;
      }
  }
  const within = (total: number) =>
    Math.min(score.max, Math.max(score.min, total));
  const totals = [...shownAt].flatMap((id) => [
    ...(arrived[index.get(id) ?? -1] ?? []),
  ]);
  return [...new Set(totals.map(within))];
}
