import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Path } from "../diagnostics/span.ts";
import { data, type Data, items, text } from "../schema/read.ts";
import type { Source } from "../parse/source.ts";
import type { SourceRule } from "./rule.ts";

/** Lists whose entries are read one after the other. */
const LISTS = ["items", "rows", "stages"] as const;

/** Nobody reads the same twice where two things were meant: it was left from a copy. */
export const repeatedTexts: SourceRule = (source) => {
  const { questions, pages, shared } = data(source.data);
  return [
    ...items(questions).flatMap((question, i) =>
      inHolder(data(question), () => ["questions", i], source),
    ),
    ...items(pages).flatMap((page, i) => inStep(data(page), i, source)),
    ...Object.entries(data(shared)).flatMap(([name, section]) =>
      inHolder(data(section), () => ["shared", name], source),
    ),
  ];
};

function inStep(page: Data, i: number, source: Source): Diagnostic[] {
  const other = data(data(page.experiment).b);
  const path = () => ["pages", i];
  return [
    ...inSections(page, path, source),
    ...inSections(other, () => ["pages", i, "experiment", "b"], source),
  ];
}

/** Paths are made only for what is found: hardly any text is repeated. */
type PathOf = () => Path;

function inSections(held: Data, path: PathOf, source: Source): Diagnostic[] {
  const sections = items(held.sections);
  return [
    ...inHolder(held, path, source),
    ...usedInARow(sections).map(([first, second]) =>
      repeated([...path(), "sections"], [second], [first], source),
    ),
    ...sections.flatMap((section, n) =>
      inHolder(data(section), () => [...path(), "sections", n], source),
    ),
  ];
}

function inHolder(held: Data, path: PathOf, source: Source): Diagnostic[] {
  return [
    ...inEnds(held, path, source),
    ...LISTS.flatMap((key) => {
      const list = items(held[key]);
      if (list.length === 0) return [];
      return [
        ...alikeIn(list).map(([first, second]) =>
          repeated([...path(), key], [second], [first], source),
        ),
        ...list.flatMap((item, n) =>
          inEnds(data(item), () => [...path(), key, n], source),
        ),
      ];
    }),
  ];
}

function inEnds({ low, high }: Data, path: PathOf, source: Source) {
  return low !== undefined && low === high
    ? [repeated(path(), ["high"], ["low"], source)]
    : [];
}

function repeated(
  within: Path,
  second: Path,
  first: Path,
  source: Source,
): Diagnostic {
  const at = source.span([...within, ...second], "value");
  const note = {
    message: "first written here",
    at: source.span([...within, ...first], "value"),
  };
  return diagnose("text/repeated", at, undefined, [note]);
}

type Pair = readonly [number, number];

/** A shared section that follows itself. */
function usedInARow(sections: readonly unknown[]): Pair[] {
  const names = sections.map((section) => text(data(section).use));
  return names.flatMap((name, i) =>
    name !== "" && name === names[i - 1] ? [[i - 1, i] as const] : [],
  );
}

/** Entries that read the same, and are shown to the same visitors. */
function alikeIn(list: readonly unknown[]): Pair[] {
  const first = new Map<string, number>();
  return list.flatMap((item, i) => {
    const words = text(item) || wordsOf(data(item));
    const earlier = first.get(words);
    if (words === "" || earlier === undefined) {
      first.set(words, i);
      return [];
    }
    const isSame = whenOf(list[earlier]) === whenOf(item);
    return isSame ? [[earlier, i] as const] : [];
  });
}

function wordsOf(entry: Data): string {
  const { q, question, score, text: words } = entry;
  const telling = [q, question, score, words].find((one) => one !== undefined);
  if (telling !== undefined) return text(telling);
  // Beside a label, what it is the label of may differ.
  const isAlone = Object.keys(entry).every((one) =>
    /^(?:label|when)$/.test(one),
  );
  return isAlone ? text(entry.label) : "";
}

function whenOf(item: unknown): string | undefined {
  return JSON.stringify(data(item).when);
}
