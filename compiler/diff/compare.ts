import { liveFindings } from "../live/compare.ts";
import { liveShape } from "../live/shape.ts";
import type { FunnelNode, Program } from "../link/program.ts";
import { AREAS, type Change } from "./change.ts";
import { brandChanges } from "./brand.ts";
import { funnelChanges } from "./funnel.ts";

/** Everything that changes for visitors from one program to another, by area; nothing else. */
export function programChanges(before: Program, after: Program): Change[] {
  const changes = [
    ...pairsOf(before.brands, after.brands, ({ brand }) => brand.id).flatMap(
      ([key, one, other]) => brandChanges(key, one, other),
    ),
    ...pairsOf(before.funnels, after.funnels, ({ key }) => key).flatMap(
      ([key, one, other]) =>
        one === undefined || other === undefined
          ? [whole(key, one, other)]
          : funnelChanges(key, one, other),
    ),
    ...liveFindings(liveShape(before), after)
      // What is compared of tests has an area of its own.
      .filter(({ code }) => code !== "live/experiment-reused")
      .map(({ message, hint = null, at }): Change => ({
        area: "live",
        of: at.file.replace(/^.*?([^/]+\/[^/]+)\.yaml$/, "$1"),
        step: null,
        what: message,
        before: null,
        after: hint,
      })),
  ];
  const order = Object.keys(AREAS);
  return changes.toSorted(
    (a, b) => order.indexOf(a.area) - order.indexOf(b.area),
  );
}

type Pair<T> = [key: string, before: T | undefined, after: T | undefined];

function pairsOf<T>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (item: T) => string,
): Pair<T>[] {
  const [first, second] = [before, after].map(
    (list) => new Map(list.map((item) => [keyOf(item), item])),
  );
  const keys = new Set([...(first?.keys() ?? []), ...(second?.keys() ?? [])]);
  return (
    [...keys]
      .map((key): Pair<T> => [key, first?.get(key), second?.get(key)])
      // What was not linked anew is the same object: nothing of it differs.
      .filter(([, one, other]) => one !== other)
  );
}

function whole(
  of: string,
  before: FunnelNode | undefined,
  after: FunnelNode | undefined,
): Change {
  const said = (node: FunnelNode | undefined) =>
    node === undefined
      ? null
      : `${node.funnel.mounts.join(", ")}, ${node.funnel.steps.length} steps`;
  const ends = { before: said(before), after: said(after) };
  return { area: "addresses", of, step: null, what: "the funnel", ...ends };
}
