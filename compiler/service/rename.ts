import type { YAMLMap } from "yaml";
import type { Compiler } from "../compile.ts";
import { type Splice, spliced } from "../edit/splice.ts";
import { collectionOf } from "../edit/collection.ts";
import { insertEntry } from "../edit/entry-splices.ts";
import { addItems } from "../edit/add-items.ts";
import { setKey } from "../edit/set-key.ts";
import { writePair, writeValue } from "../edit/write-value.ts";
import { withParameter } from "../link/address.ts";
import { NONE } from "../link/options.ts";
import { brandOf } from "../parse/file-name.ts";
import { parseSource } from "../parse/source.ts";
import { href } from "../shared/address.ts";
import {
  type ContentNames,
  isNaming,
  type Named,
  type Place,
} from "./content-names.ts";
import type { Mention, NameKind } from "./mention.ts";
import {
  itemsOf,
  mapOrNull,
  textAt,
  type Tree,
  valueAt,
  wordOf,
} from "./tree.ts";

/** The edits of a renaming by file, or why it cannot be done. */
export type Renaming =
  | {
      readonly kind: "edits";
      readonly edits: ReadonlyMap<string, readonly Splice[]>;
    }
  | { readonly kind: "refused"; readonly reason: string };

/** What may be renamed, with the names that it may have. */
const NAMES: Partial<Readonly<Record<NameKind, RegExp>>> = {
  step: /^[a-z][a-z0-9-]{0,59}$/,
  answer: /^[A-Za-z0-9][A-Za-z0-9-]*$/,
  score: /^[a-z][a-z0-9-]{0,59}$/,
  band: /^[a-z][a-z0-9-]{0,59}$/,
  "option-set": /^[a-z][a-z0-9-]{0,59}$/,
  shared: /^[a-z][a-z0-9-]{0,59}$/,
  code: /^[a-z][a-z0-9-]{0,59}$/,
  experiment: /^[A-Za-z][A-Za-z0-9_]*$/,
  product: /^[a-z][a-z0-9-]*$/,
};

/** Whether a thing of the content can have another name. */
export function canBeRenamed(named: Named, names: ContentNames): boolean {
  return nameOf(named, names) !== undefined;
}

/** The names that a thing may have. */
function nameOf(named: Named, names: ContentNames): RegExp | undefined {
  // The answer that a question has by its key `none` is called so.
  const isKey = names
    .definitionsOf(named)
    .some(
      ({ mention: { kind, path } }) =>
        kind === "answer" && path.at(-1) === NONE,
    );
  return isKey ? undefined : NAMES[named.kind];
}

/**
 * Gives a thing another name wherever it stands, over all files. What browsers keep under the old name, the answer
 * of a question or a choice, is led to the new one by `was`, and so is the address of a question; from an address that a
 * page gives its name to, a redirect leads on; of a product, the old one is kept as retired. Refused where a finding would come of it.
 */
export function rename(
  named: Named,
  to: string,
  names: ContentNames,
  files: ReadonlyMap<string, string>,
  compile: Compiler,
): Renaming {
  const allowed = nameOf(named, names);
  const refused = (reason: string) => ({ kind: "refused", reason }) as const;
  if (allowed === undefined) return refused("This name cannot be changed.");
  if (!allowed.test(to))
    return refused(
      `"${to}" is not a valid name: use ${named.kind === "experiment" ? "letters, digits and underscores" : "lowercase letters, digits and dashes"}, and start with a letter.`,
    );
  const unread = unreadable(named, names, files);
  if (unread !== undefined)
    return refused(
      `${unread} cannot be read as it is, and may use this name: mend it first.`,
    );
  const places = names.placesOf(named);
  const definitions = places.filter(({ mention }) => isNaming(mention));
  const [first] = definitions;
  if (first === undefined) return refused(`Nothing is called "${named.id}".`);
  const taken = names
    .offered(first.file, named.kind, named.owner)
    .some(({ mention }) => mention.id === to);
  if (taken) return refused(`There is already a "${to}".`);
  const edits = new Map<string, Splice[]>();
  for (const place of places) {
    const made = splicesOf(place, named, to, names);
    if (made === null)
      return refused(`"${named.id}" cannot be changed in ${place.file}.`);
    edits.set(place.file, [...(edits.get(place.file) ?? []), ...made]);
  }
  for (const place of named.kind === "step" ? definitions : []) {
    const { made, file } = addressSplices(place, to, names);
    if (made === null)
      return refused(`"${named.id}" cannot be changed in ${file}.`);
    for (const each of made)
      edits.set(each.file, [...(edits.get(each.file) ?? []), each.splice]);
  }
  const found = newFinding(files, edits, compile);
  return found === null
    ? { kind: "edits", edits }
    : refused(`Renaming would lead to a mistake: ${found}.`);
}

/** A file that may use a name, which nobody can tell while it cannot be read. */
function unreadable(
  { scope, id }: Named,
  names: ContentNames,
  files: ReadonlyMap<string, string>,
): string | undefined {
  return names.filesIn(scope).find((file) => {
    const text = files.get(file) ?? "";
    const isConcerned = file === scope || text.includes(id);
    return isConcerned && parseSource(file, text).kind === "refused";
  });
}

