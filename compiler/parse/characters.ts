import type { Finding } from "./finding.ts";
import { MAX_CHARACTERS, MAX_FINDINGS } from "./limits.ts";

// Not printable in YAML 1.2, or printable and invisible, or turning the order of what follows around. A line feed, a tab, and a CR before an LF are fine.
const REFUSED =
  /(?![\t\n])\p{Cc}(?<!\r(?=\n))|[\u{200b}\u{2028}-\u{202e}\u{2060}\u{feff}\u{fffd}-\u{ffff}\u{d800}-\u{dfff}]/gu;
const CONTROL =
  /(?![\t\n])\p{Cc}|[\u{200b}\u{2028}-\u{202e}\u{2060}\u{feff}\u{fffe}\u{ffff}\u{d800}-\u{dfff}]/u;

/** UTF-16 that was read as UTF-8: every second character of what should be words is nothing. */
const WIDE = /^\u{fffd}{0,2}(?:[^\0]\0|\0[^\0]){8}/u;

/** What can be said about a file before its structure is read: size, emptiness, characters. */
export function refusedCharacters(text: string): Finding[] {
  if (text.length > MAX_CHARACTERS) return [tooLarge(text)];
  if (WIDE.test(text)) return [wide()];
  const findings: Finding[] = [];
  let line = -1;
  for (const match of text.matchAll(REFUSED)) {
    // One finding a line: a line of garbage is one mistake.
    const lineStart = text.lastIndexOf("\n", match.index - 1) + 1;
    if (lineStart === line) continue;
    line = lineStart;
    findings.push(refused(match[0], match.index));
    if (findings.length === MAX_FINDINGS) break;
  }
  return findings;
}

/** The first character of a value that no text should hold, by its name; null when there is none. */
export function controlCharacter(value: string): string | null {
  const found = CONTROL.exec(value.replace(/\r\n/g, "\n"))?.[0];
  return found === undefined ? null : nameOf(found);
}

function refused(character: string, start: number): Finding {
  const end = start + character.length;
  if (character === "\u{fffd}")
    return {
      code: "yaml/encoding",
      message: "a character could not be read: the file is not saved as UTF-8",
      hint: "save the file as UTF-8, then type the character again",
      start,
      end,
    };
  // Between two words it stood for what a keyboard writes.
  const isBreak = BREAKS.has(character);
  return {
    code: "yaml/control-character",
    message: `there is an ${nameOf(character)} here`,
    hint: `${isBreak ? "type a space or a new line in its place" : "delete it"}; such characters often come with text pasted from another program`,
    start,
    end,
  };
}

const BREAKS = new Set(["\u2028", "\u2029"]);

/** What those do that come with pasted text: they have no name that people know. */
const KNOWN: Readonly<Record<string, string>> = {
  "\u200b": "a space without width",
  "\u2028": "a line break of another program",
  "\u2029": "a paragraph break of another program",
  "\u2060": "a sign that keeps two words on one line",
};

function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const number = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  const known = KNOWN[character];
  return known === undefined
    ? `invisible control character (${number})`
    : `invisible character (${known}, ${number})`;
}

function wide(): Finding {
  return {
    code: "yaml/encoding",
    message: "the file is saved as UTF-16, not as UTF-8",
    hint: "save it as UTF-8: editors ask for the encoding when a file is saved under a name",
    start: 0,
    end: 1,
  };
}

function tooLarge(text: string): Finding {
  return {
    code: "yaml/too-large",
    message: `the file has ${text.length.toLocaleString("en")} characters; the maximum is ${MAX_CHARACTERS.toLocaleString("en")}`,
    hint: "split it into several files, one for each funnel",
    start: 0,
    end: 1,
  };
}
