import {
  diagnose,
  type Diagnostic,
  onePerPlace,
} from "../diagnostics/diagnostic.ts";
import type { Path } from "../diagnostics/span.ts";
import { valueAt } from "../schema/json-pointer.ts";
import type { FunnelNode } from "../link/program.ts";
import { isAliasAt } from "../link/raw-steps.ts";
import { sidesOf } from "../link/sides.ts";
import { CALLING } from "../link/text.ts";
import { data, items, text } from "../schema/read.ts";
import { isUrgent } from "./danger-help.ts";
import type { FunnelRule } from "./rule.ts";

/** The characters that may stand before the first number: whose it is, and a line for those who cannot wait. */
const MOST_BEFORE = 100;

/** On what is urgent, nothing but a few words stands before the numbers. */
export const numberFirst: FunnelRule = (node) =>
  onePerPlace(
    node.funnel.steps.flatMap((step, i) => {
      const origin = node.origins[i] ?? [];
      // What another address or the other side does not change stands with the page itself.
      const own = isAliasAt(origin) ? [origin, origin.slice(0, -2)] : [origin];
      return sidesOf(step).flatMap(({ props, within }) => {
        const first = own.map((path) => [...path, ...within]);
        return ofSide(props, [...first, ...own], node);
      });
    }),
  );

/** `places` are where the keys of the side may be written, those that hold first. */
function ofSide(
  props: unknown,
  places: readonly Path[],
  node: FunnelNode,
): Diagnostic[] {
  const placeOf = (key: string) =>
    places.find(
      (path) => data(valueAt(node.source.data, path))[key] !== undefined,
    ) ?? null;
  const sections = placeOf("sections");
  return [
    ...(isUrgent(props) ? ofPage(props, placeOf, node) : []),
    ...(sections === null
      ? []
      : items(data(props).sections).flatMap((section, n) =>
          isUrgent(section)
            ? ofSection(section, [...sections, "sections", n], node)
            : [],
        )),
  ];
}

function ofPage(
  props: unknown,
  placeOf: (key: string) => Path | null,
  node: FunnelNode,
): Diagnostic[] {
  const picture = placeOf("picture");
  const words = placeOf("text");
  return [
    ...(picture === null || data(props).picture === undefined
      ? []
      : [late([...picture, "picture"], "drawing", node)]),
    ...lateText(
      props,
      words === null ? null : [...words, "text"],
      [...(placeOf("urgent") ?? []), "urgent"],
      node,
    ),
  ];
}

function ofSection(
  section: unknown,
  path: Path,
  node: FunnelNode,
): Diagnostic[] {
  const at = withoutUse(path, node);
  const hasText = data(valueAt(node.source.data, at)).text !== undefined;
  return lateText(
    section,
    hasText ? [...at, "text"] : null,
    [...at, "urgent"],
    node,
  );
}

/** Where a section is written: a shared one stands for what uses it. One that uses itself is told elsewhere. */
function withoutUse(
  path: Path,
  node: FunnelNode,
  within: readonly string[] = [],
): Path {
  const name = text(data(valueAt(node.source.data, path)).use);
  return name === "" || within.includes(name)
    ? path
    : withoutUse(["shared", name], node, [...within, name]);
}

function lateText(
  props: unknown,
  at: Path | null,
  urgent: Path,
  node: FunnelNode,
): Diagnostic[] {
  const blocks = items(data(props).text);
  const [first] = blocks.filter((block) => data(block).kind !== "heading");
  const before = beforeNumber(first);
  if (before !== null && before <= MOST_BEFORE) return [];
  const hasNumber = blocks.some((block) => beforeNumber(block) !== null);
  const after = before !== null ? "words" : hasNumber ? "block" : "nothing";
  return [late(at ?? urgent, after, node)];
}

function late(
  path: Path,
  after: "words" | "block" | "drawing" | "nothing",
  { source }: FunnelNode,
): Diagnostic {
  const words = { after, most: MOST_BEFORE };
  return diagnose("danger/number-late", source.span(path, "value"), words);
}

/** How many characters of a linked paragraph or list stand before its first number; null where it has none. */
function beforeNumber(block: unknown): number | null {
  let length = 0;
  const holdsNumber = (part: unknown): boolean => {
    if (Array.isArray(part)) return part.some(holdsNumber);
    if (typeof part === "string") {
      length += part.length;
      return false;
    }
    const { kind, href, fallback, children, items: entries } = data(part);
    if (kind === "link" && CALLING.test(String(href))) return true;
    if (kind === "variable") length += text(fallback).length;
    return [...items(children), ...items(entries)].some(holdsNumber);
  };
  return holdsNumber(block) ? length : null;
}
