/** All names of the content: what they are given to, and who uses them. */
import { brandOf, kindOf } from "../parse/file-name.ts";
import { withoutPrefix } from "../shared/host-prefix.ts";
import { NONE } from "../link/options.ts";
import type { Language } from "../schema/language.ts";
import { type Mention, type NameKind, ofSet } from "./mention.ts";
import { mentionsIn } from "./mentions.ts";
import { itemsOf, type Tree, treeOf, valueAt, wordOf } from "./tree.ts";

/** One thing that has a name, wherever the name stands. */
export interface Named {
  readonly kind: NameKind;
  readonly id: string;
  readonly owner: string;
  /** The file or the folder in which the name means this; empty: everywhere. */
  readonly scope: string;
}

/** A name in a file; `file` is its path below the content root. */
export interface Place {
  readonly file: string;
  readonly mention: Mention;
}

/** A file as it was last understood. */
interface FileNames {
  readonly text: string;
  readonly tree: Tree;
  readonly mentions: readonly Mention[];
  /** The steps; of each, where its answers come from. */
  readonly steps: ReadonlyMap<string, AnswersOf>;
}

interface AnswersOf {
  /** The option set, if there is one. */
  readonly set: string | null;
  /** Whether the step itself has the answer `none` beside. */
  readonly hasNone: boolean;
}

/** Kinds whose names count within their brand, and everywhere; all others count in their file. */
const OF_BRAND = new Set<NameKind>(["product", "asset", "path"]);
const OF_SITE = new Set<NameKind>(["currency", "brand", "font"]);

export class ContentNames {
  #files: ReadonlyMap<string, string> = new Map();
  readonly #read = new Map<string, FileNames>();
  readonly #lastValid = new Map<string, FileNames>();
  readonly #language: Language;

  constructor(language: Language) {
    this.#language = language;
  }

