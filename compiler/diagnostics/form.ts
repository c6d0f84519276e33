import { didYouMean, list } from "./wording.ts";
import {
  error,
  warning,
  type Entries,
  type Name,
  type Nothing,
} from "./wording-entry.ts";

export interface Described {
  readonly description: string | undefined;
}

/** Findings about files and the form of what is written, before names are looked at. */
export const form = {
  "content/missing-file": {
    severity: error,
    say: ({ name, what }: { name: string; what: string }) => ({
      message: `${name} is missing: ${what}`,
      hint: "`npx funnels new` writes one for you",
    }),
  },
  "content/bad-name": {
    severity: error,
    say: ({ name, hint }: { name: string; hint: string }) => ({
      message: `no file of the content can be called "${name}"`,
      hint,
    }),
  },
  "schema/unknown-key": {
    severity: error,
    say: ({ name, known, meant }: Name & { meant?: string | undefined }) => ({
      message: `"${name}" means nothing here`,
      hint:
        meant ??
        didYouMean(name, known) ??
        `what can stand here: ${list(known)}`,
    }),
  },
  "schema/missing-key": {
    severity: error,
    say: (p: Described & Name) => {
      const add = `add \`${p.name}: …\``;
      const what =
        p.description === undefined ? add : `${add}: ${p.description}`;
      const possible = p.known.length > 0 ? ` Possible: ${list(p.known)}` : "";
      return { message: `"${p.name}" is missing`, hint: what + possible };
    },
  },
  "schema/wrong-type": {
    severity: error,
    say: (
      p: Described & {
        expected: string;
        found: string;
        meant?: string | undefined;
      },
    ) => ({
      message: `expected ${p.expected}, found ${p.found}`,
      hint:
        p.meant ??
        (p.description === undefined
          ? `write ${p.expected} here`
          : `write ${p.expected} here: ${p.description}`),
    }),
  },
  "schema/not-allowed": {
    severity: error,
    say: ({ name, known }: Name) => ({
      message: `"${name}" is not one of the possible values`,
      hint: didYouMean(name, known) ?? `possible: ${list(known)}`,
    }),
  },
  "schema/wrong-form": {
    severity: error,
    say: ({ value, description }: Described & { value: string }) => ({
      message: `"${value}" does not have the expected form`,
      hint: description ?? "look at the same key in another file",
    }),
  },
  "schema/out-of-range": {
    severity: error,
    say: ({ rule, description }: Described & { rule: string }) => ({
      message: rule,
      ...(description !== undefined && { hint: description }),
    }),
  },
  "schema/empty": {
    severity: error,
    say: ({ description }: Described) => ({
      message: "nothing is written here",
      hint: description ?? "write a value, or remove the key",
    }),
  },
  "schema/duplicate-item": {
    severity: error,
    say: (_: Nothing) => ({
      message: "the same item stands in this list twice",
      hint: "remove one of them",
    }),
  },
  "text/too-complex": {
    severity: error,
    say: (_: Nothing) => ({
      message:
        "this text holds more signs, lists in lists or quotes in quotes than a page can show",
      hint: "look for signs that are repeated by accident, such as [ or >; a longer text goes on several pages",
    }),
  },
  "text/tag": {
    severity: warning,
    say: ({ tag }: { tag: string }) => ({
      message: `visitors will read "${tag}" as it stands here`,
      hint: "texts know **bold**, *emphasis* and [links](/page), and no tags",
    }),
  },
  "text/broken-link": {
    severity: warning,
    say: ({ written }: { written: string }) => ({
      message: `"${written}" is no link`,
      hint: `leave out the space: \`${written.replace(/\]\s+\(/, "](")}\``,
    }),
  },
  "text/cut-by-comment": {
    severity: warning,
    say: ({ kept, lost }: { kept: string; lost: string }) => ({
      message: `only "${kept}" is read: "#" after a space starts a comment`,
      hint: `put the whole text in quotes if "${lost}" belongs to it; write \`# \` with a space if it is a comment`,
    }),
  },
} as const satisfies Entries;
