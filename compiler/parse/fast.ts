import { coreScalar, isCoreScalar } from "./core-scalar.ts";
import { scanPlain } from "./plain-yaml.ts";
import type { Builder } from "./scan.ts";

export type FastResult =
  | { readonly kind: "read"; readonly data: unknown }
  | { readonly kind: "unsure" };

type Value =
  | null
  | boolean
  | number
  | string
  | Value[]
  | { [key: string]: Value };

/**
 * Reads text in the small part of YAML that funnels are written in, in one pass. Whatever it has doubts about is
 * `unsure` and goes to the exact parser, which also words the mistakes.
 */
export function readFast(text: string): FastResult {
  const unix = text.includes("\r") ? text.replaceAll("\r\n", "\n") : text;
  const builder = dataBuilder(unix);
  const data = scanPlain(unix, builder);
  return data === null || builder.isUnsure()
    ? { kind: "unsure" }
    : { kind: "read", data };
}

/** Builds the data; a key that comes twice and a number that cannot be kept make it unsure. */
function dataBuilder(text: string): Builder<Value> & { isUnsure(): boolean } {
  let isUnsure = false;
  return {
    isUnsure: () => isUnsure,
    collection: (kind) => (kind === "seq" ? [] : {}),
    scalar(start, end) {
      const value = scalarOf(text.slice(start, end));
      isUnsure ||= value === undefined;
      return value ?? null;
    },
    add(into, key, value) {
      if (Array.isArray(into)) into.push(value);
      else if (typeof into === "object" && into !== null && key !== null) {
        // The exact parser decides about what every object has, too.
        isUnsure ||= into[key.name] !== undefined;
        into[key.name] = value;
      }
    },
    close: () => undefined,
  };
}

/** The value of a scalar as it is written; undefined for a number that cannot be kept. */
function scalarOf(written: string): Value | undefined {
  switch (written[0]) {
    case '"':
      return written.includes("\\")
        ? written.slice(1, -1).replaceAll(ESCAPE, (_, sign) => unescaped(sign))
        : written.slice(1, -1);
    case "'":
      return written.slice(1, -1).replaceAll("''", "'");
    case "|":
    case ">":
      return blockText(written);
    default:
      if (isCoreScalar(written)) return coreScalar(written);
      return written.includes("\n") ? folded(written) : written;
  }
}

const ESCAPE = /\\(.)/g;

function unescaped(sign: string): string {
  if (sign === "n") return "\n";
  return sign === "_" ? "\u00a0" : sign;
}

/** A text of several lines without quotes: one line break is a space, and each further one is a line break. */
function folded(written: string): string {
  return written.replaceAll(/ *\n[ \n]*/g, (space) => {
    const breaks = space.split("\n").length - 1;
    return breaks === 1 ? " " : "\n".repeat(breaks - 1);
  });
}

const BLOCK = /^([|>])([+-]?)\n/;

/** The text below `|` or `>`, without the spaces that all of its lines begin with. */
function blockText(written: string): string {
  const [header = "", style, chomping] = BLOCK.exec(written) ?? [];
  const lines = written.slice(header.length).split("\n");
  const own = /^ */.exec(lines.find((line) => line !== "") ?? "")?.[0] ?? "";
  const said = lines.map((line) => line.slice(own.length));
  const last = said.findLastIndex((line) => line !== "");
  const filled = said.slice(0, last + 1);
  const text = style === "|" ? filled.join("\n") : foldedLines(filled);
  if (chomping === "-") return text;
  return text + (chomping === "+" ? "\n".repeat(said.length - 1 - last) : "\n");
}

/** The lines of a `>` text: those that begin with further spaces, and the breaks around them, stay as they are. */
function foldedLines(lines: readonly string[]): string {
  let text = "";
  let between = "";
  let wasDeeper = false;
  for (const line of lines) {
    const isDeeper = line.startsWith(" ");
    if (line === "") {
      if (between === "\n") text += "\n";
      between = "\n";
      continue;
    }
    if (isDeeper && between === " ") between = "\n";
    else if (isDeeper && !wasDeeper && between === "\n") between = "\n\n";
    text += between + line;
    between = isDeeper ? "\n" : " ";
    wasDeeper = isDeeper;
  }
  return text;
}
