import { error, warning, type Entries } from "./wording-entry.ts";

/** Findings about what the content says: addresses, texts, questions, scores, prices and looks. */
export const meaning = {
  "asset/outside": {
    severity: error,
    say: ({ name }: { name: string }) => ({
      message: `"${name}" leads out of the brand's assets folder`,
      hint: "write the file's name as it stands in the brand's `assets` folder, such as `hero.svg`",
    }),
  },
  "asset/bad-name": {
    severity: error,
    say: ({ name }: { name: string }) => ({
      message: `a file called "${name}" cannot be served`,
      hint: "rename it: letters, digits, dots, dashes and underscores, with an ending such as .svg",
    }),
  },
  "path/bad-form": {
    severity: error,
    say: ({ part }: { part: string }) => ({
      message:
        part === ""
          ? "an address has a slash at its end, or two in a row"
          : `"${part}" cannot be a part of an address`,
      hint:
        part === ""
          ? "leave out the slash that nothing follows"
          : "between slashes stand letters from a to z, digits, dashes and underscores; a letter or a digit comes first",
    }),
  },
  "path/reserved": {
    severity: error,
    say: ({ part }: { part: string }) => ({
      message: `nothing can live at "/${part}": the server answers there itself`,
      hint: "choose another first word for this address",
    }),
  },
  "url/unsafe": {
    severity: error,
    say: ({ url }: { url: string }) => ({
      message: `"${url}" is not a safe link`,
      hint: "use an address that starts with https://, mailto: or / (a page of this brand)",
    }),
  },
  "path/numbering": {
    severity: error,
    say: (p: { found: number; expected: number; before: number }) => ({
      message: `the number ${p.found} does not fit: ${p.before} numbered ${p.before === 1 ? "page comes" : "pages come"} before this one, questions included, so it is ${p.expected}`,
      hint: `write ${p.expected} at the start of the path, or add or remove pages before it`,
    }),
  },
  "path/not-counted": {
    severity: error,
    say: ({ number }: { number: string }) => ({
      message:
        "this page has no place in the count: no step before it leads here",
      hint: `leave out "${number}" at the start of the path`,
    }),
  },
  "variable/may-be-missing": {
    severity: error,
    say: ({ name }: { name: string }) => ({
      message: `a visitor can get here without having given "${name}"`,
      hint: `say what to write instead: \`{{ ${name} | friend }}\``,
    }),
  },
  "variable/malformed": {
    severity: error,
    say: ({ text }: { text: string }) => ({
      message: `"${text}" is not a variable`,
      hint: "write `{{ name }}` or `{{ name | fallback }}`",
    }),
  },
  "condition/bounds": {
    severity: error,
    say: (p: { question: string; known: readonly string[] }) => ({
      message: `the answers to "${p.question}" are not numbers, so \`atLeast\` and \`atMost\` never fit`,
      hint:
        p.known.length > 0
          ? `list the answers that fit: \`${p.question}: [${p.known.slice(0, 2).join(", ")}]\``
          : "use a question that asks for a number",
    }),
  },
  "question/bounds": {
    severity: error,
    say: ({ problem, hint }: { problem: string; hint: string }) => ({
      message: problem,
      hint,
    }),
  },
  "score/no-points": {
    severity: warning,
    say: ({ score, of }: { score: string; of: "question" | "score" }) =>
      of === "score"
        ? {
            message: `no question adds to "${score}"`,
            hint: `write \`score: ${score}\` at the questions that count`,
          }
        : {
            message: `no choice of this question has points, so it adds nothing to "${score}"`,
            hint: "write `points: 1` at the choices that count, or remove `score`",
          },
  },
  "score/bands": {
    severity: error,
    say: ({ problem, hint }: { problem: string; hint: string }) => ({
      message: problem,
      hint,
    }),
  },
  "vendor/bad-container": {
    severity: error,
    say: ({ id }: { id: string }) => ({
      message: `"${id}" is not a tag manager container id`,
      hint: "it reads GTM- and then capital letters or digits, such as GTM-K8P2QX",
    }),
  },
  "vendor/bad-address": {
    severity: error,
    say: ({ url }: { url: string }) => ({
      message: `"${url}" is not the address of a vendor`,
      hint: "write https:// and the host in small letters, with a path if need be: https://track.example; for sentry the key, an @, the host and the project: https://0a1b@errors.example/1",
    }),
  },
  "vendor/missing": {
    severity: warning,
    say: (p: { key: string; vendor: string; brand: string }) => ({
      message: `\`${p.key}\` is on, but ${p.brand} has nobody who does it`,
      hint: `add \`${p.vendor}\` under \`vendors\` in brand.yaml, or remove \`${p.key}\``,
    }),
  },
  "theme/contrast": {
    severity: warning,
    say: (p: {
      ink: string;
      ground: string;
      ratio: number;
      needed: number;
    }) => ({
      message: `${p.ink} on ${p.ground} has a contrast of ${p.ratio.toFixed(1)}, readable text needs ${p.needed}`,
      hint: "make one of the two colours darker or lighter",
    }),
  },
} as const satisfies Entries;
