import type { YAMLError } from "yaml";
import type { Finding } from "./finding.ts";
import type { Lines } from "./lines.ts";
import { textBelowKey } from "./after-colon.ts";
import { explainIndentation, proseAbove } from "./explain-indentation.ts";
import { named, needsQuotes, restOfLine } from "./quoted.ts";

/** Errors around `key: value` lines: a colon, a space, quotes or the indentation is wrong. */
export function explainKey(
  error: YAMLError,
  all: readonly YAMLError[],
  lines: Lines,
): Finding | null {
  const [start] = error.pos;
  const same = all.filter(({ pos }) => pos[0] === start);
  const isNested = same.some(({ code }) => code === "BLOCK_AS_IMPLICIT_KEY");
  const spanning = same.find(({ code }) => code === "MULTILINE_IMPLICIT_KEY");
  const text = restOfLine(start, lines);
  if (/^\s*- /.test(text)) return explainIndentation(start, lines);
  if (isNested && spanning !== undefined)
    return tooDeep(start, spanning.pos[1], lines);
  if (isNested && text.includes(": ")) return withColon(start, text, lines);
  if (isNested && text.endsWith(":"))
    return needsQuotes(start, "text that ends with a colon", lines);
  if (isNested && text.startsWith("? "))
    return needsQuotes(start, "text that starts with ?", lines);
  if (isNested) return explainIndentation(start, lines);
  return (
    withoutSign(error, lines) ??
    (isProse(start, lines)
      ? explainIndentation(start, lines)
      : missingColon(start, text))
  );
}

/** Keys that hold other keys, and never a text. */
const HOLDER =
  /(?:^|\s)(when|not|band|price|renews|regular|plausible|theme|colors|font):\s+$/;

/** A text with a colon, or keys in one line without braces: `label: At work, value: at-work`. */
function withColon(start: number, text: string, lines: Lines): Finding {
  const finding = needsQuotes(start, 'text that contains ": "', lines);
  const line = lines.lineOf(start);
  const before = lines.textOf(line).slice(0, start - lines.startOf(line));
  const holder = HOLDER.exec(before)?.[1];
  if (holder !== undefined && /^[\w-]+: +\S/.test(text))
    return {
      ...finding,
      message: "keys with values on one line stand in braces",
      hint: `write \`${holder}: { ${text.trim()} }\``,
    };
  const key = /, ([a-z]\w*): /.exec(text)?.[1];
  return key === undefined
    ? finding
    : {
        ...finding,
        hint: `${finding.hint}; if ${named(key)} is a key, write it in a line of its own, or put all keys of this line in { }`,
      };
}

/** Several lines of prose under their key, one of them with a colon: YAML takes that line for a key. */
function withoutSign({ pos }: YAMLError, lines: Lines): Finding | null {
  const [start, end] = pos;
  const line = lines.lineOf(start);
  const last = lines.textOf(lines.lineOf(end - 1)).trim();
  return /^\S+ [^:]*:/.test(last) ? textBelowKey(line, lines) : null;
}

/** Whether a line goes on with the text above, which is set in further: no key begins with a capital. */
function isProse(start: number, lines: Lines): boolean {
  const line = lines.lineOf(start);
  const column = proseAbove(line, lines);
  return (
    column !== null &&
    column > start - lines.startOf(line) &&
    /^ *\p{Lu}/u.test(lines.textOf(line))
  );
}

/** A key below a value: the parser takes both lines for one text. */
function tooDeep(start: number, end: number, lines: Lines): Finding {
  const line = lines.lineOf(end - 1);
  const content = lines.textOf(line);
  const indentation = content.length - content.trimStart().length;
  const at = lines.startOf(line) + indentation;
  const owner = lines.textOf(lines.lineOf(start)).trim();
  return {
    code: "yaml/indentation",
    message: `${named(content)} is indented too far`,
    hint: "align it with the keys above; if it is part of the text above, put that whole text in quotes",
    start: at,
    end: at + content.trim().length,
    note: {
      message: `${named(owner)} already has a value`,
      start,
      end: start + 1,
    },
  };
}

function missingColon(start: number, text: string): Finding {
  const dash = /^-(?=[^\s-])/.exec(text);
  if (dash !== null)
    return {
      code: "yaml/missing-space",
      message: "a space is missing after the dash",
      hint: `write "- ${text.slice(1)}"`,
      start,
      end: start + 1,
    };
  const colon = /^[\w-]+:(?=\S)/.exec(text)?.[0];
  if (colon !== undefined)
    return {
      code: "yaml/missing-space",
      message: "a space is missing after the colon",
      hint: `write "${colon} ${text.slice(colon.length)}"`,
      start,
      end: start + colon.length,
    };
  const comment = /^\/\/+\s*(?=\S)/.exec(text)?.[0];
  if (comment !== undefined)
    return {
      code: "yaml/syntax",
      message: "a comment starts with #, not with //",
      hint: `write "# ${text.slice(comment.length)}"`,
      start,
      end: start + text.length,
    };
  // Another sign in its place: `ask = How are you?`.
  const [, key = "", value = ""] =
    /^([^\s=;：]+)(?:\s*(?:=>?|;|：))?\s*(.*)$/.exec(text) ?? [];
  return {
    code: "yaml/missing-colon",
    message: `a colon is missing after ${named(key)}`,
    hint: `write ${named(`${key}: ${value}`)}; if the line is part of the text above, indent it further than the line above`,
    start,
    end: start + text.length,
  };
}
