import type { Finding } from "./finding.ts";
import type { Lexeme } from "./lexemes.ts";
import type { Lines } from "./lines.ts";

/** The finding for a bracket that nothing closes. */
export function openBracket(
  { start, source }: Lexeme,
  lexemes: readonly Lexeme[],
  lines: Lines,
): Finding {
  const code = "yaml/unclosed-bracket";
  const comment = swallowing(start, lexemes, lines);
  if (comment !== undefined)
    return {
      code,
      message: `everything after # is a comment, so ${source} is never closed`,
      hint: "put text that contains # in quotes; write a comment after the closing bracket",
      start: comment.start,
      end: comment.start + 1,
    };
  return {
    code,
    message: `${source} is never closed`,
    hint: `add ${source === "[" ? "]" : "}"} at the end; put text that starts with ${source} in quotes`,
    start,
    end: start + 1,
  };
}

/** The comment that holds the closing bracket: `{ symbol: #, name: x }`. */
function swallowing(
  opening: number,
  lexemes: readonly Lexeme[],
  lines: Lines,
): Lexeme | undefined {
  const comment = lexemes.find(
    ({ kind, start }) => kind === "comment" && start > opening,
  );
  const isSame =
    comment !== undefined &&
    lines.lineOf(comment.start) === lines.lineOf(opening) &&
    /[\]}]/.test(comment.source);
  return isSame ? comment : undefined;
}
