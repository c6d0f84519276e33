import type { YAMLError } from "yaml";
import type { Finding } from "./finding.ts";
import type { Lexeme } from "./lexemes.ts";
import type { Lines } from "./lines.ts";
import { wrongBeginning } from "./after-colon.ts";
import { explainIndentation } from "./explain-indentation.ts";
import { explainKey } from "./explain-key.ts";
import { causeOf, type Cause } from "./parser-sentences.ts";
import { otherColon } from "./keys.ts";
import { endOfItem } from "./refused-signs.ts";
import { oddSpace, tab } from "./spaces.ts";
import { unindentedBlock } from "./unindented-block.ts";
import { named, quoted, restOfLine } from "./quoted.ts";

/** The parser's error in words for people who write texts, at the place where something is to be done. */
export function explain(
  error: YAMLError,
  all: readonly YAMLError[],
  lexemes: readonly Lexeme[],
  lines: Lines,
): Finding | null {
  const [start, end] = error.pos;
  const line = lines.textOf(lines.lineOf(start));
  if (/^ *\t/.test(line) && /INDENT|CHAR|TOKEN|KEY/.test(error.code))
    return tab(lines, start);
  const comment = otherComment(start, lines);
  if (comment !== null) return comment;
  const odd = oddSpace(lines, start);
  if (odd !== null) return odd;
  const block = unindentedBlock(start, lines);
  if (block !== null) return block;
  const sign = signInBraces(start, lexemes, lines);
  if (sign !== null) return sign;
  const key = keyBehindBracket(start, lines);
  if (key !== null) return key;
  switch (error.code) {
    case "TAB_AS_INDENT":
      return tab(lines, start);
    case "BLOCK_AS_IMPLICIT_KEY":
    case "MULTILINE_IMPLICIT_KEY":
      return explainKey(error, all, lines);
    case "BAD_INDENT":
      return explainIndentation(start, lines);
    case "MISSING_CHAR":
    case "UNEXPECTED_TOKEN":
      return explainCause(error, all, lines);
    case "BAD_SCALAR_START":
      return badStart(start, lexemes, lines);
    case "BAD_DQ_ESCAPE":
      return badEscape(start, end, lines);
    case "BLOCK_IN_FLOW":
      return missingComma(start, end, lines);
    default:
      return unknown(error, lines);
  }
}

/** A sign of YAML, or brackets, in front of the text of a key between braces: no key follows. */
const SIGN = /[-?:]|\[[^[\]{}]*\]|\{[^[\]{}]*\}/.source;
const IN_BRACES = new RegExp(
  String.raw`[{,] *[\w-]+: +(?=(?:${SIGN}) +(?![\w-]+:(?: |$)))`,
  "g",
);
const SIGN_ALONE = new RegExp(String.raw`^(?:(?:${SIGN}) +)?$`);

/** `{ ask: - Now what? }`, `{ ask: [Now] what? }`: text that begins as no text between braces can. */
function signInBraces(
  start: number,
  lexemes: readonly Lexeme[],
  lines: Lines,
): Finding | null {
  const line = lines.lineOf(start);
  const column = start - lines.startOf(line);
  const text = lines.textOf(line);
  const ends = [...text.matchAll(IN_BRACES)].map(
    ({ index, 0: found }) => index + found.length,
  );
  const from = ends.find((end) => SIGN_ALONE.test(text.slice(end, column)));
  if (from === undefined || from > column) return null;
  const index = lexemes.findIndex(
    (lexeme) => lexeme.start === lines.startOf(line) + from,
  );
  if (index === -1) return null;
  const what = `text that starts with ${text.charAt(from)}`;
  const end = endOfItem({ lexemes, index });
  return wrongBeginning(lines.startOf(line) + from, what, lines, end);
}

/** `{ options: [Yes, Later] help: Choose one. }`: a key right behind a bracket. */
function keyBehindBracket(start: number, lines: Lines): Finding | null {
  const line = lines.lineOf(start);
  const column = start - lines.startOf(line);
  const before = lines.textOf(line).slice(0, column);
  const key = /^([\w-]+):(?: |$)/.exec(restOfLine(start, lines))?.[1];
  if (key === undefined || !/[{,].*[\]}] +$/.test(before)) return null;
  return {
    code: "yaml/missing-comma",
    message: "a comma is missing between two items in brackets",
    hint: `write a comma in front of ${named(key)}`,
    start,
    end: start + key.length,
  };
}

/** A comment as HTML or programs have them, on a line of its own. */
function otherComment(offset: number, lines: Lines): Finding | null {
  let line = lines.lineOf(offset);
  while (lines.textOf(line).trim() === "" && line < lines.count) line += 1;
  const text = lines.textOf(line);
  const [, space = "", found, sign = "", html, plain] =
    /^(\s*)((<!--|\/\/)(?:(?<=-)\s*(.*?)\s*(?:-->|$)|(?<=\/)\s*(.*)$))/.exec(
      text,
    ) ?? [];
  if (found === undefined) return null;
  const words = (html ?? plain ?? "").trim();
  const start = lines.startOf(line) + space.length;
  return {
    code: "yaml/syntax",
    message: `a comment starts with #, not with ${sign}`,
    hint: `write ${named(`# ${words}`)}`,
    start,
    end: start + found.length,
  };
}

