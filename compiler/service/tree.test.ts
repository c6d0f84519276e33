import { expect, test } from "vitest";
import { treeOf } from "./tree.ts";

/** What a parser that calls itself would abort the process at, beyond any try: not at first, but soon. */
const DEEP: Readonly<Record<string, string>> = {
  "question marks": `${"? ".repeat(5_000)}a\n`,
  dashes: `${"- ".repeat(5_000)}a\n`,
  "both in turn": `${"? - ".repeat(5_000)}a\n`,
  brackets: `a: ${"[".repeat(5_000)}\n`,
  "lines of dashes": Array.from(
    { length: 900 },
    (_, i) => `${" ".repeat(i)}-\n`,
  ).join(""),
};

test.each(Object.entries(DEEP))("%s are not looked into", (_what, text) => {
  for (let i = 0; i < 4; i += 1)
    expect(treeOf(text)).toEqual({ text, root: null, isValid: false });
});

test("a second document is no part of a file", () => {
  expect(treeOf("a: 1\n").isValid).toBe(true);
  expect(treeOf("a: 1\n---\nb: 1\n").isValid).toBe(false);
});
