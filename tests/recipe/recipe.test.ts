import { execFileSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "../../compiler/workspace/content.ts";
import { copyWithAdded, type ProjectCopy } from "./copy.ts";

/** A page and a section, added to a copy of the project by a schema, a folder and a registry line each. */
let copy: ProjectCopy;
beforeAll(() => {
  copy = copyWithAdded();
  const script = "tests/recipe/render.ts";
  cpSync(join(ROOT, script), join(copy.dir, script));
}, 120_000);
afterAll(() => copy.remove());

function run(program: string, ...args: readonly string[]): string {
  return execFileSync(process.execPath, [join(copy.dir, program), ...args], {
    cwd: copy.dir,
    encoding: "utf8",
  });
}

test("content that uses them has no mistakes", () => {
  expect(run("compiler/bin.mjs", "check")).toContain("nothing to report");
});

test("the page renders, and what is made for it type-checks", () => {
  const tsx = "node_modules/.bin/tsx";
  const html = run(
    tsx,
    "tests/recipe/render.ts",
    "/demo/quiz/start/index.html",
  );
  expect(html).toContain('data-page="pair"');
  expect(html).toContain('value="mountains"');
  expect(run("node_modules/.bin/tsc", "-b", "compiler", "runtime")).toBe("");
}, 300_000);

test("editors are offered both", () => {
  run("compiler/bin.mjs", "schema");
  const offered = readFileSync(
    join(copy.dir, "schema/funnel.schema.json"),
    "utf8",
  );
  expect(offered).toContain("#/$defs/page-pair");
  expect(offered).toContain("#/$defs/section-pledge");
});
