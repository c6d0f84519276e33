import type { Path } from "../diagnostics/span.ts";
import { outlineOf } from "../link/outline.ts";
import type { ContentNames, Named, Place } from "./content-names.ts";
import type { LinkedContent } from "./linked-content.ts";
import { itemsOf, mapOrNull, valueAt, type Word, wordOf } from "./tree.ts";

/** Where an address of a brand is written: as a mount, a step's, or that of a page of its own. */
export function addressPlaces(
  { id, owner, scope }: Named,
  names: ContentNames,
  linked: LinkedContent,
): Place[] {
  // Those of other hosts are nobody's here.
  if (owner !== "") return [];
  return names.filesIn(scope).flatMap((file) => {
    const node = linked.funnelOf(file);
    const { addresses } = node === null ? { addresses: [] } : outlineOf(node);
    const given = addresses.find(({ path }) => path === id);
    const word = given && wordAt(names.treeOf(file).root, given.at);
    if (given === undefined || word == null) return [];
    const mention = {
      kind: "path",
      id,
      owner,
      role: "definition",
      asks: false,
      start: word.start,
      end: word.end,
      form: "value",
      path: given.at,
      node: null,
    } as const;
    return [{ file, mention }];
  });
}

/** A mount may be its address alone, and has it under `path` otherwise. */
function wordAt(root: unknown, path: Path): Word | null {
  const node = path.reduce<unknown>((at, key) => {
    if (typeof key === "number") return itemsOf(at)[key];
    return mapOrNull(at) === null ? at : valueAt(at, key);
  }, root);
  return wordOf(node);
}
