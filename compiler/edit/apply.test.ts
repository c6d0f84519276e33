import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { Value } from "../diagnostics/change.ts";
import type { Change } from "../diagnostics/diagnostic.ts";
import { data, items } from "../schema/read.ts";
import { ROOT } from "../testing/root.ts";
import { readContent } from "../workspace/content.ts";
import { applyFixes } from "./apply.ts";
import { writeValue } from "./write-value.ts";
import { factor } from "../testing/fuzz.ts";

function setting(
  path: readonly (string | number)[],
  value: Value,
  key = "value",
): Change {
  return { kind: "set-key", file: "a.yaml", path, key, value };
}

function apply(text: string, ...changes: Change[]) {
  return applyFixes(
    "a.yaml",
    text,
    changes.map((change) => [change]),
  );
}

describe("a key is set", () => {
  test.each([
    [
      "a plain choice",
      "o: [Good, Bad]\n",
      "o: [{ label: Good, value: x }, Bad]\n",
    ],
    [
      "a choice with a comma",
      "o:\n  - Good, or so # first\n",
      'o:\n  - { label: "Good, or so", value: x } # first\n',
    ],
    [
      "a quoted choice",
      "o: ['Good: x']\n",
      "o: [{ label: 'Good: x', value: x }]\n",
    ],
    ["a number", "o: [5, 10]\n", 'o: [{ label: "5", value: x }, 10]\n'],
    [
      "a mapping on one line",
      "o: [{ label: A, points: 1 }]\n",
      "o: [{ label: A, value: x, points: 1 }]\n",
    ],
    [
      "a mapping of lines, with a comment",
      "o:\n  - label: A # first\n    points: 1\n",
      "o:\n  - label: A # first\n    value: x\n    points: 1\n",
    ],
    [
      "lines that end as on Windows",
      "o:\r\n  - label: A\r\n    points: 1\r\n",
      "o:\r\n  - label: A\r\n    value: x\r\n    points: 1\r\n",
    ],
    [
      "a key that is there",
      'o: [{ label: A, value: "y" }] # z\n',
      "o: [{ label: A, value: x }] # z\n",
    ],
    [
      "a mapping that begins with a text of several lines",
      "o:\n  - a: |\n      A\n",
      "o:\n  - a: |\n      A\n    value: x\n",
    ],
    ["the last line", "o:\n  - label: A", "o:\n  - label: A\n    value: x"],
  ])("on %s", (_, before, after) => {
    expect(apply(before, setting(["o", 0], "x"))).toEqual({
      text: after,
      applied: 1,
    });
  });

  test.each([
    ["on what is not there", "o: [A]\n", ["o", 3]],
    ["on a list", "o: [[A]]\n", ["o", 0]],
    ["on a text of several lines", "o:\n  - |\n    A\n    B\n", ["o", 0]],
    ["on nothing", "o:\n  -\n", ["o", 0]],
  ])("and is not, %s", (_, before, path) => {
    expect(apply(before, setting(path, "x"))).toEqual({
      text: before,
      applied: 0,
    });
  });
});

describe("a list gets items", () => {
  const redirect = { from: "/a", to: "/b" };
  test.each<[string, string, readonly Value[], string]>([
    ["between brackets", "a: 1\nl: [x] # y\n", ["z"], "a: 1\nl: [x, z] # y\n"],
    ["that has none", "l: []\n", ["z"], "l: [z]\n"],
    [
      "on lines",
      "l:\n  - x # y\n\n# w\nb: 1\n",
      ["z"],
      "l:\n  - x # y\n  - z\n\n# w\nb: 1\n",
    ],
    [
      "on lines of more lines",
      "l:\n- a: 1\n  b: 2\nc: 3\n",
      [redirect],
      "l:\n- a: 1\n  b: 2\n- from: /a\n  to: /b\nc: 3\n",
    ],
    [
      "at the end of the file",
      "l:\n  - x",
      ["z", "1"],
      'l:\n  - x\n  - z\n  - "1"',
    ],
    [
      "that ends as on Windows",
      "l:\r\n  - x\r\nb: 1\r\n",
      ["z"],
      "l:\r\n  - x\r\n  - z\r\nb: 1\r\n",
    ],
    ["that is not there", "a: 1\nb: 2\n", ["z"], "a: 1\nl: [z]\nb: 2\n"],
    [
      "of redirects that is not there",
      "p:\n  a: 1\n",
      [redirect],
      "p:\n  a: 1\nl:\n  - { from: /a, to: /b }\n",
    ],
    ["that is a text", "l: x\n", ["z"], "l: x\n"],
  ])("%s", (_, before, items, after) => {
    const adding = {
      kind: "add-items",
      file: "a.yaml",
      path: [],
      key: "l",
    } as const;
    const changes = items.map((item) => ({ ...adding, items: [item] }));
    expect(apply(before, ...changes).text).toBe(after);
  });
});

