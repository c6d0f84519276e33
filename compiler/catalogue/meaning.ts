import { list } from "../wording.ts";
import { error, warning, type Entries } from "./entry.ts";

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
  "plans/default": {
    severity: error,
    say: (p: { product: string; plans: readonly string[] }) => ({
      message: `"${p.product}" is preset, but it is not among these plans`,
      hint: `preset one of them: ${list(p.plans)}`,
    }),
  },
  "product/no-price": {
    severity: error,
    say: (p: { code: string; currencies: readonly string[] }) => ({
      message: `"${p.code}" has no price in ${list(p.currencies)}`,
      hint: "every product needs a price in every currency of site.yaml",
    }),
  },
  "section/out-of-place": {
    severity: warning,
    say: ({ section, page }: { section: "plans" | "promo"; page: string }) =>
      section === "plans"
        ? {
            message: `plans are sold on an offer; on a page "${page}" nobody can buy them`,
            hint: "move the section to a page `offer`, or remove it",
          }
        : {
            message:
              "no page of this funnel makes a promo code, so this section never shows one",
            hint: "add a page `promo-code` before this one, or remove the section",
          },
  },
  "countdown/no-effect": {
    severity: warning,
    say: ({ of }: { of: "countdown" | "regular" }) =>
      of === "countdown"
        ? {
            message: "no price changes when this countdown ends",
            hint: "give a product of the page's plans a `regular` price, or remove the countdown",
          }
        : {
            message:
              "no countdown runs on this page, so this regular price is never charged",
            hint: "add a section `countdown` to the page, or leave `regular` out",
          },
  },
  "product/regular-price": {
    severity: warning,
    say: (p: { currencies: readonly string[]; product: string | null }) => ({
      message:
        p.product === null
          ? `the regular price in ${list(p.currencies)} is not higher than the price`
          : `in ${list(p.currencies)} this costs no more than "${p.product}", whose regular price it is`,
      hint: "a regular price is struck through beside a lower one, and charged when the countdown has ended: make it higher, or leave `regular` out",
    }),
  },
  "product/fraction": {
    severity: error,
    say: ({ price }: { price: number }) => ({
      message: `${price} cannot be charged: it has more than two digits after the point`,
      hint: "write whole cents, such as 39.99",
    }),
  },
  "currency/default": {
    severity: error,
    say: ({ code, fitsAll }: { code: string; fitsAll: boolean }) =>
      fitsAll
        ? {
            message: `${code} fits every visitor, so the rules below it are never tried`,
            hint: "move this rule to the end, or give it a `country` or a `currency`",
          }
        : {
            message: "a visitor whom no rule fits would have no currency",
            hint: `end the list with a rule without \`country\` and \`currency\`: \`{ symbol: $, region: Default, code: USD }\``,
          },
  },
  "vendor/bad-container": {
    severity: error,
    say: ({ id }: { id: string }) => ({
      message: `"${id}" is not a tag manager container id`,
      hint: "it reads GTM- and then capital letters or digits, such as GTM-K8P2QX",
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
