import { safeUrl } from "../shared/safe-url.ts";
import { list } from "./wording.ts";
import { error, warning, type Entries, type Nothing } from "./wording-entry.ts";

/** `(words)[/page]`, or `[/page](some words)`. */
const SWAPPED =
  /^(?:[([](?<words>.+)[)\]][ \t]*\[(?<address>.+)\]|\[(?<before>\S+)\]\((?<behind>[^()]*[^()\s])\s*\))$/;

/** Stars or underscores at the start. */
const MARK = /^(?:\*\*|[*_])/;

const LOOSE = {
  spaced: "bold words have no spaces beside their stars",
  glued: "a space is missing behind the mark",
  bullet: "lines that begin like this become one paragraph",
  "no-headlines": "this text has no headlines",
  "no-lists": "this text has no lists",
  struck: "words cannot be struck through",
  box: "a list has no boxes to tick",
  table: "texts have no tables",
  picture: "texts have no pictures",
} as const;

/** Of a line across the page, nothing is seen. */
type LooseKind = keyof typeof LOOSE | "rule";

/** What to do about marks that there are nowhere. */
const INSTEAD: Partial<Record<LooseKind, string>> = {
  struck: "remove the marks, or the words",
  table: "write the rows as a list with hyphens, or as sentences",
  picture:
    "where the page or the section has one, write `picture: hero.svg` there",
  rule: "remove it, or begin the next part with a headline: `## More`",
};

/** Whether an address calls a number, or writes to it. */
function isNumber(address: string): boolean {
  return /^(?:tel|sms):/.test(address) && safeUrl(address);
}

