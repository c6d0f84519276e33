import { describe, expect, test } from "vitest";
import type { DataChange } from "../diagnostics/change.ts";
import type { Path } from "../diagnostics/span.ts";
import { editOpened, open } from "./edit.ts";

type Step<C = DataChange> = C extends DataChange ? Omit<C, "file"> : never;

function after(text: string, change: Step): string {
  const edited = editOpened(open("a.yaml", text), {
    file: "a.yaml",
    ...change,
  });
  return edited.kind === "edited" ? edited.text : `refused: ${edited.reason}`;
}

describe("a value is set", () => {
  const set = (path: Path, value: string | number | boolean): Step => ({
    kind: "set-value",
    path,
    value,
  });
  test.each<[string, string, Step, string]>([
    ["plain", "a: x\n", set(["a"], "y, z"), "a: y, z\n"],
    [
      "plain, with a comment",
      "a: x # n\n",
      set(["a"], "it is"),
      "a: it is # n\n",
    ],
    ["what needs quotes", "a: x\n", set(["a"], "b: c"), 'a: "b: c"\n'],
    ["a quotation", "a: x\n", set(["a"], 'say: "b"'), "a: 'say: \"b\"'\n"],
    [
      "within brackets",
      "a: [x, y]\n",
      set(["a", 1], "b, c"),
      'a: [x, "b, c"]\n',
    ],
    ["what looks like a number", "a: x\n", set(["a"], "5"), 'a: "5"\n'],
    ["a number", 'a: "5"\n', set(["a"], 6), "a: 6\n"],
    ["a truth", "a: false\n", set(["a"], true), "a: true\n"],
    ["nothing yet", "a:\nb: c\n", set(["a"], "x"), "a: x\nb: c\n"],
    ["an empty text", "a: x\n", set(["a"], ""), 'a: ""\n'],
    [
      "under a mark",
      "a:\n    b: |\n        one\n\n        two\nc: d\n",
      set(["a", "b"], "three\n\nfour\n"),
      "a:\n    b: |\n        three\n\n        four\nc: d\n",
    ],
    [
      "under a mark, without its last line break",
      "b: |\n  one\nc: d\n",
      set(["b"], "two"),
      "b: |-\n  two\nc: d\n",
    ],
    [
      "under a mark, at the end of a file",
      "b: |-\n  one",
      set(["b"], "two\n# three"),
      "b: |-\n  two\n  # three",
    ],
    [
      "under a mark that folds",
      "b: >\n  one\n  more\nc: d\n",
      set(["b"], "two\nthree\n"),
      "b: >\n  two\n\n  three\nc: d\n",
    ],
    [
      "of several lines where there was one",
      "l:\n  - a: x\n    b: y\n",
      set(["l", 0, "a"], "one\ntwo"),
      "l:\n  - a: |-\n      one\n      two\n    b: y\n",
    ],
    [
      "of several lines within brackets",
      "l: [{ a: x }]\n",
      set(["l", 0, "a"], "one\ntwo"),
      'l: [{ a: "one\\ntwo" }]\n',
    ],
    [
      "with the line breaks of the file",
      "a: |\r\n  x\r\nb: c\r\n",
      set(["a"], "y\nz\n"),
      "a: |\r\n  y\r\n  z\r\nb: c\r\n",
    ],
    [
      "behind a mark of the encoding",
      "\u{feff}a: x\n",
      set(["a"], "y"),
      "\u{feff}a: y\n",
    ],
    [
      "on a list",
      "a: [x]\n",
      set(["a"], "y"),
      "refused: no text, number or truth is there",
    ],
    [
      "on nothing",
      "a: x\n",
      set(["b"], "y"),
      "refused: no text, number or truth is there",
    ],
    [
      "in what cannot be read",
      "a: [x\n",
      set(["a"], "y"),
      "refused: the file cannot be read",
    ],
  ])("%s", (_, text, change, result) => {
    expect(after(text, change)).toBe(result);
  });
});

const LIST = `l:
  # about a
  - id: a # first
    x: 1

  - id: b
    # inside
    t: |
      one

      two
    # at the end of b

  # by itself

  - c
z: 1
`;

