import { expect, test } from "vitest";
import { Composer, Parser } from "yaml";
import { causeOf, SENTENCES, type Cause } from "./parser-sentences.ts";

/** A small text, the sentence that the installed parser says about it, and what we take it for. */
const CASES: readonly (readonly [
  text: string,
  sentence: string,
  cause: Cause,
])[] = [
  [
    "a: 1\nb\n",
    "Implicit map keys need to be followed by map values",
    "key-without-value",
  ],
  [
    "a:\n  - b: 1\n   c: 2\n",
    "Sequence item without - indicator",
    "item-without-dash",
  ],
  [
    "%A\na: 1\n",
    "Missing directives-end/doc-start indicator line",
    "directive-without-document",
  ],
  [
    "%A\n",
    "Missing directives-end indicator line",
    "directive-without-document",
  ],
  [
    '["a" "b"]\n',
    "Missing , or : between flow sequence items",
    "missing-comma",
  ],
  ['{ "a" "b" }\n', "Missing , or : between flow map items", "missing-comma"],
  ["{ a: [b] c: 1 }\n", "Missing , between flow map items", "missing-comma"],
  [
    '["a"#b\n]\n',
    "Comments must be separated from other tokens by white space characters",
    "comment-without-space",
  ],
  [
    "a: - b\n",
    "Unexpected block-seq-ind on same line with key",
    "item-after-key",
  ],
  ["[a,, b]\n", "Unexpected , in flow sequence", "extra-comma"],
  ["{ a: 1,, b: 2 }\n", "Unexpected , in flow map", "extra-comma"],
  [
    "a: >b\n",
    "Block scalar header includes extra characters: >b",
    "text-after-block-sign",
  ],
  ["a: > b\n", "Not a YAML token: b", "text-after-block-sign"],
  [
    "[a]]\n",
    'Unexpected flow-seq-end token in YAML stream: "]"',
    "after-the-document",
  ],
];

function errorsIn(text: string) {
  const composer = new Composer({ prettyErrors: false });
  const documents = composer.compose(
    new Parser().parse(text),
    true,
    text.length,
  );
  return [...documents].flatMap(({ errors }) => errors);
}

test.each(CASES)("%j: %s", (text, sentence, cause) => {
  const errors = errorsIn(text);
  expect(errors.map(({ message }) => message)).toContain(sentence);
  const error = errors.find(({ message }) => message === sentence);
  expect(error && causeOf(error)).toBe(cause);
});

test("every pattern has a case", () => {
  const unused = SENTENCES.filter(
    ({ pattern }) => !CASES.some(([, sentence]) => pattern.test(sentence)),
  );
  expect(unused).toEqual([]);
});
