import { readFileSync } from "node:fs";
import { join } from "node:path";
import pc from "picocolors";
import { expect, test } from "vitest";
import { createCompiler } from "../compiler/compile.ts";
import { brandOf, SITE_FILE } from "../compiler/parse/file-name.ts";
import { pretty } from "../compiler/report/pretty.ts";
import { ROOT } from "../compiler/testing/root.ts";
import { readContent } from "../compiler/workspace/content.ts";
import { readEnvironment } from "../compiler/workspace/environment.ts";

const README = readFileSync(join(ROOT, "README.md"), "utf8");
const CONTENT = join(ROOT, "funnels");
const NAME = "calm/sleep.yaml";
const [, funnel = ""] = /```yaml\n([\s\S]*?)```/.exec(README) ?? [];
const [, told = ""] = /\$ npx funnels check\n([\s\S]*?)```/.exec(README) ?? [];
const compile = createCompiler(readEnvironment(ROOT, CONTENT, "funnels/"));
const others = readContent(CONTENT).filter(
  ({ name }) =>
    name !== NAME &&
    [brandOf(NAME), brandOf(SITE_FILE)].includes(brandOf(name)),
);

function check(text: string): string {
  const files = [...others, { name: NAME, text }];
  const { diagnostics } = compile(files);
  const found = diagnostics.filter(({ at }) => at.file.endsWith(NAME));
  return pretty(found, files.length, () => text, pc.createColors(false));
}

test("the funnel of the README passes the check, without a remark", () => {
  expect(check(funnel)).toMatch(/nothing to report/);
});

test("the mistake of the README is told in the words that it shows", () => {
  const said = check(funnel.replace("page: offer", "page: offfer"));
  expect(told).toContain("page/unknown");
  expect(said).toContain(told.trim());
});
