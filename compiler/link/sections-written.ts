import { type Data, data, isData, items, text } from "../schema/read.ts";
import type { Path } from "../diagnostics/span.ts";
import { onceFor } from "../memoize.ts";
import type { Source } from "../parse/source.ts";
import type { SectionTraits, Traits } from "../schema/traits.ts";

/** A section as it is written, and where. */
export interface Written {
  readonly section: unknown;
  readonly path: Path;
  /** Where a page names it, when it is a shared one. */
  readonly used?: Path;
}

/** A plan as it is written; `regular` is empty when it names no product for later. */
export interface WrittenPlan {
  readonly product: string;
  readonly regular: string;
  readonly path: Path;
}

/** Every section of a file, each once, wherever it is written. */
export function sectionsWritten({ data: root }: Source): readonly Written[] {
  return isData(root) ? writtenIn(root) : [];
}

const writtenIn = onceFor((root: Data): Written[] => {
  const { shared, pages } = root;
  return [
    ...Object.entries(data(shared)).map(([name, section]) => ({
      section,
      path: ["shared", name],
    })),
    ...items(pages).flatMap((page, i) => [
      ...sectionsOf(page, ["pages", i]),
      ...items(data(page).aliases).flatMap((alias, n) =>
        sectionsOf(alias, ["pages", i, "aliases", n]),
      ),
      ...sectionsOf(data(data(page).experiment).b, [
        "pages",
        i,
        "experiment",
        "b",
      ]),
    ]),
  ];
});

/** Every plan of a file that says what costs how much later. */
export function plansWritten(source: Source, traits: Traits): WrittenPlan[] {
  return sectionsWritten(source).flatMap((written) =>
    plansOf(written, traits).map(({ section, path }) => ({
      product: text(data(section).product),
      regular: text(data(section).regular),
      path,
    })),
  );
}

/** The plans of a section, and where each is written; none when it is a section without. */
export function plansOf({ section, path }: Written, traits: Traits): Written[] {
  const list = traitsOf(section, traits)?.plans?.list;
  if (list === undefined) return [];
  return items(data(section)[list]).map((plan, i) => ({
    section: plan,
    path: [...path, list, i],
  }));
}

/** The traits of a section as it is written; null where it says no kind that there is. */
export function traitsOf(
  section: unknown,
  { sections }: Traits,
): SectionTraits | null {
  return sections[text(data(section).section)] ?? null;
}

function sectionsOf(page: unknown, path: Path): Written[] {
  return items(data(page).sections).map((section, i) => ({
    section,
    path: [...path, "sections", i],
  }));
}

/** A page with its sections as they are shown: shared ones stand for their `use`. */
export interface Sections {
  readonly page: string;
  /** Where the page is written, or its alias. */
  readonly at: Path;
  readonly shown: readonly Written[];
}

/** The sections of each page, of each alias that has its own, and of the b side of each experiment. */
export function sectionsOfPages({ data: root }: Source): readonly Sections[] {
  return isData(root) ? shownIn(root) : [];
}

const shownIn = onceFor((root: Data): Sections[] => {
  const { shared, pages } = root;
  const resolve = (written: Written, within: readonly string[]): Written[] => {
    const name = text(data(written.section).use);
    if (name === "") return [written];
    if (within.includes(name)) return [];
    const section = data(shared)[name];
    const used = written.used ?? [...written.path, "use"];
    const found = { section, path: ["shared", name], used };
    return resolve(found, [...within, name]);
  };
  return items(pages).flatMap((raw, i) => {
    const { page, aliases, experiment } = data(raw);
    const path = ["pages", i];
    const sides: [Path, Written[]][] = [
      [path, sectionsOf(raw, path)],
      ...items(aliases).map((alias, n): [Path, Written[]] => {
        const at = [...path, "aliases", n];
        return [at, sectionsOf(alias, at)];
      }),
      [path, sectionsOf(data(experiment).b, [...path, "experiment", "b"])],
    ];
    return sides
      .filter(([, list]) => list.length > 0)
      .map(([at, list]) => ({
        page: text(page),
        at,
        shown: list.flatMap((written) => resolve(written, [])),
      }));
  });
});
