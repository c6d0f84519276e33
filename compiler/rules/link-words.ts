import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { narrow } from "../link/narrow.ts";
import { pathOf, textsOf } from "../link/texts.ts";
import { safeUrl } from "../shared/safe-url.ts";
import type { SourceRule } from "./rule.ts";

/** A link as it is written: its words, and where it leads. */
const LINK = /\[([^[\]]+)\]\(([^\s()]+)\)/g;

/** Words that are a number to call, an email or a host leads to just that one: that is what is read out and typed in. */
export const linkWords: SourceRule = (source) => {
  if (!source.text.includes("](")) return [];
  return textsOf(source.data).flatMap(({ text, place }): Diagnostic[] => {
    if (!text.includes("](")) return [];
    return [...text.matchAll(LINK)].flatMap(([link, shown = "", to = ""]) => {
      const words = shown.replaceAll(/[*_\\]/g, "").trim();
      // What is no address at all is told as that.
      if (!safeUrl(to) || isLedTo(words, to)) return [];
      const at = narrow(source, pathOf(place), link);
      return [diagnose("text/other-link", at, { words, to })];
    });
  });
};

/** Whether a link leads to what its words are; words that are no address may lead anywhere. */
function isLedTo(words: string, to: string): boolean {
  const [, scheme = "", rest = ""] = /^(\w+):(?:\/\/)?(.*)$/.exec(to) ?? [];
  switch (scheme) {
    case "tel":
    case "sms":
      return (
        !/^[+(]?\d[\d\s().\-/\u2010-\u2013]+$/.test(words) ||
        isNumber(words, rest)
      );
    case "mailto":
      return !/^[^\s@]+@[^\s@]+$/.test(words) || isSame(words, rest);
    case "http":
    case "https":
      return (
        !/^(?:https?:\/\/)?(?:[\w-]+\.)+[a-z]{2,}(?:\/\S*)?$/i.test(words) ||
        isSame(hostOf(words), hostOf(to)) ||
        hostOf(to).endsWith(`.${hostOf(words)}`)
      );
    default:
      return true;
  }
}

/** The same digits: within a country, a number begins with a zero instead of the country's own. */
function isNumber(words: string, to: string): boolean {
  const [shown, called] = [words, to].map((number) =>
    number.replace(/\?.*/, "").replaceAll(/\D/g, "").replace(/^0+/, ""),
  );
  return shown !== undefined && (called ?? "").endsWith(shown);
}

function hostOf(address: string): string {
  return address.replace(/^https?:\/\//i, "").replace(/[/?#].*/, "");
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((name) =>
    name
      .replace(/\?.*/, "")
      .replace(/^www\./i, "")
      .toLowerCase(),
  );
  return a === b;
}
