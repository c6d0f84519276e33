import type { Finding } from "./finding.ts";
import type { Lexeme } from "./lexemes.ts";
import { MAX_FINDINGS } from "./limits.ts";
import { quoted } from "./quoted.ts";

/** A text in quotation marks of text processors, with both of them. A single one before a letter is an apostrophe. */
const PAIRS = /“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|‘[^‘]*?’(?![\p{L}\p{N}])/gu;
/** A mark that opens; the single one is an apostrophe in the middle of a text, and before what is said without its beginning. */
const OPENING = /^‘(?!\d\ds|(?:tis|twas|til|cause|em|n)\b)|[“„«]/i;
const CLOSING: Readonly<Record<string, RegExp>> = {
  "“": /”/,
  "„": /[“”]/,
  "«": /»/,
  "‘": /(?<=\S)’(?![\p{L}\p{N}])/u,
};

interface Opened {
  readonly sign: string;
  readonly start: number;
}

/**
 * Texts between brackets in quotation marks that are letters to YAML, so that a comma within them ends the text:
 * `[“Early, before ten”, Late]` has three items. Valid YAML, never meant.
 */
export function otherQuotes(
  lexemes: readonly Lexeme[],
  text: string,
): Finding[] {
  const findings: Finding[] = [];
  let opened: Opened | null = null;
  let brackets = 0;
  for (const lexeme of lexemes) {
    const { kind, start, source } = lexeme;
    const step = stepOf(kind, brackets);
    if (step !== 0) opened = null;
    brackets += step;
    // What begins with an apostrophe is seldom a text of several lines.
    if (kind === "newline" && opened?.sign === "‘") opened = null;
    if (kind !== "plain" || brackets === 0) continue;
    const left = unpaired(source);
    if (opened !== null && CLOSING[opened.sign]?.test(left) === true) {
      findings.push(cutInTwo(opened, start + source.trimEnd().length, text));
      if (findings.length === MAX_FINDINGS) break;
      opened = null;
    } else opened = openedBy(left, start) ?? opened;
  }
  return findings;
}

/** How many brackets more are open behind a lexeme. */
function stepOf(kind: Lexeme["kind"], brackets: number): number {
  if (kind === "flow-error-end") return -brackets;
  if (/^flow-\w+-start$/.test(kind)) return 1;
  return /^flow-\w+-end$/.test(kind) ? -1 : 0;
}

/** A text without the parts of it whose quotation marks have each other; one may stand in another. */
function unpaired(text: string): string {
  return text.replaceAll(PAIRS, "").replaceAll(PAIRS, "");
}

function openedBy(left: string, start: number): Opened | null {
  const sign = OPENING.exec(left)?.[0];
  return sign === undefined ? null : { sign, start };
}

function cutInTwo({ sign, start }: Opened, end: number, text: string): Finding {
  const whole = text.slice(start, end).replaceAll(/\s+/g, " ");
  return {
    code: "yaml/other-quotes",
    message: `the text is cut in two, because ${sign} is not a quotation mark to YAML`,
    hint: `put straight quotation marks around the whole text: ${quoted(whole)}; marks that visitors should read go within them`,
    start,
    end,
  };
}
