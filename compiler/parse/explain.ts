import type { YAMLError } from "yaml";
import type { Finding } from "./finding.ts";
import type { Lines } from "./lines.ts";
import { explainIndentation } from "./explain-indentation.ts";
import { explainKey } from "./explain-key.ts";
import { oddSpace, tab } from "./spaces.ts";
import { named, needsQuotes, quoted, restOfLine } from "./quoted.ts";

/** The parser's error in words for people who write texts, at the place where something is to be done. */
export function explain(
  error: YAMLError,
  all: readonly YAMLError[],
  lines: Lines,
): Finding | null {
  const [start, end] = error.pos;
  const line = lines.textOf(lines.lineOf(start));
  if (/^ *\t/.test(line) && /INDENT|CHAR|TOKEN|KEY/.test(error.code))
    return tab(lines, start);
  const odd = oddSpace(lines, start);
  if (odd !== null) return odd;
  switch (error.code) {
    case "TAB_AS_INDENT":
      return tab(lines, start);
    case "BLOCK_AS_IMPLICIT_KEY":
    case "MULTILINE_IMPLICIT_KEY":
      return explainKey(error, all, lines);
    case "BAD_INDENT":
      return explainIndentation(start, lines);
    case "MISSING_CHAR":
      return missing(error, all, lines);
    case "BAD_SCALAR_START":
      return needsQuotes(
        start,
        `a text that begins with ${restOfLine(start, lines).slice(0, 1)}`,
        lines,
      );
    case "BAD_DQ_ESCAPE":
      return badEscape(start, end, lines);
    case "BLOCK_IN_FLOW":
      return missingComma(start, end, lines);
    case "UNEXPECTED_TOKEN":
      return unexpected(error, lines);
    default:
      return unknown(error, lines);
  }
}

function missing(
  error: YAMLError,
  all: readonly YAMLError[],
  lines: Lines,
): Finding | null {
  const [start, end] = error.pos;
  if (error.message.startsWith("Implicit map keys"))
    return explainKey(error, all, lines);
  if (error.message.startsWith("Sequence item"))
    return explainIndentation(start, lines);
  // The directive itself has been refused.
  if (error.message.startsWith("Missing directives")) return null;
  if (error.message.startsWith("Missing ,"))
    return missingComma(start, end, lines);
  if (error.message.startsWith("Comments must be"))
    return {
      code: "yaml/missing-space",
      message: "a space is missing before #",
      hint: "put a space before a comment; if # belongs to the text, put the whole text in quotes",
      start,
      end: start + 1,
    };
  return unknown(error, lines);
}

function missingComma(start: number, end: number, lines: Lines): Finding {
  const text = restOfLine(start, lines).slice(0, end - start);
  return {
    code: "yaml/missing-comma",
    message: "a comma is missing between two items in brackets",
    hint: /^[A-Za-z].*: /.test(text)
      ? `write a comma between the items; if this is one text, put it in quotes: ${quoted(text)}`
      : "write [one, two] or { one: 1, two: 2 }; put a text with a colon in quotes",
    start,
    end,
  };
}

function badEscape(start: number, end: number, lines: Lines): Finding {
  const sequence = restOfLine(start, lines).slice(0, 2);
  return {
    code: "yaml/bad-escape",
    message: `${named(sequence)} has no meaning in double quotes`,
    hint: "write \\\\ for a backslash, or put the text in single quotes",
    start,
    end,
  };
}

function unexpected(error: YAMLError, lines: Lines): Finding {
  const [start, end] = error.pos;
  if (error.message.startsWith("Unexpected block-seq-ind"))
    return {
      code: "yaml/indentation",
      message: "a list cannot begin on the line of its key",
      hint: `move "-" to the next line; a text that begins with a dash goes in quotes: ${quoted(restOfLine(start, lines))}`,
      start,
      end,
    };
  if (error.message.startsWith("Unexpected ,"))
    return {
      code: "yaml/missing-comma",
      message: "there is nothing before this comma",
      hint: "delete the comma, or write what should stand before it",
      start,
      end,
    };
  const line = lines.lineOf(start);
  const lineStart = lines.startOf(line);
  const before = lines.textOf(line).slice(0, start - lineStart);
  const header = /(?<![^\s])[|>]\S*\s*$/.exec(before);
  if (/Block scalar header|Not a YAML token/.test(error.message) && header)
    return blockHeader(lineStart + header.index, lines);
  if (before.trim() === "") return explainIndentation(start, lines);
  return unknown(error, lines);
}

function blockHeader(start: number, lines: Lines): Finding {
  const sign = restOfLine(start, lines).slice(0, 1);
  const text = restOfLine(start, lines);
  return {
    code: "yaml/block-text",
    message: `after ${sign} the text begins on the next line`,
    hint: `move it there, indented; a text that begins with ${sign} goes in quotes: ${quoted(text)}`,
    start,
    end: start + text.length,
  };
}

/** The finding for an error that has no words of its own. */
export function unknown(error: YAMLError, lines: Lines): Finding {
  const [start, end] = error.pos;
  const text = restOfLine(start, lines);
  return {
    code: "yaml/syntax",
    message:
      text === ""
        ? "something is missing here"
        : `${named(text)} does not fit here`,
    hint: "compare the line with its neighbours: indentation, colon, quotes; put a text with special signs in quotes",
    start,
    end,
  };
}
