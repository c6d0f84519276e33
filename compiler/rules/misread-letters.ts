import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { narrow } from "../link/narrow.ts";
import { pathOf, textsOf } from "../link/texts.ts";
import type { SourceRule } from "./rule.ts";

/** What Windows-1252 has for the bytes from 0x80 to 0x9f; behind them it is Latin-1. */
const SIGNS =
  "\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178";
const TRAIL = `[${SIGNS}\u00a0-\u00bf]`;
/** As `TRAIL`, without the marks that may stand behind a word that ends in such a letter. */
const NO_MARK = `[${SIGNS.replaceAll(/[\u2018-\u201d\u2026\u2013\u2014]/g, "")}\u00a1-\u00ba\u00bc-\u00bf]`;

/** What is left of a closing quotation mark, whose last byte is nothing there. */
const CLOSING = String.raw`\u00e2\u20ac(?!${TRAIL})`;
const ALL_CLOSING = new RegExp(CLOSING, "g");

/** Letters of UTF-8 that were read as Windows-1252: an apostrophe becomes three signs, a letter with an accent two. */
const MISREAD = new RegExp(
  String.raw`(?:\u00e2${TRAIL}{2}|${CLOSING}|\u00c3${NO_MARK}|\u00c2[\u00a0-\u00bf]|\u00f0\u0178${TRAIL}{2})+`,
  "g",
);

/** Texts that a program has read in another encoding than they were written in. */
export const misreadLetters: SourceRule = (source) => {
  if (source.text.search(MISREAD) === -1) return [];
  const { file } = source;
  return textsOf(source.data).flatMap(({ text, place }): Diagnostic[] => {
    const words = text.match(MISREAD)?.[0];
    if (words === undefined) return [];
    const path = pathOf(place);
    const value = text.replaceAll(MISREAD, (each) => meant(each) ?? each);
    const fix = {
      kind: "suggested",
      changes: [{ kind: "set-value", file, path: [...path], value }],
    } as const;
    const parameters = { words, meant: meant(words) };
    const at = narrow(source, path, words);
    return [
      diagnose(
        "text/misread",
        at,
        parameters,
        [],
        value === text ? undefined : fix,
      ),
    ];
  });
};

/** What was written; null where it cannot be told. */
function meant(words: string): string | null {
  const whole = words.replaceAll(ALL_CLOSING, "$&\u009d");
  const bytes = [...whole].map((sign) => {
    const i = SIGNS.indexOf(sign);
    return i === -1 ? sign.charCodeAt(0) : 0x80 + i;
  });
  const read = new TextDecoder().decode(new Uint8Array(bytes));
  return read.includes("\u{fffd}") ? null : read;
}
