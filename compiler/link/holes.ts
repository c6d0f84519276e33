import type { Inline } from "../shared/contract.ts";

/** What parsing a text may find wrong or worth knowing. */
export interface TextEvents {
  variable(name: string, fallback: string | null, written: string): void;
  /** The value of a variable that is the same for every visitor; undefined for all others. */
  constant(name: string): string | undefined;
  malformed(text: string): void;
  /** A name in single braces: text, unless a variable is called so. */
  single(name: string, written: string): void;
  link(url: string): void;
  /** More signs of Markdown, or deeper nesting, than can be parsed in good time. */
  tooComplex(): void;
  /** Nothing but spaces. */
  blank(): void;
  /** A tag of HTML, which is shown as it is written. */
  tag(written: string): void;
  /** The mark of a link or of bold text that has no end. */
  unclosed(written: string): void;
  /** A link whose address does not follow its words at once, or that has none, or no words: text. */
  brokenLink(written: string): void;
  /** A link whose address has spaces in it, and that address: text. */
  spacedLink(written: string, address: string): void;
  /** A mark that is none for want of a space, because of one too many, in a text without blocks, or in any text. */
  looseMark(kind: LooseMark, written: string, meant: string | null): void;
}

export type LooseMark =
  | "spaced"
  | "glued"
  | "no-headlines"
  | "no-lists"
  | "bullet"
  | "struck"
  | "box"
  | "table"
  | "picture"
  | "rule";

const VARIABLE = /\{\{([^{}]*)\}\}/g;
/** A brace too many around a variable. */
const TRIPLE = /\{{3}[^{}]*\}{2,3}|\{\{[^{}]*\}{3}/;
const NAME = /^\s*([A-Za-z][\w.-]*)\s*(?:\|\s*([^|]*?)\s*)?$/;
const SINGLE = /(?<!\{)\{\s*([A-Za-z][\w.-]*)\s*(?:\|[^{}]*)?\}(?!\})/g;
/** Braces that did not find each other, with a little of what follows. */
const STRAY = /\{\{[^\n\uE000-\uF8FF]{0,30}|\}\}/;
// Private-use characters stand for variables while Markdown is parsed.
const HOLE = /[\uE000-\uF8FF]/;
const HOLES = /[\uE000-\uF8FF]/g;
const FIRST_HOLE = 0xe000;

/** A variable that was taken out of a text. */
export interface Hole {
  readonly name: string;
  readonly fallback: string | null;
}

/** Puts a single character in the place of every variable, constants excepted. */
export function extractVariables(
  text: string,
  events: TextEvents,
): { holed: string; holes: readonly Hole[] } {
  const holes: Hole[] = [];
  const holed = text.replaceAll(VARIABLE, (whole, inner: string) => {
    const [, name, fallback] = NAME.exec(inner) ?? [];
    if (name === undefined) {
      events.malformed(whole);
      return "";
    }
    const constant = events.constant(name);
    if (constant !== undefined) return constant;
    events.variable(name, fallback ?? null, whole);
    holes.push({ name, fallback: fallback ?? null });
    return String.fromCharCode(FIRST_HOLE + holes.length - 1);
  });
  for (const [written, name] of holed.matchAll(SINGLE))
    if (name !== undefined) events.single(name, written);
  const triple = TRIPLE.exec(text)?.[0];
  if (triple !== undefined) events.malformed(triple);
  const stray = STRAY.exec(holed)?.[0];
  if (stray !== undefined) events.malformed(stray.trim());
  return { holed, holes };
}

/** An address as it was written: a variable cannot stand in one. */
export function written(url: string, holes: readonly Hole[]): string {
  if (!HOLE.test(url)) return url;
  return fill(url, holes)
    .map((part) => (typeof part === "string" ? part : "{{ … }}"))
    .join("");
}

/** Puts the variables back where `extractVariables` took them out. */
export function fill(text: string, holes: readonly Hole[]): Inline[] {
  if (!HOLE.test(text)) return [text];
  const parts: Inline[] = [];
  let from = 0;
  for (const { 0: character, index } of text.matchAll(HOLES)) {
    const hole = holes[character.charCodeAt(0) - FIRST_HOLE];
    if (hole === undefined) continue;
    if (index > from) parts.push(text.slice(from, index));
    parts.push({ kind: "variable", ...hole });
    from = index + 1;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}