describe("entries come, go and move", () => {
  test.each<[string, string, Step, string]>([
    [
      "an item moves with its comments",
      LIST,
      { kind: "move-item", path: ["l"], from: 0, to: 1 },
      `l:
  - id: b
    # inside
    t: |
      one

      two
    # at the end of b

  # about a
  - id: a # first
    x: 1

  # by itself

  - c
z: 1
`,
    ],
    [
      "an item goes with its comments",
      LIST,
      { kind: "remove-item", path: ["l"], index: 0 },
      LIST.replace(/ {2}# about a\n.*first\n.*1\n\n/, ""),
    ],
    [
      "a comment by itself stays",
      LIST,
      { kind: "remove-item", path: ["l"], index: 1 },
      LIST.replace(/ {2}- id: b[^]*end of b\n/, ""),
    ],
    [
      "the last goes",
      "l:\n  - a\n\n  - b # n\nz: 1\n",
      { kind: "remove-item", path: ["l"], index: 1 },
      "l:\n  - a\nz: 1\n",
    ],
    [
      "the only one goes",
      "l:\n  - a\nz: 1\n",
      { kind: "remove-item", path: ["l"], index: 0 },
      "l: []\nz: 1\n",
    ],
    [
      "an item comes as those beside it are",
      "l:\n  - id: a\n    x: 1\n\n  - id: b\n",
      {
        kind: "insert-item",
        path: ["l"],
        index: 1,
        value: { id: "c", t: "x: y", o: ["A", "B, C"] },
      },
      'l:\n  - id: a\n    x: 1\n\n  - id: c\n    t: "x: y"\n    o: [A, "B, C"]\n\n  - id: b\n',
    ],
    [
      "an item comes last, on one line as those beside it",
      "l:\n  - { id: a } # n\n",
      { kind: "insert-item", path: ["l"], index: 1, value: { id: "c" } },
      "l:\n  - { id: a } # n\n  - { id: c }\n",
    ],
    [
      "an item comes first, with line breaks of the file",
      "l:\r\n  # about a\r\n  - a\r\n",
      { kind: "insert-item", path: ["l"], index: 0, value: "b" },
      "l:\r\n  - b\r\n  # about a\r\n  - a\r\n",
    ],
    [
      "an item comes into an empty list",
      "l: []\n",
      { kind: "insert-item", path: ["l"], index: 0, value: "b" },
      "l: [b]\n",
    ],
    [
      "between brackets",
      "l: [a, b, c]\n",
      { kind: "move-item", path: ["l"], from: 2, to: 0 },
      "l: [c, a, b]\n",
    ],
    [
      "between brackets, over several lines",
      "l:\n  [\n    a, # n\n    b,\n  ]\n",
      { kind: "insert-item", path: ["l"], index: 2, value: "c" },
      "l:\n  [\n    a, # n\n    b, c,\n  ]\n",
    ],
    [
      "between brackets, the first goes",
      "l: [{ a: b }, c]\n",
      { kind: "remove-item", path: ["l"], index: 0 },
      "l: [c]\n",
    ],
    [
      "a key goes",
      "a: 1\n# about b\nb:\n  c: d\n\ne: f\n",
      { kind: "remove-key", path: [], key: "b" },
      "a: 1\ne: f\n",
    ],
    [
      "a key goes from its braces",
      "l: { a: 1, b: 2 }\n",
      { kind: "remove-key", path: ["l"], key: "b" },
      "l: { a: 1 }\n",
    ],
    [
      "the first key of an item goes",
      "l:\n  - id: a # n\n    x: 1\n",
      { kind: "remove-key", path: ["l", 0], key: "id" },
      "l:\n  - x: 1\n",
    ],
    [
      "a key comes with what is long",
      "a: b\n",
      {
        kind: "set-key",
        path: [],
        key: "s",
        value: [
          {
            section: "text",
            text: "one\ntwo",
            more: ["x".repeat(60), "y".repeat(60)],
          },
        ],
      },
      `a: b\ns:\n  - section: text\n    text: |-\n      one\n      two\n    more:\n      - ${"x".repeat(60)}\n      - ${"y".repeat(60)}\n`,
    ],
    [
      "a key of lines becomes another",
      "a:\n  - 1\n  - 2\nb: c\n",
      { kind: "set-key", path: [], key: "a", value: ["x"] },
      "a: [x]\nb: c\n",
    ],
    [
      "a comment that would be lost",
      "l:\n  [\n    a, # n\n    b,\n  ]\n",
      { kind: "remove-item", path: ["l"], index: 0 },
      "refused: a comment stands between, and would be lost",
    ],
    [
      "an item that is not there",
      "l: [a]\n",
      { kind: "move-item", path: ["l"], from: 0, to: 1 },
      "refused: no list of so many items is there",
    ],
    [
      "a key that is not there",
      "a: 1\n",
      { kind: "remove-key", path: [], key: "b" },
      "refused: no such key is there",
    ],
  ])("%s", (_, text, change, result) => {
    expect(after(text, change)).toBe(result);
  });
});
