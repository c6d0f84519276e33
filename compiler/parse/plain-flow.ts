import {
  type Key,
  put,
  QUOTED,
  readKey,
  skip,
  skipSpaces,
  spacesAt,
  type Scan,
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
export function skipFlow<T>(
  scan: Scan<T>,
  parent: number,
  depth: number,
): boolean {
  const flow = flowHere(scan, { parent, depth, outermost: true });
  put(scan, flow.value);
  return skipItems(scan, flow);
}

function flowHere<T>(
  { text, at, builder }: Scan<T>,
  rest: Pick<Flow<T>, "parent" | "depth" | "outermost">,
): Flow<T> {
  const isList = text[at] === "[";
  const value = builder.collection(isList ? "seq" : "map", at, false);
  return { ...rest, close: isList ? "]" : "}", value };
}

interface Flow<T> {
  readonly parent: number;
  /** How many levels may still be opened. */
  readonly depth: number;
  readonly close: "]" | "}";
  readonly outermost: boolean;
  readonly value: T;
}

function skipItems<T>(scan: Scan<T>, flow: Flow<T>): boolean {
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
  scan.builder.close(flow.value, scan.at);
  return true;
}

/** Whether a comma may be one of a number, `1,000 steps`: what it cuts in two is looked at more closely. */
function isInNumber({ text, at }: Scan<unknown>): boolean {
  const isDigit = (n: number) => /\d/.test(text.charAt(n));
  return isDigit(at - 1) && isDigit(at + 1);
}

function skipItem<T>(scan: Scan<T>, flow: Flow<T>): boolean {
  const { text, builder } = scan;
  let key: Key | null = null;
  if (flow.close === "}") {
    key = readKey(scan);
    if (key === null) return false;
    if (skipSpaces(scan) === 0) return false;
  }
  const start = scan.at;
  const first = text[start];
  if (first === "[" || first === "{") {
    const { parent, depth } = flow;
    const inner = flowHere(scan, {
      parent,
      depth: depth - 1,
      outermost: false,
    });
    builder.add(flow.value, key, inner.value);
    return skipItems(scan, inner);
  }
  const isQuoted = first === '"' || first === "'";
  if (!skip(scan, isQuoted ? QUOTED : FLOW_TEXT)) return false;
  // Spaces behind a text are none of it.
  const length = text.slice(start, scan.at).trimEnd().length;
  builder.add(flow.value, key, builder.scalar(start, start + length));
  return true;
}

/** Spaces and line breaks; false when the next line is not indented enough. */
function skipBlank<T>(scan: Scan<T>, flow: Flow<T>): boolean {
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
