import { fromMarkdown } from "mdast-util-from-markdown";
import type { List, Nodes, PhrasingContent } from "mdast";
import type { Block, Inline, Markdown, Text } from "../shared/contract.ts";
import { doubt } from "./doubt.ts";
import { simpleLinks } from "./simple-links.ts";
import {
  fill,
  extractVariables,
  written,
  type Hole,
  type TextEvents,
} from "./holes.ts";

/** Without one of these a text is what it looks like, and the Markdown parser would only cost time. */
const MARKS = /[*_`[\]\\<&\n]/;
const BLOCKS = /[*_`[\]\\<&\n]|~~|^\s*(?:[-+#>]|\d+[.)])/;
const BRACES = /[{}]/;
/** What a text without is what it looks like, marks that there are elsewhere included. */
const MARKS_OR_BRACES = /[*_`[\]\\<&\n{}]|~~|^##/;
const BLANK = /^\s+$/;
const LINKS = /\]\s*[([]|<|:\/\//;

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

/** Whether a text is what it looks like: then there is nothing to parse, in a line or in paragraphs. */
export function isPlain(text: string): boolean {
  return !MARKS_OR_BRACES.test(text) && !BLANK.test(text);
}

/** More signs and lines than any page needs; the parser's time grows with the square of them, and so does the depth of its tree. */
const MAX_SIGNS = 1_000;
const SIGNS = /[*_`[\]<&\n]/g;
/** Lists in lists and quotes in quotes on one line. */
const NESTED = /^[ \t]*(?:>[ \t]?|(?:[-+*]|\d+[.)])[ \t]+){9}/m;
/** As much space in front of a line as only lists in lists have. */
const INDENTED = /^ {40}/m;

function isTooComplex(text: string): boolean {
  if (NESTED.test(text) || INDENTED.test(text)) return true;
  return (
    text.length > MAX_SIGNS && (text.match(SIGNS)?.length ?? 0) > MAX_SIGNS
  );
}

type Purpose = "check" | "emit";

/** The address of a link to call somebody or to write to them. */
export const CALLING = /^(?:tel|sms):/;
/** Such a link as it is written: a rule asks where in the text it stands. */
const NUMBER = new RegExp(CALLING.source.replace("^", String.raw`\]\(`));

/** A check needs a text's Markdown only where it may hold a link that cannot be found without it, or is asked for. */
function isEnough(
  purpose: Purpose,
  text: string,
  holed: string,
  events: TextEvents,
): boolean {
  if (purpose !== "check" || NUMBER.test(text)) return false;
  const links = LINKS.test(text) ? simpleLinks(holed) : [];
  for (const url of links ?? []) events.link(url);
  return links !== null;
}

/**
 * Parses a text without blocks: variables, **bold**, *emphasis*, [links](/path), and an empty line between paragraphs. `at`
 * is asked only by texts that hold any.
 */
export function parseText(
  text: string,
  purpose: Purpose,
  at: () => TextEvents,
): Text {
  if (isPlain(text)) return text;
  const marked = MARKS.test(text);
  const events = at();
  if (marked && isTooComplex(text)) {
    events.tooComplex();
    return text;
  }
  doubt(text, "line", events);
  const { holed, holes } = extractVariables(text, events);
  if (!marked || isEnough(purpose, text, holed, events))
    return single(fill(holed, holes));
  const tree = fromMarkdown(holed, { extensions: [INLINE_ONLY] });
  const paragraphs = tree.children.map((node) =>
    inlinesOf(node, holes, events),
  );
  return single(apart(paragraphs, [BREAK, BREAK]));
}

function single(inlines: readonly Inline[]): Text {
  const [only] = inlines;
  return inlines.length === 1 && typeof only === "string" ? only : inlines;
}

/** Parses block text: paragraphs, lists and headings over the same inlines. */
export function parseMarkdown(
  text: string,
  purpose: Purpose,
  at: () => TextEvents,
): Markdown {
  const marked = BLOCKS.test(text);
  if (!marked && !BRACES.test(text) && !BLANK.test(text))
    return [{ kind: "paragraph", children: [text] }];
  const events = at();
  if (marked && isTooComplex(text)) {
    events.tooComplex();
    return [];
  }
  doubt(text, "blocks", events);
  const { holed, holes } = extractVariables(text, events);
  if (!marked || isEnough(purpose, text, holed, events))
    return [{ kind: "paragraph", children: fill(holed, holes) }];
  const tree = fromMarkdown(holed, { extensions: [BLOCKS_ONLY] });
  return tree.children.map((node) => blockOf(node, holes, events));
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
        ...(isNumbered(node) && node.start !== 1 && { start: node.start }),
        items: node.children.map((item) => inlinesOf(item, holes, events)),
      };
    case "heading":
      return { kind: "heading", children: inlinesOf(node, holes, events) };
    default:
      return { kind: "paragraph", children: inlinesOf(node, holes, events) };
  }
}

function isNumbered(list: List): list is List & { start: number } {
  return list.ordered === true && typeof list.start === "number";
}

const BREAK = { kind: "break" } as const;

/** Blocks within another one stand below each other. */
function onLines(blocks: readonly (readonly Inline[])[]): Inline[] {
  return apart(blocks, [BREAK]);
}

function apart(
  blocks: readonly (readonly Inline[])[],
  between: readonly Inline[],
): Inline[] {
  return blocks.flatMap((inlines, i) =>
    i === 0 ? inlines : [...between, ...inlines],
  );
}

/** The items of a list within an item, with the marks that such a list has no elements for. */
function markedItems(
  list: List,
  holes: readonly Hole[],
  events: TextEvents,
): Inline[][] {
  return list.children.map((item, i) => {
    const mark = isNumbered(list) ? `${list.start + i}. ` : "– ";
    const [first = "", ...rest] = inlinesOf(item, holes, events);
    return typeof first === "string"
      ? [mark + first, ...rest]
      : [mark, first, ...rest];
  });
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
    case "listItem":
    case "blockquote":
      return onLines(
        node.children.map((child) => inlinesOf(child, holes, events)),
      );
    case "list":
      return onLines(markedItems(node, holes, events));
    case "text":
    case "inlineCode":
    case "html":
      return fill(node.value, holes);
    case "strong":
      return [{ kind: "strong", children: children() }];
    case "emphasis":
      return [{ kind: "em", children: children() }];
    case "break":
      return [BREAK];
    case "link":
      events.link(written(node.url, holes));
      return [{ kind: "link", href: node.url, children: children() }];
    default:
      return children();
  }
}

/** Whether a variable stands in a linked text, or in one of several. */
export function holdsVariable(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return (
    ("kind" in value && value.kind === "variable") ||
    Object.values(value).some(holdsVariable)
  );
}