test("a mapping is written beside those of several lines", () => {
  const value = { name: "A plan", price: { USD: 1.5 }, retired: true };
  expect(
    apply("p:\n  b:\n    name: B\n", setting(["p"], value, "a")).text,
  ).toBe(
    "p:\n  b:\n    name: B\n  a: { name: A plan, price: { USD: 1.5 }, retired: true }\n",
  );
});

/** Each change reads its file once more: a long run makes them all. */
const EVERY = factor > 1 ? 1 : 7;

test(
  "choices of the shipped content take a key, and nothing else changes",
  { tags: "long" },
  () => {
    for (const { name, text } of readContent(join(ROOT, "funnels"))) {
      const whole = data(parse(text));
      const paths = ["questions", "pages"]
        .flatMap((part) =>
          items(whole[part]).flatMap((step, i) =>
            items(data(step).options).map((_, n) => [part, i, "options", n]),
          ),
        )
        .filter((_, n) => n % EVERY === 0);
      const changes = paths.map((path) => setting(path, ["was-this"], "was"));
      const { text: changed, applied } = apply(text, ...changes);
      expect([name, applied]).toEqual([name, paths.length]);
      const added = items(data(parse(changed)).questions).flatMap((step) =>
        items(data(step).options).filter(
          (option) => String(data(option).was) === "was-this",
        ),
      );
      expect(added.length).toBe(
        paths.filter(([part]) => part === "questions").length,
      );
      expect(changed.replaceAll(/(?:, |\n +)was: \[was-this\]/g, "")).toBe(
        text,
      );
    }
  },
);

test("of two changes in one place, the first is made", () => {
  const { text, applied } = apply(
    "o: [A]\n",
    setting(["o", 0], "x"),
    setting(["o", 0], "y"),
  );
  expect([text, applied]).toEqual(["o: [{ label: A, value: x }]\n", 1]);
});

test.each([
  ["good", "good"],
  ["18-24", "18-24"],
  ["Two words", "Two words"],
  ["", '""'],
  ["5", '"5"'],
  ["1e3", '"1e3"'],
  ["0x1f", '"0x1f"'],
  ["true", '"true"'],
  ["Null", '"Null"'],
  ["a: b", '"a: b"'],
  ["a, b", '"a, b"'],
  ["- a", '"- a"'],
  ["a #b", '"a #b"'],
  [" a", '" a"'],
  ["/quiz/start", "/quiz/start"],
  ["{{ name }}", '"{{ name }}"'],
  [["a", "b c", "2"], '[a, b c, "2"]'],
])("%j is written as %s, and read back", (value, written) => {
  expect(writeValue(value)).toBe(written);
  expect(parse(`[{ a: ${written} }]`)).toEqual([{ a: value }]);
});

test("every choice of the shipped content says the value that is stored", () => {
  for (const { name } of readContent(join(ROOT, "funnels"))) {
    const whole = data(
      parse(readFileSync(join(ROOT, "funnels", name), "utf8")),
    );
    const lists = [
      ...Object.values(data(whole.optionSets)),
      ...items(whole.questions).map((step) => data(step).options),
    ];
    const silent = lists
      .flatMap(items)
      .filter((option) => data(option).value === undefined);
    expect([name, silent]).toEqual([name, []]);
  }
});

describe("behind a byte-order mark", () => {
  const at = { file: "a.yaml", line: 1, column: 4, endLine: 1, endColumn: 7 };
  const other: Change = { kind: "replace", at, from: "one", to: "two" };

  test.each([
    ["the first line is mended", "a: one\n", other, "a: two\n"],
    [
      "a key is set in the first line",
      "a: { b: 1 }\n",
      setting(["a"], "x"),
      "a: { b: 1, value: x }\n",
    ],
  ])("%s", (_what, text, change, expected) => {
    expect(apply(`\u{feff}${text}`, change)).toEqual({
      text: `\u{feff}${expected}`,
      applied: 1,
    });
  });
});

test("a variable is mended by its name, whatever it says in its place", () => {
  const text = 'a: "{{ hour | one hour }}"\n';
  const at = { file: "a.yaml", line: 1, column: 5, endLine: 1, endColumn: 25 };
  const change: Change = { kind: "replace", at, from: "hour", to: "time" };
  expect(apply(text, change)).toEqual({
    text: 'a: "{{ time | one hour }}"\n',
    applied: 1,
  });
});
