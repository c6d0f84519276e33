import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../compiler/testing/root.ts";

const sheets = execFileSync(
  "git",
  ["ls-files", "-co", "--exclude-standard", "runtime/*.css"],
  { cwd: ROOT, encoding: "utf8" },
)
  .split("\n")
  .filter((name) => name !== "");

// It is as wide as its value there, whatever a sheet says: moved by a part of its width it would show the value's square.
test("no sheet moves the progress of Firefox", () => {
  const css = sheets.map((name) => readFileSync(join(ROOT, name), "utf8"));
  const rules = css.flatMap((text) => [
    ...text.matchAll(/::-moz-progress-bar\s*\{[^}]*\}/g),
  ]);
  expect(rules.length).toBeGreaterThan(0);
  for (const [rule] of rules) expect(rule).not.toContain("transform");
});
