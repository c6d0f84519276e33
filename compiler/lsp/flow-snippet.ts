/** A line of a snippet, without its indentation. */
interface Line {
  readonly indent: number;
  readonly text: string;
}

interface Written {
  readonly kind: "mapping" | "list" | "scalar";
  readonly text: string;
}

/** A stop of a snippet that holds a text. */
const DEFAULT = /^\$\{(\d+):(.*)\}$/;
/** What ends a text between brackets, or makes another thing of it. */
const SPECIAL = /[,[\]{}]|: | #/;

/**
 * What a snippet says in lines, as it is written between brackets: `a: $1\nb:\n  - $2` is `a: $1, b: [$2]`. What still
 * has to be written behind it stands at `$0`, where that is not its end.
 * @param indent of the lines below the first
 */
export function flowSnippet(snippet: string, indent: number): Written {
  return written(
    snippet.split("\n").map((line, i) => ({
      indent: line.search(/\S|$/) - (i === 0 ? 0 : indent),
      text: line.trim(),
    })),
  );
}

/** The same as a value: with its brackets. */
export function enclosed({ kind, text }: Written): string {
  if (kind === "scalar") return text;
  if (kind === "list") return `[${text}]`;
  return text.endsWith(":") ? `{ ${text} $0 }` : `{ ${text} }`;
}

function written(lines: readonly Line[]): Written {
  const [head] = lines;
  if (head === undefined || head.text === "")
    return { kind: "mapping", text: "$0" };
  const entries = entriesOf(lines);
  if (/^-(?: |$)/.test(head.text))
    return { kind: "list", text: entries.map(item).join(", ") };
  return /^[\w.-]+:(?: |$)/.test(head.text)
    ? { kind: "mapping", text: entries.map(pair).join(", ") }
    : { kind: "scalar", text: quoted(head.text) };
}

/** Lines by what begins at the indentation of the first; each with what is indented further. */
function entriesOf(lines: readonly Line[]): Line[][] {
  const entries: Line[][] = [];
  const indent = lines[0]?.indent ?? 0;
  for (const line of lines) {
    const last = entries.at(-1);
    if (last === undefined || line.indent <= indent) entries.push([line]);
    else last.push(line);
  }
  return entries;
}

function item([head, ...rest]: readonly Line[]): string {
  if (head === undefined) return "";
  const text = head.text.slice(1).trimStart();
  if (text === "" && rest.length === 0) return "$0";
  return enclosed(written([{ indent: head.indent + 2, text }, ...rest]));
}

function pair([head, ...rest]: readonly Line[]): string {
  const [, key = "", value = ""] =
    /^([\w.-]+:)\s*(.*)$/.exec(head?.text ?? "") ?? [];
  if (rest.length > 0) return `${key} ${enclosed(written(rest))}`;
  return value === "" ? key : `${key} ${quoted(value)}`;
}

/** With the quotes that it needs between brackets. */
function quoted(value: string): string {
  const [, stop = "", text = ""] = DEFAULT.exec(value) ?? [];
  return SPECIAL.test(text) ? `"\${${stop}:${text}}"` : value;
}
