import type { Finding } from "./finding.ts";
import type { Lines } from "./lines.ts";

const SHOWN = 60;
/** A text in quotation marks that are none to YAML; within single ones there may be apostrophes. */
const CURLY =
  /^(?:“([^“”]*)”|‘((?:[^‘’]|’(?=\p{L}))*)’|„([^„“”]*)[“”]|«([^«»]*)»)$/u;

/** A text as it can be written in a hint: in the quotes that need the fewest escapes, cut when long. */
export function quoted(text: string): string {
  const trimmed = withoutCurly(text.trim());
  const shown =
    trimmed.length > SHOWN ? `${trimmed.slice(0, SHOWN).trimEnd()}…` : trimmed;
  return /["\\]/.test(shown)
    ? `'${shown.replaceAll("'", "''")}'`
    : `"${shown}"`;
}

/** A text without the quotation marks of text processors that all of it stands in. */
export function withoutCurly(text: string): string {
  return text.replace(CURLY, "$1$2$3$4");
}

/** A piece of the file in a message, cut when long. */
export function named(text: string): string {
  const trimmed = text.trim();
  return trimmed.length > SHOWN
    ? `"${trimmed.slice(0, SHOWN).trimEnd()}…"`
    : `"${trimmed}"`;
}

/** The offset of the next line; after the last one, infinity. */
export function endOfLine(offset: number, lines: Lines): number {
  const next = lines.lineOf(offset) + 1;
  return next > lines.count ? Number.POSITIVE_INFINITY : lines.startOf(next);
}

/** The text from an offset to the end of its line, without a comment. */
export function restOfLine(offset: number, lines: Lines): string {
  const line = lines.lineOf(offset);
  const rest = lines.textOf(line).slice(offset - lines.startOf(line));
  return rest.replace(/ #.*$/, "").trimEnd();
}

/** The finding for a text that needs quotes, from `start` to `end` or else to the end of its line. */
export function needsQuotes(
  start: number,
  what: string,
  lines: Lines,
  end = Number.POSITIVE_INFINITY,
): Finding {
  const text = restOfLine(start, lines).slice(0, end - start);
  const number = /^[<>]=?\s*(-?[\d.]+)$/.exec(text)?.[1];
  const limits =
    number === undefined
      ? ""
      : `; as a condition on a number, write \`{ atLeast: ${number} }\` or \`{ atMost: ${number} }\``;
  return {
    code: "yaml/needs-quotes",
    message: `${what} must be in quotes`,
    hint: `write ${quoted(meant(text, before(start, lines)))}${limits}`,
    start,
    end: start + text.length,
  };
}

/** The sign in front of an offset on its line. */
function before(start: number, lines: Lines): string {
  const line = lines.lineOf(start);
  return lines
    .textOf(line)
    .slice(0, start - lines.startOf(line))
    .slice(-1);
}

/** A text in quotes that holds the same quotes: 'it's', or "On your "wall"", but not "Yes" and "no". */
const WITHIN =
  /^'.*\w'\w.*'$|^(["'])(?:(?!\1).)*(?<=^["']|[\s([{*])\1(?=\S).*\1$/;

/** A text without the quotation marks that were to quote it: visitors would read them. */
function meant(text: string, sign: string): string {
  if (WITHIN.test(text)) return text.slice(1, -1);
  // Its opening mark was taken for the closing one that the text before it lacks.
  const isOpened = /["']/.test(sign) && text.endsWith(sign);
  return isOpened ? text.slice(0, -1) : text;
}
