import {
  closeSync,
  cpSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { createCompiler } from "../compile.ts";
import { BASE_DIR } from "../testing/base-content.ts";
import { ROOT } from "../testing/root.ts";
import { assetFilesOf, prefixOf, readContent } from "../workspace/content.ts";
import { checkEnvironment } from "../workspace/environment.ts";
import { fixFiles } from "./fix.ts";

const dir = mkdtempSync(join(tmpdir(), "funnels-fix-"));
const content = join(dir, "content");
const quiz = join(content, "demo/quiz.yaml");
beforeEach(() => {
  cpSync(BASE_DIR, content, { recursive: true });
  writeFileSync(quiz, wrong());
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(content, { recursive: true });
});
afterAll(() => rmSync(dir, { recursive: true }));

const right = readFileSync(join(BASE_DIR, "demo/quiz.yaml"), "utf8");
const wrong = () => right.replace("options:", "optoins:");

const prefix = prefixOf(content);
const compile = createCompiler(
  checkEnvironment(ROOT, prefix, (brand) => assetFilesOf(content, brand)),
);

/** Fixes the content, and yields what is left to find; `between` happens after the first check, before anything is written. */
async function fix(between = () => {}, which: true | "all" = true) {
  vi.spyOn(console, "log").mockReturnValue();
  const happens = [between];
  const done = await fixFiles(
    async () => {
      const files = readContent(content);
      const checked = compile(files);
      happens.pop()?.();
      return { files, checked };
    },
    { content, format: "pretty", cache: false, fix: which },
  );
  return done?.checked.diagnostics.map(({ code }) => code);
}

test("whoever reads a file that is being mended has the text from before", async () => {
  const reader = openSync(quiz, "r");
  await fix();
  expect(readFileSync(reader, "utf8")).toBe(wrong());
  closeSync(reader);
  expect(readFileSync(quiz, "utf8")).toBe(right);
  expect(readdirSync(dirname(quiz)).toSorted()).toEqual(
    readdirSync(join(BASE_DIR, "demo")).toSorted(),
  );
});

test("a file keeps its permissions, and a link still leads to it", async () => {
  const elsewhere = join(dir, "quiz.yaml");
  renameSync(quiz, elsewhere);
  symlinkSync(elsewhere, quiz);
  writeFileSync(elsewhere, wrong(), { mode: 0o600 });
  const { mode } = statSync(elsewhere);
  await fix();
  expect(lstatSync(quiz).isSymbolicLink()).toBe(true);
  expect(readFileSync(elsewhere, "utf8")).toBe(right);
  expect(statSync(elsewhere).mode).toBe(mode);
});

test("what was saved after the check stays, and is mended as it is then", async () => {
  const comment = "# Saved meanwhile\n";
  const left = await fix(() => writeFileSync(quiz, comment + wrong()));
  expect(readFileSync(quiz, "utf8")).toBe(comment + right);
  expect(left).toEqual([]);
});

test("a file that has gone after the check is not made again", async () => {
  const left = await fix(() => rmSync(quiz));
  expect(readdirSync(dirname(quiz))).not.toContain("quiz.yaml");
  expect(left).not.toContain("schema/unknown-key");
});

test("what a misspelled excuse is for is left until its code is right", async () => {
  const excused = (code: string) =>
    right.replace(
      "heading: Your plan",
      `heading: Your ** plan ** # funnels-ignore ${code}: stars`,
    );
  writeFileSync(quiz, excused("text/lose-mark"));
  expect(await fix(undefined, "all")).toEqual([]);
  expect(readFileSync(quiz, "utf8")).toBe(excused("text/loose-mark"));
});

test("what the site has turned off by a misspelled code is neither told nor changed", async () => {
  const starred = right.replace(
    "heading: Your plan",
    "heading: Your ** plan **",
  );
  writeFileSync(quiz, starred);
  const site = join(content, "site.yaml");
  const rules = (code: string) =>
    writeFileSync(
      site,
      readFileSync(join(BASE_DIR, "site.yaml"), "utf8").replace(
        "rules: {",
        `rules: { ${code}: off,`,
      ),
    );
  rules("text/lose-mark");
  expect(await fix()).toEqual(["ignore/not-allowed"]);
  expect(await fix(undefined, "all")).toEqual([]);
  expect(readFileSync(quiz, "utf8")).toBe(starred);
});

test("a text under a misspelled key becomes the list that is meant", async () => {
  writeFileSync(quiz, right.replace("mounts: [/quiz]", "mount: /quiz"));
  expect(await fix(undefined, "all")).toEqual([]);
  expect(readFileSync(quiz, "utf8")).toBe(right);
});

test("what is no mistake is not changed", async () => {
  const needless = right.replace(
    "heading: Which email opens this?",
    'heading: "{{ mood | Hi }}: which email?"',
  );
  writeFileSync(quiz, needless);
  expect(await fix(undefined, "all")).toEqual(["variable/needless-fallback"]);
  expect(readFileSync(quiz, "utf8")).toBe(needless);
});
