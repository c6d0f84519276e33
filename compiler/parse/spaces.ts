import type { Finding } from "./finding.ts";
import type { Lines } from "./lines.ts";

/** A space that YAML takes for a letter, before a key or right after its colon. */
const ODD_SPACE =
  /^ *(?:- )*(?:[\w-]+:)?([\u00a0\u2000-\u200a\u202f\u205f\u3000])/;

/** The finding for a space of another kind in a line; null when it has none. */
export function oddSpace(lines: Lines, offset: number): Finding | null {
  const line = lines.lineOf(offset);
  const character = ODD_SPACE.exec(lines.textOf(line))?.[1];
  if (character === undefined) return null;
  const start = lines.startOf(line) + lines.textOf(line).indexOf(character);
  const code = character.charCodeAt(0).toString(16).toUpperCase();
  return {
    code: "yaml/control-character",
    message: `there is a special space character (U+${code.padStart(4, "0")}) here instead of a normal space`,
    hint: "delete it and type a space; such characters often come with text pasted from another program",
    start,
    end: start + 1,
  };
}

/** The finding for a line that is indented with a tab. */
export function tab(lines: Lines, offset: number): Finding {
  const line = lines.lineOf(offset);
  const indentation = /^[ \t]*/.exec(lines.textOf(line))?.[0] ?? "";
  const start = lines.startOf(line) + Math.max(indentation.indexOf("\t"), 0);
  return {
    code: "yaml/tab",
    message: "the line is indented with a tab",
    hint: "indent with spaces, two for each level",
    start,
    end: lines.startOf(line) + indentation.length,
  };
}

/** Whether a finding is one of these. */
export function isStrangeSpace(
  { code, start }: Finding,
  lines: Lines,
): boolean {
  return code === "yaml/tab" || oddSpace(lines, start)?.start === start;
}
