import {
  QUOTED,
  skip,
  skipKey,
  skipSpaces,
  spacesAt,
  type Scan,
} from "./scan.ts";

const FLOW_TEXT =
  /(?:-(?=[\w.]))?[^\s\-?:,[\]{}#&*!|>'"%@`~=<](?:[^\n,[\]{}:#]|:\/\/)*/y;

/**
 * Moves past a flow list or mapping at the scan's position; false when it holds anything unusual. Its further
 * lines are indented deeper than `parent`; only the outermost closing bracket may stand at `parent`.
 */
export function skipFlow(scan: Scan, parent: number, depth: number): boolean {
  const close = scan.text[scan.at] === "[" ? "]" : "}";
  const outermost = true;
  return skipItems(scan, { parent, depth, close, outermost });
}

interface Flow {
  readonly parent: number;
  /** How many levels may still be opened. */
  readonly depth: number;
  readonly close: "]" | "}";
  readonly outermost: boolean;
}

function skipItems(scan: Scan, flow: Flow): boolean {
  if (flow.depth === 0) return false;
  scan.at += 1;
  for (;;) {
    if (!skipBlank(scan, flow)) return false;
    if (scan.text[scan.at] === flow.close) break;
    if (!skipItem(scan, flow) || !skipBlank(scan, flow)) return false;
    if (scan.text[scan.at] === flow.close) break;
    if (scan.text[scan.at] !== ",") return false;
    scan.at += 1;
  }
  scan.at += 1;
  return true;
}

function skipItem(scan: Scan, flow: Flow): boolean {
  if (flow.close === "}" && !(skipKey(scan) && skipSpaces(scan) > 0))
    return false;
  const first = scan.text[scan.at];
  if (first === "[" || first === "{")
    return skipItems(scan, {
      parent: flow.parent,
      depth: flow.depth - 1,
      close: first === "[" ? "]" : "}",
      outermost: false,
    });
  return skip(scan, first === '"' || first === "'" ? QUOTED : FLOW_TEXT);
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
