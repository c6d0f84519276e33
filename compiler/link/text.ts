import { fromMarkdown } from "mdast-util-from-markdown";
import type { Nodes, PhrasingContent } from "mdast";
import type { Block, Inline, Markdown, Text } from "../contract.ts";

/** What parsing a text may find wrong or worth knowing. */
export interface TextEvents {
  variable(name: string, fallback: string | null, written: string): void;
  /** The value of a variable that is the same for every visitor; undefined for all others. */
  constant(name: string): string | undefined;
  malformed(text: string): void;
  /** A name in single braces: text, unless a variable is called so. */
  single(name: string, written: string): void;
  link(url: string): void;
}

const MARKS = /[*_`[\]\\<&{}\n]/;
const BLOCKS = /[*_`[\]\\<&{}\n]|^\s*(?:[-+#>]|\d+[.)])/;
const VARIABLE = /\{\{([^{}]*)\}\}/g;
const NAME = /^\s*([A-Za-z][\w.-]*)\s*(?:\|\s*([^|]*?)\s*)?$/;
// Private-use characters stand for variables while Markdown is parsed.
const SINGLE = /(?<!\{)\{\s*([A-Za-z][\w.-]*)\s*(?:\|[^{}]*)?\}(?!\})/g;
const HOLE = /[\uE000-\uF8FF]/;
const FIRST_HOLE = 0xe000;
/** Braces that did not find each other, with a little of what follows. */
const STRAY = /\{\{[^\n\uE000-\uF8FF]{0,30}|\}\}/;

const INLINE_ONLY = {
  disable: {
    null: [
      "headingAtx",
      "setextUnderline",
      "list",
      "blockQuote",
      "thematicBreak",
      "codeIndented",
      "codeFenced",
      "htmlFlow",
      "htmlText",
      "definition",
      "labelStartImage",
    ],
  },
};
const BLOCKS_ONLY = {
  disable: {
    null: [
      "htmlFlow",
      "htmlText",
      "definition",
      "labelStartImage",
      "codeIndented",
      "codeFenced",
    ],
  },
};

/** Parses one line of text: variables, **bold**, *emphasis*, [links](/path). */
export function parseText(text: string, events: TextEvents): Text {
  if (!MARKS.test(text)) return text;
  const { holed, holes } = punch(text, events);
  const tree = fromMarkdown(holed, { extensions: [INLINE_ONLY] });
  const inlines = tree.children.flatMap((node) =>
    inlinesOf(node, holes, events),
  );
  const [only] = inlines;
  return inlines.length === 1 && typeof only === "string" ? only : inlines;
}

/** Parses block text: paragraphs, lists and headings over the same inlines. */
export function parseMarkdown(text: string, events: TextEvents): Markdown {
  if (!BLOCKS.test(text)) return [{ kind: "paragraph", children: [text] }];
  const { holed, holes } = punch(text, events);
  const tree = fromMarkdown(holed, { extensions: [BLOCKS_ONLY] });
  return tree.children.map((node) => blockOf(node, holes, events));
}

interface Hole {
  readonly name: string;
  readonly fallback: string | null;
}

function punch(
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
  const stray = STRAY.exec(holed)?.[0];
  if (stray !== undefined) events.malformed(stray.trim());
  return { holed, holes };
}

function blockOf(
  node: Nodes,
  holes: readonly Hole[],
  events: TextEvents,
): Block {
  switch (node.type) {
    case "list":
      return {
        kind: "list",
        ordered: node.ordered === true,
        items: node.children.map((item) =>
          item.children.flatMap((child) => inlinesOf(child, holes, events)),
        ),
      };
    case "heading":
      return { kind: "heading", children: inlinesOf(node, holes, events) };
    default:
      return { kind: "paragraph", children: inlinesOf(node, holes, events) };
  }
}

function inlinesOf(
  node: Nodes | PhrasingContent,
  holes: readonly Hole[],
  events: TextEvents,
): Inline[] {
  const children = (): Inline[] =>
    "children" in node
      ? node.children.flatMap((child) => inlinesOf(child, holes, events))
      : [];
  switch (node.type) {
    case "text":
    case "inlineCode":
    case "html":
      return fill(node.value, holes);
    case "strong":
      return [{ kind: "strong", children: children() }];
    case "emphasis":
      return [{ kind: "em", children: children() }];
    case "break":
      return [{ kind: "break" }];
    case "link":
      events.link(node.url);
      return [{ kind: "link", href: node.url, children: children() }];
    default:
      return children();
  }
}

function fill(text: string, holes: readonly Hole[]): Inline[] {
  if (!HOLE.test(text)) return [text];
  const parts: Inline[] = [];
  let plain = "";
  for (const character of text) {
    const hole = holes[character.charCodeAt(0) - FIRST_HOLE];
    if (hole === undefined) {
      plain += character;
      continue;
    }
    if (plain !== "") parts.push(plain);
    plain = "";
    parts.push({ kind: "variable", ...hole });
  }
  if (plain !== "") parts.push(plain);
  return parts;
}