/** A text that begins with a sign that no text can begin with: between brackets it ends where its item does. */
function badStart(
  start: number,
  lexemes: readonly Lexeme[],
  lines: Lines,
): Finding {
  const sign = restOfLine(start, lines).slice(0, 1);
  const index = lexemes.findIndex((lexeme) => lexeme.start === start);
  return wrongBeginning(
    start,
    `text that starts with ${sign}`,
    lines,
    index === -1 ? undefined : endOfItem({ lexemes, index }),
  );
}

/** Errors whose code stands for several mistakes. */
function explainCause(
  error: YAMLError,
  all: readonly YAMLError[],
  lines: Lines,
): Finding | null {
  const [start, end] = error.pos;
  const cause = causeOf(error);
  switch (cause) {
    case "key-without-value":
      return explainKey(error, all, lines);
    case "item-without-dash":
      return explainIndentation(start, lines);
    case "directive-without-document":
      // The directive itself has been refused.
      return null;
    case "missing-comma":
      return missingComma(start, end, lines);
    case "comment-without-space":
      return commentWithoutSpace(start);
    case "item-after-key":
      return itemAfterKey(start, end, lines);
    case "extra-comma":
      return extraComma(start, end);
    case "text-after-block-sign":
    case "after-the-document":
    case null:
      return misplaced(error, cause, lines);
  }
}

function commentWithoutSpace(start: number): Finding {
  return {
    code: "yaml/missing-space",
    message: "a space is missing before #",
    hint: "put a space before the comment; if # is part of the text, put the whole text in quotes",
    start,
    end: start + 1,
  };
}

function missingComma(start: number, end: number, lines: Lines): Finding {
  const line = lines.lineOf(start);
  const before = lines.textOf(line).slice(0, start - lines.startOf(line));
  const key = /[^\s,[{]+\s*$/.exec(before)?.[0] ?? "";
  const colon = otherColon(key.trimEnd(), start - key.length);
  if (colon !== null) return colon;
  const text = restOfLine(start, lines).slice(0, end - start);
  const [, sign] = /([;；，、])\s*[\w-]+\s*:/.exec(text) ?? [];
  if (sign !== undefined)
    return {
      code: "yaml/missing-comma",
      message: `items in brackets are separated by ",", not by "${sign}"`,
      hint: `write \`${text.trim().replace(/\s*[;；，、]\s*(?=[\w-]+\s*:)/, ", ")}\`; if this is one text, put it in quotes`,
      start,
      end,
    };
  return {
    code: "yaml/missing-comma",
    message: "a comma is missing between two items in brackets",
    hint: /^[A-Za-z].*: /.test(text)
      ? `write a comma between the items; if this is one text, put it in quotes: ${quoted(text)}`
      : "write [one, two] or { one: 1, two: 2 }; put text that contains a colon in quotes",
    start,
    end,
  };
}

function badEscape(start: number, end: number, lines: Lines): Finding {
  const sequence = restOfLine(start, lines).slice(0, 2);
  return {
    code: "yaml/bad-escape",
    message: `${named(sequence)} is not a valid escape sequence in double quotes`,
    hint: "write \\\\ for a backslash, or put the text in single quotes",
    start,
    end,
  };
}

function itemAfterKey(start: number, end: number, lines: Lines): Finding {
  return {
    code: "yaml/indentation",
    message: "a list cannot start on the same line as its key",
    hint: `move "-" to the next line; if it is part of the text, put the text in quotes: ${quoted(restOfLine(start, lines))}`,
    start,
    end,
  };
}

function extraComma(start: number, end: number): Finding {
  return {
    code: "yaml/missing-comma",
    message: "there is nothing before this comma",
    hint: "delete the comma, or add the missing item before it",
    start,
    end,
  };
}

/** A piece of text where none can be: after the sign of a text block, at the start of a line, or elsewhere. */
function misplaced(
  error: YAMLError,
  cause: Cause | null,
  lines: Lines,
): Finding {
  const [start] = error.pos;
  const line = lines.lineOf(start);
  const lineStart = lines.startOf(line);
  const before = lines.textOf(line).slice(0, start - lineStart);
  const header = /(?<![^\s])[|>]\S*\s*$/.exec(before);
  if (cause === "text-after-block-sign" && header !== null)
    return blockHeader(lineStart + header.index, lines);
  if (error.code === "UNEXPECTED_TOKEN" && before.trim() === "")
    return explainIndentation(start, lines);
  return unknown(error, lines);
}

function blockHeader(start: number, lines: Lines): Finding {
  const sign = restOfLine(start, lines).slice(0, 1);
  const text = restOfLine(start, lines);
  return {
    code: "yaml/block-text",
    message: `the text after ${sign} must start on the next line`,
    hint: `move it to the next line and indent it; if ${sign} is part of the text, put the text in quotes: ${quoted(text)}`,
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
        : `${named(text)} is not valid here`,
    hint: "compare the line with the lines around it: indentation, colon, quotes; put text with special characters in quotes",
    start,
    end,
  };
}