  /** Takes the files as they are now. */
  update(files: ReadonlyMap<string, string>): void {
    this.#files = files;
    for (const known of [this.#read, this.#lastValid])
      for (const file of known.keys()) if (!files.has(file)) known.delete(file);
  }

  /** The names of a file; where it cannot be read, those it last had, moved along with the text. */
  mentionsOf(file: string): readonly Mention[] {
    return this.#namesOf(file).mentions;
  }

  treeOf(file: string): Tree {
    return this.#namesOf(file).tree;
  }

  /** All files that a name of this scope can stand in. */
  filesIn(scope: string): readonly string[] {
    if (this.#files.has(scope)) return [scope];
    const all = [...this.#files.keys()];
    return scope === "" ? all : all.filter((file) => brandOf(file) === scope);
  }

  /** What a name in a file means; also one that nothing is called by. */
  meaningOf(file: string, mention: Mention): Named {
    const { id, kind, path } = mention;
    if (kind === "variable") {
      // A mail knows no answers: what is called as a question there is the contact's.
      const isStep = path[0] !== "mails" && this.#namesOf(file).steps.has(id);
      return isStep
        ? { kind: "step", id, owner: "", scope: file }
        : { kind, id, owner: "", scope: brandOf(file) };
    }
    const scope = OF_SITE.has(kind)
      ? ""
      : OF_BRAND.has(kind)
        ? brandOf(file)
        : file;
    return { kind, id, owner: this.#ownerOf(file, mention), scope };
  }

  /** Everywhere the name of a thing stands, definitions included. */
  placesOf(named: Named): readonly Place[] {
    return this.filesIn(named.scope).flatMap((file) => {
      // Most files of a brand do not hold the word at all.
      if (!(this.#files.get(file) ?? "").includes(named.id) && !isMade(named))
        return [];
      return this.mentionsOf(file)
        .filter((mention) => isSame(this.meaningOf(file, mention), named))
        .map((mention) => ({ file, mention }));
    });
  }

  /** Where the thing is given its name. */
  definitionsOf(named: Named): readonly Place[] {
    return this.placesOf(named).filter(({ mention }) => isNaming(mention));
  }

  /** The places of all names of a kind that can stand in a file. */
  offered(file: string, kind: NameKind, owner = ""): readonly Place[] {
    const named = this.meaningOf(file, { ...NONE_YET, kind, owner });
    return this.filesIn(named.scope).flatMap((each) =>
      this.mentionsOf(each)
        .filter(
          (one) =>
            isNaming(one) &&
            one.kind === kind &&
            [owner, named.owner].includes(this.#ownerOf(each, one)),
        )
        .map((mention) => ({ file: each, mention })),
    );
  }

  /** The answers of a question that takes them from an option set belong to the set, but for one that it has itself. */
  #ownerOf(file: string, { kind, id, owner }: Mention): string {
    if (kind === "path") return this.#isHostOf(file, owner) ? "" : owner;
    const step =
      kind === "answer" ? this.#namesOf(file).steps.get(owner) : undefined;
    const isItsOwn = id === NONE && step?.hasNone === true;
    return typeof step?.set === "string" && !isItsOwn ? ofSet(step.set) : owner;
  }

  /** Whether a host leads to the brand of a file. */
  #isHostOf(file: string, host: string): boolean {
    const name = withoutPrefix(host);
    const { root } = this.#namesOf(`${brandOf(file)}/brand.yaml`).tree;
    const hosts = host === "" ? [] : itemsOf(valueAt(root, "hosts"));
    return hosts.some((one) => wordOf(one)?.value === name);
  }

  #namesOf(file: string): FileNames {
    const text = this.#files.get(file) ?? "";
    const known = this.#read.get(file);
    if (known?.text === text) return known;
    const tree = treeOf(text);
    const last = this.#lastValid.get(file);
    const mentions =
      tree.isValid || last === undefined
        ? mentionsIn(tree, kindOf(file), this.#language)
        : moved(last, text);
    const now = { text, tree, mentions, steps: stepsIn(mentions) };
    this.#read.set(file, now);
    if (tree.isValid) this.#lastValid.set(file, now);
    return now;
  }
}

function stepsIn(mentions: readonly Mention[]): ReadonlyMap<string, AnswersOf> {
  return new Map(
    mentions
      .filter((mention) => mention.kind === "step" && isNaming(mention))
      .map(({ id, node }) => [
        id,
        {
          set: wordOf(valueAt(node, "options"))?.value ?? null,
          hasNone: wordOf(valueAt(node, NONE)) !== null,
        },
      ]),
  );
}

export function isNaming({ role }: Mention): boolean {
  return role !== "use";
}

function isSame(one: Named, other: Named): boolean {
  return (
    one.kind === other.kind &&
    one.id === other.id &&
    one.owner === other.owner &&
    one.scope === other.scope
  );
}

/** Whether a name may stand nowhere as it is: made from an address or a label. */
function isMade({ kind }: Named): boolean {
  return kind === "step" || kind === "answer";
}

/** A name that is still to be written. */
const NONE_YET: Mention = {
  kind: "step",
  id: "",
  owner: "",
  role: "use",
  asks: false,
  start: 0,
  end: 0,
  form: "value",
  path: [],
  node: null,
};

/** The names of a text where a part of it has been written anew: those before it stay, those behind it move. */
function moved(
  { text: before, mentions }: FileNames,
  after: string,
): Mention[] {
  const most = Math.min(before.length, after.length);
  let same = 0;
  while (same < most && before[same] === after[same]) same += 1;
  let tail = 0;
  while (
    tail < most - same &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  )
    tail += 1;
  const changedTo = before.length - tail;
  const by = after.length - before.length;
  return mentions.flatMap((mention) => {
    if (mention.end <= same) return [mention];
    if (mention.start < changedTo) return isNaming(mention) ? [mention] : [];
    return [{ ...mention, start: mention.start + by, end: mention.end + by }];
  });
}
