import type { Told } from "./change.ts";
import type { ItemKind } from "./items.ts";
import { phrase } from "./names.ts";
import { movedAmong } from "./pairs.ts";

/**
 * One line for what has moved in a list; where that is much, for the whole order.
 *
 * @param before the items that are there before and after
 * @param places where each of them stands after
 */
export function orderChanges(
  before: readonly unknown[],
  places: readonly number[],
  kind: ItemKind,
  within: readonly string[],
): Told[] {
  const moved = movedAmong(places);
  if (moved.size === 0) return [];
  const after = [...places.keys()]
    .toSorted((a, b) => (places[a] ?? 0) - (places[b] ?? 0))
    .map((i) => before[i]);
  const called = (list: readonly unknown[]) => list.map(kind.called);
  const [first] = moved;
  if (moved.size > 1 || first === undefined)
    return [
      {
        area: kind.orderArea,
        what: phrase(within, "order"),
        before: called(before).join(", "),
        after: called(after).join(", "),
      },
    ];
  const item = before[first];
  const behind = (list: readonly unknown[]) => {
    const previous = list[list.indexOf(item) - 1];
    return previous === undefined
      ? "at the beginning"
      : `behind ${kind.called(previous)}`;
  };
  return [
    {
      area: kind.orderArea,
      what: phrase(within, `${kind.called(item)} moved`),
      before: behind(before),
      after: behind(after),
    },
  ];
}
