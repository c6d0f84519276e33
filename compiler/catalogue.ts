import type { Diagnostic, Note, Severity, Span } from "./diagnostic.ts";
import type { YamlCode } from "./parse/codes.ts";
import { didYouMean, list } from "./wording.ts";

interface Wording {
  readonly message: string;
  readonly hint?: string;
}

const error = "error" satisfies Severity;
const warning = "warning" satisfies Severity;

type Nothing = Readonly<Record<never, never>>;

interface Name {
  readonly name: string;
  readonly known: readonly string[];
}

/** A name that nothing answers to: says so, and names the nearest or all that would fit. */
function unknown(what: string, none: string): (p: Name) => Wording {
  return ({ name, known }) => ({
    message: `no ${what} is called "${name}"`,
    hint: didYouMean(name, known) ?? (known.length > 0 ? `known: ${list(known)}` : none),
  });
}

/** Every diagnostic about meaning: code, severity and wording. Codes are permanent. */
export const catalogue = {
  "schema/unknown-key": {
    severity: error,
    say: ({ name, known }: Name) => ({
      message: `"${name}" means nothing here`,
      hint: didYouMean(name, known) ?? `what can stand here: ${list(known)}`,
    }),
  },
  "schema/missing-key": {
    severity: error,
    say: ({ name, description }: { name: string; description: string | undefined }) => ({
      message: `"${name}" is missing`,
      hint: description === undefined ? `add \`${name}: …\`` : `add \`${name}: …\`: ${description}`,
    }),
  },
  "schema/wrong-type": {
    severity: error,
    say: ({ expected, found }: { expected: string; found: string }) => ({
      message: `expected ${expected}, found ${found}`,
      hint:
        found === "a number" || found === "true or false"
          ? "put the value in quotes if it is meant as text"
          : `write ${expected} here`,
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
    say: ({ value, description }: { value: string; description: string | undefined }) => ({
      message: `"${value}" does not have the expected form`,
      hint: description ?? "look at the same key in another file",
    }),
  },
  "schema/out-of-range": {
    severity: error,
    say: ({ rule, description }: { rule: string; description: string | undefined }) => ({
      message: rule,
      ...(description !== undefined && { hint: description }),
    }),
  },
  "schema/empty": {
    severity: error,
    say: ({ description }: { description: string | undefined }) => ({
      message: "nothing is written here",
      hint: description ?? "write a value, or remove the key",
    }),
  },
  "schema/duplicate-item": {
    severity: error,
    say: (_: Nothing) => ({ message: "the same item stands in this list twice", hint: "remove one of them" }),
  },
  "page/unknown": { severity: error, say: unknown("page", "there are no pages") },
  "section/unknown": { severity: error, say: unknown("section", "there are no sections") },
  "step/unknown": { severity: error, say: unknown("step", "the funnel has no steps") },
  "question/unknown": { severity: error, say: unknown("question", "the funnel has no questions") },
  "guard/unknown": { severity: error, say: unknown("guard", "there are no guards") },
  "experiment/unknown": {
    severity: error,
    say: unknown("experiment", "declare it under `experiments` first"),
  },
  "product/unknown": {
    severity: error,
    say: unknown("product", "declare it under `products` in brand.yaml first"),
  },
  "asset/unknown": {
    severity: error,
    say: unknown("picture or file in the brand's assets", "put the file into the brand's `assets` folder"),
  },
  "variable/unknown": { severity: error, say: unknown("variable", "there are no variables") },
  "score/unknown": { severity: error, say: unknown("score", "declare it under `scores` first") },
  "band/unknown": { severity: error, say: unknown("band", "the score has no bands") },
  "answer/unknown": {
    severity: error,
    say: ({ name, known, question }: Name & { question: string }) => ({
      message: `the question "${question}" has no answer "${name}"`,
      hint: didYouMean(name, known) ?? `its answers: ${list(known)}`,
    }),
  },
  "option-set/unknown": {
    severity: error,
    say: unknown("option set", "declare it under `optionSets` first, or write the choices here"),
  },
  "shared/unknown": {
    severity: error,
    say: unknown("shared section", "declare it under `shared` first"),
  },
  "brand/unknown": { severity: error, say: unknown("brand", "there are no brands") },
  "path/unknown": {
    severity: error,
    say: unknown("address of this brand", "the brand has no pages"),
  },
  "font/unknown": {
    severity: error,
    say: unknown("installed font package", "install one with `npm install`"),
  },
  "asset/outside": {
    severity: error,
    say: ({ name }: { name: string }) => ({
      message: `"${name}" leads out of the brand's assets folder`,
      hint: "write the file's name as it stands in the brand's `assets` folder, such as `hero.svg`",
    }),
  },
  "url/unsafe": {
    severity: error,
    say: ({ url }: { url: string }) => ({
      message: `"${url}" is not a safe link`,
      hint: "use an address that starts with https://, mailto: or / (a page of this brand)",
    }),
  },
  "step/duplicate-id": {
    severity: error,
    say: ({ id }: { id: string }) => ({
      message: `two steps are called "${id}"`,
      hint: "give one of them another `id`",
    }),
  },
  "option/duplicate-value": {
    severity: error,
    say: ({ value }: { value: string }) => ({
      message: `two choices are stored as "${value}"`,
      hint: "give one of them its own `value`",
    }),
  },
  "path/duplicate": {
    severity: error,
    say: ({ path, brand }: { path: string; brand: string }) => ({
      message: `the address ${path} is used twice on the hosts of ${brand}`,
      hint: "change `mounts` or `path` of one of them",
    }),
  },
  "host/duplicate": {
    severity: error,
    say: ({ host }: { host: string }) => ({
      message: `the host ${host} is claimed twice`,
      hint: "a host belongs to one brand; remove it from the other",
    }),
  },
  "flow/unreachable": {
    severity: error,
    say: ({ id }: { id: string }) => ({
      message: `no way leads to "${id}"`,
      hint: "name it in `next`, `accept`, `decline` or a choice's `to`, or remove it",
    }),
  },
  "flow/dead-end": {
    severity: error,
    say: ({ id, way }: { id: string; way: string }) => ({
      message: `a visitor can get stuck on "${id}": ${way} leads nowhere`,
      hint: "add a page after it, or name one; only thank-you pages may be the last",
    }),
  },
  "flow/endless": {
    severity: error,
    say: ({ ids }: { ids: readonly string[] }) => ({
      message: `a visitor who comes to ${list(ids.map((id) => `"${id}"`))} never gets out of this loop`,
      hint: "let one of these steps lead on to a page that ends at a thank-you page",
    }),
  },
  "path/numbering": {
    severity: error,
    say: (p: { found: number; expected: number; questions: number }) => ({
      message: `the number ${p.found} does not fit: ${p.questions} questions come before it, so this page is ${p.expected}`,
      hint: `write ${p.expected} at the start of the path, or add or remove questions`,
    }),
  },
  "product/no-price": {
    severity: error,
    say: ({ code, currencies }: { code: string; currencies: readonly string[] }) => ({
      message: `"${code}" has no price in ${list(currencies)}`,
      hint: "every product needs a price in every currency of site.yaml",
    }),
  },
  "product/fraction": {
    severity: error,
    say: ({ price }: { price: number }) => ({
      message: `${price} cannot be charged: it has more than two digits after the point`,
      hint: "write whole cents, such as 39.99",
    }),
  },
  "vendor/bad-container": {
    severity: error,
    say: ({ id }: { id: string }) => ({
      message: `"${id}" is not a tag manager container id`,
      hint: "it reads GTM- and then capital letters or digits, such as GTM-K8P2QX",
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
  "theme/contrast": {
    severity: warning,
    say: (p: { ink: string; ground: string; ratio: number; needed: number }) => ({
      message: `${p.ink} on ${p.ground} has a contrast of ${p.ratio.toFixed(1)}, readable text needs ${p.needed}`,
      hint: "make one of the two colours darker or lighter",
    }),
  },
  "unused/name": {
    severity: warning,
    say: ({ what, name }: { what: string; name: string }) => ({
      message: `the ${what} "${name}" is never used`,
      hint: "use it or remove it",
    }),
  },
  "content/missing-file": {
    severity: error,
    say: ({ name, what }: { name: string; what: string }) => ({
      message: `${name} is missing: ${what}`,
      hint: "`npx funnels new` writes one for you",
    }),
  },
} as const satisfies Readonly<
  Record<string, { severity: Severity; say: (parameters: never) => Wording }>
>;

type Catalogue = typeof catalogue;
export type SemanticCode = keyof Catalogue;
export type DiagnosticCode = SemanticCode | YamlCode;

/** Makes a diagnostic of the catalogue: its wording filled with `parameters`. */
export function diagnose<C extends SemanticCode>(
  code: C,
  at: Span,
  parameters: Parameters<Catalogue[C]["say"]>[0],
  notes: readonly Note[] = [],
): Diagnostic {
  // Declared as a method: its parameter is checked at the call, not against every entry at once.
  const entry: { severity: Severity; say(p: unknown): Wording } = catalogue[code];
  return { code, severity: entry.severity, ...entry.say(parameters), at, notes };
}
