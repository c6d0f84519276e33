import type { ErrorCode, YAMLError } from "yaml";

interface Sentence {
  readonly code: ErrorCode;
  readonly pattern: RegExp;
  readonly cause: string;
}

/**
 * The only place that knows the English sentences of `yaml`. Two of its codes stand for many mistakes each; their
 * sentences tell those apart that are explained differently. A test holds them against the installed version.
 */
export const SENTENCES = [
  {
    code: "MISSING_CHAR",
    pattern: /^Implicit map keys need to be followed by map values$/,
    cause: "key-without-value",
  },
  {
    code: "MISSING_CHAR",
    pattern: /^Sequence item without - indicator$/,
    cause: "item-without-dash",
  },
  {
    code: "MISSING_CHAR",
    pattern: /^Missing directives-end(?:\/doc-start)? indicator line$/,
    cause: "directive-without-document",
  },
  {
    code: "MISSING_CHAR",
    pattern: /^Missing ,(?: or :)? between flow (?:map|sequence) items$/,
    cause: "missing-comma",
  },
  {
    code: "MISSING_CHAR",
    pattern:
      /^Comments must be separated from other tokens by white space characters$/,
    cause: "comment-without-space",
  },
  {
    code: "UNEXPECTED_TOKEN",
    pattern: /^Unexpected block-seq-ind on same line with key(?:: |$)/,
    cause: "item-after-key",
  },
  {
    code: "UNEXPECTED_TOKEN",
    pattern: /^Unexpected , in flow (?:map|sequence)$/,
    cause: "extra-comma",
  },
  {
    code: "UNEXPECTED_TOKEN",
    pattern:
      /^(?:Block scalar header includes extra characters|Not a YAML token): /,
    cause: "text-after-block-sign",
  },
  {
    code: "UNEXPECTED_TOKEN",
    pattern: /^Unexpected [\w-]+ token in YAML stream(?:: |$)/,
    cause: "after-the-document",
  },
] as const satisfies readonly Sentence[];

/** A mistake that shares its code with others. */
export type Cause = (typeof SENTENCES)[number]["cause"];

/** Which of the mistakes that share a code an error reports; null for all that need no telling apart. */
export function causeOf({ code, message }: YAMLError): Cause | null {
  const sentence = SENTENCES.find(
    (known) => known.code === code && known.pattern.test(message),
  );
  return sentence?.cause ?? null;
}
