import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../compiler/testing/root.ts";

const sheets = execFileSync(
  "git",
  ["ls-files", "-co", "--exclude-standard", "*.css"],
  { cwd: ROOT, encoding: "utf8" },
)
  .split("\n")
  .filter((name) => name !== "");

// A tap leaves what it has touched hovered: what was chosen last, or something on the next screen, would look chosen.
test.each(sheets)(
  "%s has looks of a pointer only where there is one",
  (name) => {
    expect(hoversIn(readFileSync(join(ROOT, name), "utf8"))).toEqual([]);
  },
);

test("a look of a pointer would be found, and not where there is one", () => {
  const rule = ".a:is(.b, :hover) > .c { color: red }";
  expect(hoversIn(`.x { } ${rule}`)).toEqual([".a:is(.b, :hover) > .c"]);
  expect(hoversIn(`@media print { ${rule} }`)).toHaveLength(1);
  expect(hoversIn(`@media (hover: hover) { .x { } ${rule} }`)).toEqual([]);
  expect(hoversIn(`/* ${rule} */`)).toEqual([]);
});

/** Selectors with `:hover` outside of `@media (hover: hover)`. */
function hoversIn(css: string): readonly string[] {
  const found: string[] = [];
  const around: string[] = [];
  const parts = css.replaceAll(/\/\*.*?\*\//gs, "").split(/([{};])/);
  for (const [at, part] of parts.entries()) {
    if (part === "}") around.pop();
    if (parts[at + 1] !== "{") continue;
    const selector = part.trim();
    const isHeld = around.some((one) => one.includes("(hover: hover)"));
    if (selector.includes(":hover") && !isHeld) found.push(selector);
    around.push(selector);
  }
  return found;
}
