import { abbreviated, insteadOf, list, quoted, useOneOf } from "./wording.ts";
import {
  slip,
  error,
  warning,
  type Entries,
  type Name,
  type Nothing,
} from "./wording-entry.ts";

/** What each kind of file is called, and where it lies. */
const OWNERS = {
  site: { file: "the file of the site", place: "`site.yaml`" },
  brand: {
    file: "the file of a brand",
    place: "`brand.yaml` in the folder of its brand",
  },
  funnel: {
    file: "the file of a funnel",
    place: "a file of its own in the folder of its brand, such as `quiz.yaml`",
  },
} as const;

export interface Described {
  readonly description: string | undefined;
}

export interface Slip extends Name {
  /** Whether it is a word of the language, of another place: then it may be no slip at all. */
  readonly isWord: boolean;
}

function slipOfWord({ name, known, isWord }: Slip) {
  // Of a word that has its own meaning elsewhere, only another ending is a slip: `text` is not meant to be `next`.
  const possible = isWord
    ? known.filter((one) => one.startsWith(name) || name.startsWith(one))
    : known;
  const meant = slip(name, possible, isWord ? "suggested" : "safe");
  const to = isWord ? undefined : abbreviated(name, known);
  if (meant !== undefined || to === undefined) return meant;
  const instead = { from: name, to, kind: "suggested" } as const;
  return { hint: `did you mean "${to}"?`, instead };
}

/** Findings about files and the form of what is written, before names are looked at. */
export const form = {
  "content/missing-file": {
    severity: error,
    say: ({ name, what }: { name: string; what: string }) => ({
      message: `${name} is missing: ${what}`,
      hint: "create it, or run `npx funnels new brand my-brand` to see what one contains",
    }),
  },
  "content/bad-name": {
    severity: error,
    say: ({ name, hint }: { name: string; hint: string }) => ({
      message: `"${name}" is not a valid file name`,
      hint,
    }),
  },
  "schema/unknown-key": {
    severity: error,
    say: (
      p: Slip & {
        meant?: string | undefined;
        /** The one key that is missing beside it, and whether what is written can be its value. */
        lacks?: (Described & { name: string; fits: boolean }) | undefined;
        /** Where it holds words for visitors, the keys of this place that may. */
        texts?: readonly string[];
      },
    ) => {
      const message = `unknown key "${p.name}"`;
      if (p.lacks !== undefined) {
        const { name, description, fits } = p.lacks;
        const what = description === undefined ? "" : `: ${description}`;
        // A word of another place comes with a value of that place.
        if (p.isWord && !fits)
          return {
            message,
            hint: `it belongs to other places; \`${name}\` is missing here${what}`,
          };
        return {
          message,
          hint: `did you mean "${name}"? It is missing here${what}`,
          ...(!p.isWord &&
            fits && {
              instead: { from: p.name, to: name, kind: "suggested" },
            }),
        };
      }
      return {
        message,
        ...(p.meant === undefined
          ? (slipOfWord(p) ?? {
              hint:
                p.texts === undefined ||
                p.texts.length === 0 ||
                p.texts.length === p.known.length
                  ? useOneOf(p.known)
                  : `words for visitors can be the ${quoted(p.texts)} here`,
            })
          : { hint: p.meant }),
      };
    },
  },
  "schema/missing-key": {
    severity: error,
    say: (p: Described & Name) => {
      const add = `add \`${p.name}: …\``;
      const what =
        p.description === undefined ? add : `${add}: ${p.description}`;
      const possible =
        p.known.length > 0 ? ` Possible values: ${list(p.known)}` : "";
      return { message: `missing key "${p.name}"`, hint: what + possible };
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
    say: (p: Slip) => ({
      message: `"${p.name}" is not an allowed value`,
      ...(slipOfWord(p) ?? { hint: useOneOf(p.known) }),
    }),
  },
  "schema/wrong-form": {
    severity: error,
    say: ({ value, description }: Described & { value: string }) => ({
      message: `"${value}" does not have the expected format`,
      hint: description ?? "see how another file writes the value of this key",
    }),
  },
  "schema/out-of-range": {
    severity: error,
    say: (p: Described & { rule: string; remedy: string }) => ({
      message: p.rule,
      hint:
        p.description === undefined
          ? p.remedy
          : `${p.remedy}: ${p.description}`,
    }),
  },
  "schema/empty": {
    severity: error,
    say: ({ description }: Described) => ({
      message: "this value is empty",
      hint:
        description === undefined
          ? "write a value, or remove the key"
          : `write a value: ${description}`,
    }),
  },
  "schema/duplicate-item": {
    severity: error,
    say: (_: Nothing) => ({
      message: "the list contains the same item twice",
      hint: "remove one of them",
    }),
  },
  "schema/other-kind": {
    severity: error,
    say: ({ is, wanted }: Record<"is" | "wanted", keyof typeof OWNERS>) => ({
      message: `this is ${OWNERS[is].file}, and ${OWNERS[wanted].file} belongs here`,
      hint: `move it to ${OWNERS[is].place}, and bring back what was here`,
    }),
  },
  "ignore/unused": {
    severity: warning,
    say: ({ code }: { code: string }) => ({
      message: `nothing here is ${code}, so this comment excuses nothing`,
      hint: "remove the comment",
    }),
  },
  "ignore/no-code": {
    severity: error,
    say: (_: Nothing) => ({
      message: "this comment does not say which finding it excuses",
      hint: "write its code and the reason: `# funnels-ignore text/tag: …`",
    }),
  },
  "ignore/no-reason": {
    severity: error,
    say: ({ code }: { code: string }) => ({
      message: "this comment does not say why",
      hint: `write the reason behind it: \`# funnels-ignore ${code}: …\``,
    }),
  },
  "ignore/not-allowed": {
    severity: error,
    say: (p: { code: string; known: readonly string[] }) =>
      p.known.length === 0
        ? {
            message: `${p.code} is a mistake that cannot be left as it is`,
            hint: "mend what it finds: only warnings can be excused",
          }
        : {
            message: `no warning is called "${p.code}"`,
            ...(slip(p.code, p.known) ?? {
              hint: "look it up in docs/findings.md",
            }),
          },
  },
  "variable/empty-fallback": {
    severity: warning,
    say: ({ written, name }: { written: string; name: string }) => ({
      message: `where ${name} is missing, ${written} leaves a gap in front of what follows`,
      hint: `write words that stand in its place, such as \`{{ ${name} | ${insteadOf(name)} }}\``,
    }),
  },
  "variable/malformed": {
    severity: error,
    say: (p: {
      text: string;
      /** The same without the quotation marks around its fallback. */
      bare?: string;
    }) =>
      p.bare === undefined
        ? {
            message: `"${p.text}" is not a valid variable`,
            hint: "write `{{ name }}` or `{{ name | fallback }}`",
          }
        : {
            message: `visitors would read the quotation marks in ${p.text}`,
            hint: `write it without them: \`${p.bare}\``,
            instead: { from: p.text, to: p.bare, kind: "suggested" },
          },
  },
} as const satisfies Entries;