function splicesOf(
  { file, mention }: Place,
  { kind }: Named,
  to: string,
  names: ContentNames,
): Splice[] | null {
  const { start, end, role, path, id, node, asks } = mention;
  const tree = names.treeOf(file);
  const renamed = inPlaceOf({ start, end }, to, tree);
  if (role === "use") return [renamed];
  // Called by its address or its label: it gets a name of its own.
  const called =
    role === "definition"
      ? renamed
      : setKey(tree.text, tree.root, {
          path,
          key: kind === "step" ? "id" : "value",
          value: to,
        });
  if (typeof called === "string") return null;
  if (node === null)
    return [
      {
        ...called,
        text: called.text.replace(/ \}$/, `, was: [${writeValue(id)}] }`),
      },
    ];
  // The address of a question has its name, whether or not it is answered.
  const isLed =
    kind === "answer" || (kind === "step" && (asks || path[0] === "questions"));
  if (!isLed && kind !== "product") return [called];
  const kept = isLed ? ledOn(tree, mention, to) : retired(tree, id, node);
  return kept === null ? null : [called, kept];
}

/**
 * Of a page whose address has its name in it, as `upsell/{offerId}`: links of the content lead to the new one, and a
 * redirect of the brand leads there from the old one. `made` is null where `file`, the brand's, cannot take it.
 */
function addressSplices(
  { file, mention: { id, node } }: Place,
  to: string,
  names: ContentNames,
): {
  readonly file: string;
  readonly made: readonly { file: string; splice: Splice }[] | null;
} {
  const scope = brandOf(file);
  const brand = `${scope}/brand.yaml`;
  const pattern = textAt(node, "path") ?? "";
  const isCalled = pattern !== withParameter(pattern, id);
  if (!isCalled || pattern.startsWith("{n}")) return { file: brand, made: [] };
  const { root } = names.treeOf(file);
  const mounts = itemsOf(valueAt(root, "mounts")).flatMap(
    (mount) => wordOf(mount)?.value ?? textAt(mount, "path") ?? [],
  );
  const addressOf = (mount: string, name: string) =>
    href(mount, withParameter(pattern, name));
  const moved = new Map(
    mounts.map((mount) => [addressOf(mount, id), addressOf(mount, to)]),
  );
  const links = [...moved].flatMap(([from, next]) =>
    names
      .placesOf({ kind: "path", id: from, owner: "", scope })
      .map((link) => ({
        file: link.file,
        splice: inPlaceOf(link.mention, next, names.treeOf(link.file)),
      })),
  );
  const tree = names.treeOf(brand);
  const redirect = addItems(tree.text, tree.root, {
    path: [],
    key: "redirects",
    items: [...moved].map(([from, next]) => ({ from, to: next })),
  });
  const isMade = tree.isValid && typeof redirect !== "string";
  return {
    file: brand,
    made: isMade ? [...links, { file: brand, splice: redirect }] : null,
  };
}

/** The product as it was, for those who have bought it or are paying for it: under another name it is another one. */
function retired(tree: Tree, code: string, node: YAMLMap): Splice | null {
  const products = mapOrNull(valueAt(tree.root, "products"));
  const all = products && collectionOf(tree.text, products);
  if (all === null) return null;
  const value = { ...node.toJSON(), retired: true };
  const lines =
    all.form === "flow"
      ? [`${writeValue(code)}: ${writeValue(value)}`]
      : writePair(code, value, all.column, true);
  return insertEntry(tree.text, all, all.entries.length, lines);
}

/** Another name where one stands, which may have its quotes around it. */
function inPlaceOf(
  { start, end }: Pick<Mention, "start" | "end">,
  name: string,
  { text }: Tree,
): Splice {
  const sign = text[start - 1] ?? "";
  const isQuoted = /["']/.test(sign) && text[end] === sign;
  return { start, end, text: isQuoted ? name : writeValue(name) };
}

/** Leads what is kept under the old name to the new one; a name that the thing had before changes places with it. */
function ledOn(
  tree: Tree,
  { path, node, id }: Mention,
  to: string,
): Splice | null {
  const again = itemsOf(valueAt(node, "was"))
    .map(wordOf)
    .find((word) => word?.value === to);
  if (again) return inPlaceOf(again, id, tree);
  const made = addItems(tree.text, tree.root, {
    path,
    key: "was",
    items: [id],
  });
  return typeof made === "string" ? null : made;
}

/** A mistake of a kind and a file that has more of them with the edits than without; null where there is none. */
function newFinding(
  files: ReadonlyMap<string, string>,
  edits: ReadonlyMap<string, readonly Splice[]>,
  compile: Compiler,
): string | null {
  const mistakesIn = (texts: ReadonlyMap<string, string>) =>
    compile([...texts].map(([name, text]) => ({ name, text })))
      .diagnostics.filter(({ severity }) => severity !== "info")
      .map(({ code, at, message }) => ({ key: `${code} ${at.file}`, message }));
  const after = mistakesIn(
    new Map(
      [...files].map(([name, text]) => [
        name,
        spliced(text, edits.get(name) ?? []),
      ]),
    ),
  );
  const before = mistakesIn(files).map(({ key }) => key);
  for (const { key, message } of after) {
    const known = before.indexOf(key);
    if (known === -1) return message;
    before.splice(known, 1);
  }
  return null;
}
