import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "../../compiler/testing/root.ts";
import { copyWithAdded, type ProjectCopy } from "./copy.ts";
import { MODULE_CHANGES, PAGE_SNIPPETS } from "./snippets.ts";

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

test(
  "the page renders, and what is made for it type-checks",
  { tags: "long" },
  () => {
    const tsx = "node_modules/.bin/tsx";
    const html = run(
      tsx,
      "tests/recipe/render.ts",
      "/demo/quiz/start/index.html",
    );
    expect(html).toContain('data-page="pair"');
    expect(html).toContain('value="mountains"');
    expect(typesOf("compiler", "runtime")).toBe("");
  },
);

test(
  "what there is not does not compile, in a page and in the module of a funnel",
  { tags: "long" },
  () => {
    const { right, wrong } = PAGE_SNIPPETS;
    const inPage = (name: string) =>
      `runtime/pages/pair/${name.replaceAll(" ", "-")}.tsx`;
    for (const [name, text] of Object.entries({ ...right, ...wrong }))
      writeFileSync(join(copy.dir, inPage(name)), text);
    const funnels = "generated/brands/demo";
    const emitted = readFileSync(join(copy.dir, funnels, "quiz.ts"), "utf8");
    const inModule = (name: string) =>
      `${funnels}/${name.replaceAll(" ", "-")}.ts`;
    for (const [name, [from, to]] of Object.entries(MODULE_CHANGES)) {
      expect(emitted).toContain(from);
      const changed = emitted.replace(from, to);
      writeFileSync(join(copy.dir, inModule(name)), changed);
    }
    const told = typesOf("generated", "runtime");
    const files = told.matchAll(/^(\S+)\(\d+,\d+\): error/gm);
    expect(new Set([...files].map(([, file]) => file))).toEqual(
      new Set([
        ...Object.keys(wrong).map(inPage),
        ...Object.keys(MODULE_CHANGES).map(inModule),
      ]),
    );
  },
);

/** What the type checker says of some projects. */
function typesOf(...projects: readonly string[]): string {
  const tsc = join(copy.dir, "node_modules/.bin/tsc");
  const { stdout } = spawnSync(process.execPath, [tsc, "-b", ...projects], {
    cwd: copy.dir,
    encoding: "utf8",
  });
  return stdout;
}

test("editors are offered both", () => {
  run("compiler/bin.mjs", "schema");
  const offered = readFileSync(
    join(copy.dir, "schema/funnel.schema.json"),
    "utf8",
  );
  expect(offered).toContain("#/$defs/page-pair");
  expect(offered).toContain("#/$defs/section-pledge");
});
