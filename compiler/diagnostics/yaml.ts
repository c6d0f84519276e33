import type { Severity } from "./span.ts";

/** Every finding about the text of a file, before its meaning is looked at. Codes are permanent. */
export const yamlCodes = {
  "yaml/alias": { severity: "error", title: "An alias (*name) is used" },
  "yaml/anchor": { severity: "error", title: "An anchor (&name) is used" },
  "yaml/bad-escape": {
    severity: "error",
    title: "An escape sequence in double quotes is not valid",
  },
  "yaml/bad-number": {
    severity: "error",
    title: "A number cannot be stored exactly",
  },
  "yaml/block-text": {
    severity: "error",
    title: "A text block (| or >) starts wrongly",
  },
  "yaml/control-character": {
    severity: "error",
    title: "The text contains an invisible control character",
  },
  "yaml/directive": { severity: "error", title: "A directive (%…) is used" },
  "yaml/duplicate-key": {
    severity: "error",
    title: "A key is used twice in one place",
  },
  "yaml/empty": { severity: "error", title: "The file is empty" },
  "yaml/encoding": {
    severity: "error",
    title: "The file is not saved as UTF-8",
  },
  "yaml/forbidden-key": {
    severity: "error",
    title: "A key has a reserved name",
  },
  "yaml/indentation": {
    severity: "error",
    title: "A line is not aligned with the lines around it",
  },
  "yaml/key-not-text": { severity: "error", title: "A key is not text" },
  "yaml/merge-conflict": {
    severity: "error",
    title: "Marks of a merge that git could not finish are left",
  },
  "yaml/merge-key": { severity: "error", title: "A merge key (<<) is used" },
  "yaml/missing-colon": {
    severity: "error",
    title: "A colon after a key is missing",
  },
  "yaml/missing-comma": {
    severity: "error",
    title: "A comma between two items in brackets is missing",
  },
  "yaml/missing-space": {
    severity: "error",
    title: "A space after a colon, dash or comma is missing",
  },
  "yaml/needs-quotes": {
    severity: "error",
    title: "A text contains characters that need quotes",
  },
  "yaml/not-a-mapping": {
    severity: "error",
    title: "The file does not consist of keys and values",
  },
  "yaml/other-dash": {
    severity: "error",
    title: "A list item begins with another dash than a hyphen",
  },
  "yaml/other-quotes": {
    severity: "error",
    title: "A text is in other quotation marks than straight ones",
  },
  "yaml/several-documents": {
    severity: "error",
    title: "The file contains several documents",
  },
  "yaml/syntax": { severity: "error", title: "The text is not valid YAML" },
  "yaml/tab": { severity: "error", title: "A tab is used for indentation" },
  "yaml/tag": { severity: "error", title: "A tag (!name) is used" },
  "yaml/too-deep": { severity: "error", title: "The nesting is too deep" },
  "yaml/too-large": { severity: "error", title: "The file is too large" },
  "yaml/unclosed-bracket": {
    severity: "error",
    title: "A bracket is never closed, or has no opening bracket",
  },
  "yaml/unclosed-quote": {
    severity: "error",
    title: "A quotation mark is never closed",
  },
} as const satisfies Readonly<
  Record<string, { readonly severity: Severity; readonly title: string }>
>;

export type YamlCode = keyof typeof yamlCodes;
