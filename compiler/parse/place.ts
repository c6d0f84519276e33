import { isAlias, isMap, isScalar, isSeq } from "yaml";

/** Where a node stands; its start and the end of its content. */
export function placeOf(node: unknown): { start: number; end: number } {
  const range =
    isScalar(node) || isMap(node) || isSeq(node) || isAlias(node)
      ? node.range
      : undefined;
  return range
    ? { start: range[0], end: Math.max(range[1], range[0]) }
    : { start: 0, end: 0 };
}
