import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { applyFixes } from "../edit/apply.ts";
import { compileWith } from "../testing/base-content.ts";
import { ROOT } from "../testing/root.ts";

test.each([
  ["of-several-pages", 3, []],
  // Counted pages between the others would have other numbers: somebody has to look.
  ["without-a-number", 1, ["help"]],
])(
  "addresses that tell an answer are mended together: %s",
  (folder, n, left) => {
    const file = join(
      ROOT,
      `tests/cases/sensitive-address--${folder}/demo/quiz.yaml`,
    );
    const name = "demo/quiz.yaml";
    const text = readFileSync(file, "utf8");
    const fixes = compileWith({ name, text }).diagnostics.flatMap(({ fix }) =>
      fix === undefined ? [] : [fix.changes],
    );
    const mended = applyFixes(name, text, fixes);
    expect(mended.applied).toBe(n);
    const { diagnostics } = compileWith({ name, text: mended.text });
    expect(
      diagnostics.map(({ message }) => /"(.*?)"/.exec(message)?.[1]),
    ).toEqual(left);
  },
);
