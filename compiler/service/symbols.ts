import { placeOf } from "../parse/place.ts";
import type { Mention } from "./mention.ts";
import { isNaming } from "./content-names.ts";
import { itemsOf, textAt, type Tree, valueAt } from "./tree.ts";

/** A part of a file as an outline lists it; offsets of the whole and of its name. */
export interface FileSymbol {
  readonly name: string;
  readonly detail: string;
  readonly kind: "step" | "section" | "name";
  readonly start: number;
  readonly end: number;
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly children: readonly FileSymbol[];
}

/** The steps of a file with their sections, and everything else that has a name in it. */
export function symbolsOf(
  tree: Tree,
  mentions: readonly Mention[],
): FileSymbol[] {
  return mentions
    .filter((mention) => isNaming(mention) && isListed(mention))
    .map((mention) => symbol(mention, tree));
}

/** Choices and bands are too many for an outline, and what has no name yet is nothing that it can show. */
function isListed({ kind, id }: Mention): boolean {
  return kind !== "answer" && kind !== "band" && id !== "";
}

function symbol(mention: Mention, { root }: Tree): FileSymbol {
  const { node, id, start, end, kind } = mention;
  const inside =
    node === null || root === null ? { start, end } : placeOf(node);
  return {
    name: id,
    detail: [
      textAt(node, "page"),
      textAt(node, "ask") ?? textAt(node, "heading"),
    ]
      .filter((part) => part !== undefined)
      .join(" · "),
    kind: kind === "step" ? "step" : "name",
    start: Math.min(start, inside.start),
    end: Math.max(end, inside.end),
    nameStart: start,
    nameEnd: end,
    children: itemsOf(valueAt(node, "sections")).map(sectionSymbol),
  };
}

function sectionSymbol(node: unknown): FileSymbol {
  const { start, end } = placeOf(node);
  return {
    name: textAt(node, "section") || textAt(node, "use") || "section",
    detail: textAt(node, "heading") ?? "",
    kind: "section",
    start,
    end,
    nameStart: start,
    nameEnd: start,
    children: [],
  };
}
