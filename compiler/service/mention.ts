import type { YAMLMap } from "yaml";
import type { Path } from "../diagnostics/span.ts";
import { entriesOf, type Word, wordOf } from "./tree.ts";

/** What can have a name in the content. A variable is whatever is called so: an answer, or what all texts may show. */
export type NameKind =
  | "step"
  | "answer"
  | "score"
  | "band"
  | "option-set"
  | "shared"
  | "experiment"
  | "code"
  | "product"
  | "asset"
  | "currency"
  | "brand"
  | "font"
  | "path"
  | "variable";

/** A name where it stands in a file. */
export interface Mention {
  readonly kind: NameKind;
  readonly id: string;
  /** What the name belongs to: the question of an answer, the score of a band, what kind of file an asset is, the host of a link; else empty. */
  readonly owner: string;
  /** `implicit`: the thing has no name of its own, and is called by its address or its label. */
  readonly role: "definition" | "implicit" | "use";
  /** Whether only a question can be meant, or is defined. */
  readonly asks: boolean;
  /** Offsets of the name itself, without quotes or braces. */
  readonly start: number;
  readonly end: number;
  /** How it is written: as a value, as a key, as a variable in a text. */
  readonly form: "value" | "key" | "variable";
  /** Where in the data: of a definition, the thing; of a use, the value or key. */
  readonly path: Path;
  /** The mapping of what is defined; null for a text alone, and for uses. */
  readonly node: YAMLMap | null;
}

/** Keys of a file below which names are given, and the kind of them. */
export const DECLARING: Readonly<Record<string, NameKind>> = {
  optionSets: "option-set",
  scores: "score",
  experiments: "experiment",
  codes: "code",
  shared: "shared",
  products: "product",
};

/** Formats whose values are names. */
export const NAMED: Readonly<Record<string, NameKind>> = {
  product: "product",
  asset: "asset",
  film: "asset",
  captions: "asset",
  step: "step",
  question: "step",
  score: "score",
  code: "code",
  shared: "shared",
  experiment: "experiment",
  currency: "currency",
  brand: "brand",
  font: "font",
  path: "path",
};

/** What a name of a format belongs to: a video does not belong where a picture does. */
export function ownerOf(kind: NameKind, format: string): Partial<Mention> {
  return kind === "asset" ? { owner: format } : {};
}

/** What the answers of an option set belong to; no question is called so. */
export function ofSet(name: string): string {
  return `*${name}`;
}

/** Collects the names of one file. */
export class Mentions {
  readonly found: Mention[] = [];

  /** A use, unless `rest` says otherwise. */
  add(
    kind: NameKind,
    word: Word,
    path: Path,
    rest: Partial<Mention> = {},
  ): void {
    this.found.push({
      kind,
      id: word.value,
      owner: "",
      role: "use",
      asks: false,
      start: word.start,
      end: word.end,
      form: "value",
      node: null,
      path,
      ...rest,
    });
  }

  /** Uses that are keys; none where the format of the keys names nothing. */
  addKeys(node: unknown, path: Path, format = ""): void {
    const kind = NAMED[format];
    if (kind === undefined) return;
    for (const { key } of entriesOf(node))
      this.add(kind, key, [...path, key.value], {
        form: "key",
        ...ownerOf(kind, format),
      });
  }

  /** The same for what may be no word, and then is no name. */
  addNode(
    kind: NameKind,
    node: unknown,
    path: Path,
    rest?: Partial<Mention>,
  ): void {
    const word = wordOf(node);
    if (word !== null) this.add(kind, word, path, rest);
  }
}