/** Findings about the texts that visitors read. */
export const texts = {
  "text/too-complex": {
    severity: error,
    say: (_: Nothing) => ({
      message:
        "this text has more formatting characters, nested lists or nested quotes than a page can show",
      hint: "look for characters that are repeated by accident, such as [ or >; spread a longer text over several pages",
    }),
  },
  "text/tag": {
    severity: warning,
    say: ({ tag }: { tag: string }) =>
      tag.startsWith("&")
        ? {
            message: `visitors will see "${tag}" exactly as written`,
            hint: "write the sign itself: it needs no code here",
          }
        : {
            message: `visitors will see "${tag}" exactly as written: tags are not supported`,
            hint: "use **bold**, *emphasis* or [links](/page) instead",
          },
  },
  "text/unclosed-mark": {
    severity: warning,
    say: ({ written }: { written: string }) => ({
      message: `"${written}" has no end, so visitors see it as it stands`,
      hint: /^[*_]/.test(written)
        ? `put ${MARK.exec(written)?.[0]} behind the last ${written === "**" ? "bold" : "slanted"} word as well, or write a sign as \\${written[0]}`
        : "end the address with )",
    }),
  },
  "text/loose-mark": {
    severity: warning,
    say: (p: {
      kind: LooseKind;
      written: string;
      meant: string | null;
      /** The pages and the sections of such a file whose text has headlines and lists. */
      longTexts: { pages: readonly string[]; sections: readonly string[] };
    }) => ({
      message:
        p.kind === "rule"
          ? `visitors see nothing of "${p.written}": no line is drawn`
          : `visitors see "${p.written}" as it stands: ${LOOSE[p.kind]}`,
      ...(p.meant === null
        ? {
            hint:
              INSTEAD[p.kind] ??
              `remove the mark, or write it where a text can have them: in the \`text\` of the ${p.longTexts.pages.length === 1 ? "page" : "pages"} ${list(p.longTexts.pages)}, and of the section ${list(p.longTexts.sections)}`,
          }
        : {
            hint: `write \`${p.meant}\``,
            instead: {
              from: p.written,
              to: p.meant,
              // Lines of a dialogue may begin with a dash as well.
              kind: p.written.startsWith("–") ? "suggested" : "safe",
            },
          }),
    }),
  },
  "text/broken-link": {
    severity: warning,
    say: ({ written }: { written: string }) => {
      const message = `"${written}" is not a valid link`;
      const swapped = SWAPPED.exec(written)?.groups;
      if (swapped !== undefined) {
        const { words = swapped.behind, address = swapped.before } = swapped;
        const target = address?.replaceAll(/\s/g, "");
        // Which of its brackets are the link's, nobody knows.
        if (/[[\]]/.test(words ?? ""))
          return { message, hint: `write \`[words](${target})\`` };
        const to = `[${words}](${target})`;
        const instead = { from: written, to, kind: "suggested" } as const;
        return { message, hint: `write \`${to}\``, instead };
      }
      return {
        message,
        hint: /^\[\s*\]/.test(written)
          ? "write between the brackets what visitors tap on"
          : written.endsWith("]") || /\(\s*\)$/.test(written)
            ? "write where it leads behind it: `[words](/page)`; or remove the brackets"
            : `remove the space: \`${written.replace(/\]\s+\(/, "](")}\``,
      };
    },
  },
  "text/space-in-address": {
    severity: error,
    say: ({ written, address }: { written: string; address: string }) => {
      const message = `visitors see "${written}" as it stands and cannot tap on it: the address has spaces in it`;
      const number = address
        .replace(/^(?=[+\d])/, "tel:")
        .replaceAll(/\s+/g, "");
      if (isNumber(number))
        return {
          message,
          hint: `write \`${number}\``,
          instead: { from: address, to: number, kind: "safe" },
        };
      const encoded = address.replaceAll(/\s+/g, "%20");
      return /^mailto:[^\s?]+\?/.test(address)
        ? {
            message,
            hint: `write %20 for each space: \`${encoded}\``,
            instead: { from: address, to: encoded, kind: "suggested" },
          }
        : {
            message,
            hint: "write the address without spaces, as the page or the number has it",
          };
    },
  },
  "text/other-link": {
    severity: error,
    say: ({ words, to }: { words: string; to: string }) => ({
      message: `"${words}" leads to another address: ${to}`,
      hint: "write the same in both, or other words between the brackets",
    }),
  },
  "text/doubled-word": {
    severity: warning,
    say: ({ words, word }: { words: string; word: string }) => ({
      message: `"${words.replace(/\s+/, " ")}" has a word twice`,
      hint: `write "${word}" once`,
    }),
  },
  "text/repeated": {
    severity: warning,
    say: () => ({
      message: "visitors read the same twice here",
      hint: "write what was meant in the second place, or remove one of the two",
    }),
  },
  "text/placeholder": {
    severity: warning,
    say: ({ words }: { words: string }) => ({
      message: `visitors see "${words}" as it stands`,
      hint: /^[%<‹]/.test(words)
        ? "a variable is written `{{ name | friend }}`"
        : words.startsWith(":")
          ? "put in the emoji itself, not its name"
          : "write the words that belong here",
    }),
  },
  "text/misread": {
    severity: warning,
    say: ({ words, meant }: { words: string; meant: string | null }) => ({
      message: `visitors see "${words}": the text was read in another encoding than it was written in`,
      hint:
        meant === null
          ? "write the letters that belong here, or copy the text again"
          : `write \`${meant}\``,
    }),
  },
  "text/loose-escape": {
    severity: warning,
    say: ({ written, inBlock }: { written: string; inBlock: boolean }) => ({
      message: `visitors see "${written.replace("\\_", "_")}" as it stands: \\n and \\_ work only between double quotes`,
      hint:
        inBlock && written.includes("\\n")
          ? "begin a new line in its place"
          : "put the whole text in double quotes",
    }),
  },
  "text/folded-list": {
    severity: warning,
    say: ({ line }: { line: string }) => ({
      message: `"${line}" becomes a part of the line above: after ">", lines are joined`,
      hint: 'write "|" in place of ">"',
      instead: { from: ">", to: "|", kind: "suggested" },
    }),
  },
  "text/cut-by-comment": {
    severity: warning,
    say: ({ kept, lost }: { kept: string; lost: string }) => ({
      message: `only "${kept}" is read: "#" after a space starts a comment`,
      hint: `if "${lost}" is part of the text, put the whole text in quotes; if it is a comment, ${lost.startsWith("# ") ? "give it a line of its own" : "write a space after #"}`,
    }),
  },
} as const satisfies Entries;
