import { diagnose } from "../diagnostics/diagnostic.ts";
import type { Span } from "../diagnostics/span.ts";
import type { FoundPage } from "../link/outline.ts";
import type { BrandRule } from "./rule.ts";

/** So many letters of each are shown by search engines, about. */
const SHOWN = { title: 65, description: 165 } as const;

/** What search engines list of a brand is told apart by its title and its description, and shown whole. */
export const foundPages: BrandRule = ({ outlines, sourceOf }) => {
  const pages = outlines.flatMap(({ file, found }) =>
    found.map((page) => ({
      page,
      spanOf: (key: "title" | "description") =>
        sourceOf(file).span(page.at[key], "value"),
    })),
  );
  return [
    ...pairs(pages, "title").map(({ at, words, related }) =>
      diagnose("found/same-title", at, words, related),
    ),
    ...pairs(pages, "description").map(({ at, words, related }) =>
      diagnose("found/same-description", at, words, related),
    ),
    ...long(pages, "title").map(({ at, ...sizes }) =>
      diagnose("found/long-title", at, sizes),
    ),
    ...long(pages, "description").map(({ at, ...sizes }) =>
      diagnose("found/long-description", at, sizes),
    ),
  ];
};

const OTHER = "the other one";

interface Placed {
  readonly page: FoundPage;
  spanOf(key: "title" | "description"): Span;
}

/** The texts that are too long, each once although several pages may have it from their funnel. */
function long(pages: readonly Placed[], key: "title" | "description") {
  const seen = new Set<string>();
  return pages.flatMap(({ page, spanOf }) => {
    const text = page[key] ?? "";
    const { length } = [...text];
    const most = SHOWN[key];
    if (length <= most || seen.has(text)) return [];
    seen.add(text);
    return [{ at: spanOf(key), length, most }];
  });
}

/** The pages whose text another one before them has, with both places; one where both have it from their funnel. */
function pairs(pages: readonly Placed[], key: "title" | "description") {
  const first = new Map<string, Placed>();
  return pages.flatMap((placed) => {
    const text = placed.page[key];
    if (text === null || text === "") return [];
    const earlier = first.get(text);
    if (earlier === undefined) first.set(text, placed);
    if (earlier === undefined) return [];
    const { path, title } = placed.page;
    const at = placed.spanOf(key);
    const there = earlier.spanOf(key);
    const related = isSame(at, there) ? [] : [{ message: OTHER, at: there }];
    return [{ at, words: { path, title, other: earlier.page.path }, related }];
  });
}

function isSame(one: Span, other: Span): boolean {
  return (
    one.file === other.file &&
    one.line === other.line &&
    one.column === other.column
  );
}
