import type { OutlineKey, OutlineNode } from "./outline.ts";
import {
  noteValue,
  QUOTED,
  skip,
  skipKey,
  skipSpaces,
  spacesAt,
  type Scan,
  scalarNode,
} from "./scan.ts";

/** A part of a text in quotation marks of text processors: without the second one, it may be cut at a comma. */
const PAIR = String.raw`“[^“”\n,[\]{}:#]*”|„[^„“”\n,[\]{}:#]*[“”]|«[^«»\n,[\]{}:#]*»`;
/** The single one may be an apostrophe, but where it has all of the text. */
const SINGLE = String.raw`‘[^‘’\n,[\]{}:#]*’(?= *[,\]}\n])`;
const FLOW_TEXT = new RegExp(
  String.raw`(?:-(?=[\w.]))?(?:${PAIR}|${SINGLE}|[^\s\-?:,[\]{}#&*!|>'"%@\x60~=<“„«‘])(?:[^\n,[\]{}:#“„«]|${PAIR}|:\/\/)*`,
  "y",
);

/**
 * Moves past a flow list or mapping at the scan's position; false when it holds anything unusual. Its further
 * lines are indented deeper than `parent`; only the outermost closing bracket may stand at `parent`.
 */
export function skipFlow(scan: Scan, parent: number, depth: number): boolean {
  const close = scan.text[scan.at] === "[" ? "]" : "}";
  const outermost = true;
  const node = nodeHere(scan);
  if (!skipItems(scan, { parent, depth, close, outermost, node })) return false;
  if (node !== null) noteValue(scan, node);
  return true;
}

function nodeHere({ text, at, outline }: Scan): OutlineNode | null {
  if (outline === null) return null;
  const kind = text[at] === "[" ? "seq" : "map";
  return { ...scalarNode(at, at), kind };
}

interface Flow {
  readonly parent: number;
  /** How many levels may still be opened. */
  readonly depth: number;
  readonly close: "]" | "}";
  readonly outermost: boolean;
  readonly node: OutlineNode | null;
}

function skipItems(scan: Scan, flow: Flow): boolean {
  if (flow.depth === 0) return false;
  scan.at += 1;
  for (;;) {
    if (!skipBlank(scan, flow)) return false;
    if (scan.text[scan.at] === flow.close) break;
    if (!skipItem(scan, flow) || !skipBlank(scan, flow)) return false;
    if (scan.text[scan.at] === flow.close) break;
    if (scan.text[scan.at] !== "," || isInNumber(scan)) return false;
    scan.at += 1;
  }
  scan.at += 1;
  if (flow.node !== null) flow.node.end = scan.at;
  return true;
}

/** Whether a comma may be one of a number, `1,000 steps`: what it cuts in two is looked at more closely. */
function isInNumber({ text, at }: Scan): boolean {
  const isDigit = (n: number) => /\d/.test(text.charAt(n));
  return isDigit(at - 1) && isDigit(at + 1);
}

function skipItem(scan: Scan, flow: Flow): boolean {
  const { text, at } = scan;
  let key: OutlineKey | null = null;
  if (flow.close === "}") {
    if (!skipKey(scan)) return false;
    const end = scan.at - 1;
    if (flow.node !== null) key = { name: text.slice(at, end), start: at, end };
    if (skipSpaces(scan) === 0) return false;
  }
  const start = scan.at;
  const first = text[start];
  if (first === "[" || first === "{") {
    const node = nodeHere(scan);
    if (node !== null) flow.node?.entries.push({ key, value: node });
    return skipItems(scan, {
      parent: flow.parent,
      depth: flow.depth - 1,
      close: first === "[" ? "]" : "}",
      outermost: false,
      node,
    });
  }
  const isQuoted = first === '"' || first === "'";
  if (!skip(scan, isQuoted ? QUOTED : FLOW_TEXT)) return false;
  if (flow.node === null) return true;
  // Spaces behind a text are none of it.
  const length = text.slice(start, scan.at).trimEnd().length;
  flow.node.entries.push({ key, value: scalarNode(start, start + length) });
  return true;
}

/** Spaces and line breaks; false when the next line is not indented enough. */
function skipBlank(scan: Scan, flow: Flow): boolean {
  const { text } = scan;
  skipSpaces(scan);
  let column = -1;
  while (text[scan.at] === "\n") {
    scan.at += 1;
    column = spacesAt(text, scan.at);
    scan.at += column;
  }
  if (column === -1 || column > flow.parent) return true;
  return (
    column === flow.parent && flow.outermost && text[scan.at] === flow.close
  );
}
