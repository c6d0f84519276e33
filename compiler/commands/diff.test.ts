import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { findCheckout } from "../checkout.mjs";
import { BASE_DIR } from "../testing/base-content.ts";
import { ROOT } from "../testing/root.ts";
import { diffCommand, type DiffOptions } from "./diff.ts";

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "funnels-diff-"));
  cpSync(BASE_DIR, join(dir, "content"), { recursive: true });
  git("init", "-q");
  commit("Before");
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(dir, { recursive: true, force: true });
});

function git(...args: string[]): void {
  const identity = ["-c", "user.name=A", "-c", "user.email=a@example.com"];
  execFileSync("git", [...identity, ...args], { cwd: dir, stdio: "ignore" });
}

function commit(subject: string): void {
  git("add", ".");
  git("commit", "-qm", subject, "--allow-empty");
}

function edit(name: string, from: string, to: string): void {
  const file = join(dir, "content", name);
  writeFileSync(file, readFileSync(file, "utf8").replace(from, to));
}

async function diff(
  range: string,
  options: Partial<DiffOptions> = {},
  checkout = findCheckout(),
) {
  const said: string[] = [];
  const keep = (text: unknown) => void said.push(String(text));
  vi.spyOn(console, "log").mockImplementation(keep);
  vi.spyOn(console, "error").mockImplementation(keep);
  const content = join(dir, "content");
  const asked = { content, format: "markdown", ...options } as const;
  const code = await diffCommand(range, asked, checkout);
  return { code, said: said.join("\n") };
}

test("says what the files as they are change", async () => {
  expect(await diff("HEAD")).toEqual({
    code: 0,
    said: "**Nothing changes for visitors.**",
  });
  edit("demo/brand.yaml", "USD: 29.99", "USD: 34.99");
  edit("demo/quiz.yaml", "How are you?", "How are you *now*?");
  const { code, said } = await diff("HEAD");
  expect(code).toBe(0);
  expect(said).toBe(`### Money

- \`demo\` price of "Four weeks" (plan): ~~29.99~~ **34.99** USD

### Texts

- \`demo/quiz mood\` question as the visitor sees it: How are ~~you?~~ **you \\*now\\*?**

### Pages to look at

- \`demo/quiz\` \`/quiz/start\``);
});

test("files that git does not know are new, and what is unchanged is not read", async () => {
  const quiz = readFileSync(join(dir, "content/demo/quiz.yaml"), "utf8");
  writeFileSync(
    join(dir, "content/demo/more.yaml"),
    quiz.replace("mounts: [/quiz]", "mounts: [/more]"),
  );
  // It would not be understood, and has nothing to do with it.
  const wrong = join(dir, "content/other");
  cpSync(join(dir, "content/demo"), wrong, { recursive: true });
  writeFileSync(join(wrong, "brand.yaml"), "hosts: {");
  commit("Another brand, which is wrong");
  edit("demo/more.yaml", "mounts: [/more]", "mounts: [/most]");
  writeFileSync(
    join(dir, "content/demo/new.yaml"),
    quiz.replace("mounts: [/quiz]", "mounts: [/new]"),
  );
  const { said, code } = await diff("HEAD", { format: "json" });
  expect(code).toBe(0);
  const told = JSON.parse(said).changes.map(
    ({ of, what, after }: Record<string, string>) => [of, what, after],
  );
  expect(told).toContainEqual(["demo/new", "new funnel", "/new, 5 steps"]);
  expect(told).toContainEqual([
    "demo/more",
    "addresses of the funnel",
    "/most",
  ]);
});

test("a picture that is replaced under its name is told of", async () => {
  const assets = join(dir, "content/demo/assets");
  const drawing = (color: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" fill="${color}"/>`;
  writeFileSync(join(assets, "a.svg"), drawing("red"));
  edit(
    "demo/quiz.yaml",
    "heading: Something smaller",
    "heading: Something smaller\n    picture: a.svg",
  );
  writeFileSync(join(assets, "b.svg"), drawing("red"));
  edit(
    "demo/brand.yaml",
    "home: /quiz",
    "home: /quiz\nmails:\n  payment.taken:\n    subject: Paid\n    text: Thank you.\n    picture: a.svg",
  );
  edit(
    "demo/brand.yaml",
    "  font:",
    "  layout: { stage: under, drawings: [a.svg, b.svg] }\n  font:",
  );
  edit("demo/brand.yaml", "theme:", "logo: a.svg\ntheme:");
  commit("A picture");
  writeFileSync(join(assets, "a.svg"), drawing("blue"));
  const { said } = await diff("HEAD", { format: "pretty" });
  const other = "[-a.svg-]{+a.svg with another picture in it+}";
  expect(said).toContain(`demo/quiz small  picture: ${other}`);
  expect(said).toContain(
    `demo  mail when a payment was taken: picture above the text: ${other}`,
  );
  expect(said).toContain(
    "demo  drawings: a.svg {+with another picture in it+}, b.svg",
  );
  expect(said).toContain(`demo  logo: ${other}`);
});

describe("where the language has changed as well", () => {
  /** A checkout with a language of its own. */
  const checkout = () => ({ root: dir, fingerprint: "" });
  const schema = () => join(dir, "schema/sections/guarantee.schema.json");
  const offer = "      - section: plans";
  beforeEach(() => {
    cpSync(join(ROOT, "schema"), join(dir, "schema"), { recursive: true });
    edit(
      "demo/quiz.yaml",
      offer,
      `      - { section: guarantee, heading: Try it, text: We pay back., days: 14 }\n${offer}`,
    );
    commit("Before");
  });
  const change = (from: RegExp, to: string) =>
    writeFileSync(
      schema(),
      readFileSync(schema(), "utf8").replaceAll(from, to),
    );

  test("each state is read in its own", async () => {
    change(/"days"/g, '"period"');
    edit("demo/quiz.yaml", "days: 14", "period: 30");
    const { said, code } = await diff("HEAD", { format: "pretty" }, checkout());
    expect([code, said]).toEqual([
      0,
      expect.stringContaining("how many days the guarantee lasts: {+30+}"),
    ]);
    commit("After");
    edit("demo/quiz.yaml", "period: 30", "period: 40");
    expect((await diff("HEAD~1..HEAD", {}, checkout())).said).toContain(
      "how many days the guarantee lasts: **30**",
    );
  });

  test(
    "that of before may mean what nobody knows any more",
    { tags: "long" },
    async () => {
      const unheard = '"traits": { "unheard": true }, "title"';
      change(/"title"/g, unheard);
      commit("Another trait");
      change(/"traits": \{ "unheard": true \}, /g, "");
      expect(await diff("HEAD", {}, checkout())).toMatchObject({ code: 0 });
      change(/"title"/g, unheard);
      edit("demo/quiz.yaml", "days: 14", "unheard: 14");
      commit("Which content has");
      change(/"traits": \{ "unheard": true \}, /g, "");
      edit("demo/quiz.yaml", "unheard: 14", "days: 14");
      const { code, said } = await diff("HEAD", {}, checkout());
      expect(code).toBe(2);
      expect(said).toMatch(
        /The content at "HEAD" cannot be understood: .* It was written when `schema\/` said something else\./,
      );
    },
  );
});

test("compares two commits, and ends with 1 for what is not accepted", async () => {
  edit("demo/brand.yaml", "USD: 29.99", "USD: 34.99");
  commit("After");
  expect((await diff("HEAD~1..HEAD", { failOn: "live" })).code).toBe(0);
  expect((await diff("HEAD~1..HEAD", { failOn: "live,money" })).code).toBe(1);
  expect((await diff("HEAD", { failOn: "money" })).code).toBe(0);
  const { said } = await diff("HEAD~1..HEAD", { format: "json" });
  expect(JSON.parse(said)).toMatchObject({
    version: 1,
    changes: [
      {
        area: "money",
        of: "demo",
        step: null,
        before: "29.99 USD",
        after: "34.99 USD",
        way: null,
      },
    ],
  });
});

test("shows of a long text what differs", async () => {
  const long = "One two three four five six seven eight nine ten eleven twelve";
  edit(
    "demo/quiz.yaml",
    "Your plan",
    `${long} thirteen fourteen fifteen sixteen seventeen`,
  );
  commit("Long");
  edit("demo/quiz.yaml", "eight", "8");
  const { said } = await diff("HEAD", { format: "pretty" });
  expect(said).toContain(
    "headline: … four five six seven [-eight-]{+8+} nine ten eleven twelve …",
  );
});

test.each([
  ["nowhere", {}, /^Git knows no content .* "nowhere"\. Name a commit [^.]*\./],
  ["--output=x", {}, /is not a commit/],
  [
    "",
    {},
    /"" is not a range: name one commit, `main`, or two, `main\.\.next`/,
  ],
  ["HEAD..", {}, /"HEAD\.\." is not a range/],
  ["..HEAD", {}, /"\.\.HEAD" is not a range/],
  ["HEAD...HEAD", {}, /"HEAD\.\.\.HEAD" is not a range/],
  ["HEAD..HEAD..HEAD", {}, /"HEAD\.\.HEAD\.\.HEAD" is not a range/],
  [
    "HEAD",
    { failOn: "monye" },
    /There is no area "monye". The areas are: money/,
  ],
  ["HEAD", { failOn: "" }, /There is no area "". The areas are: money/],
])("%s is refused", async (range, options, reason) => {
  const { code, said } = await diff(range, options);
  expect(code).toBe(2);
  expect(said).toMatch(reason);
});

test("a repository that git cannot read is said to be so", async () => {
  vi.stubEnv("PATH", "");
  expect((await diff("HEAD")).said).toMatch(/no `git` to ask: install it\.$/);
  vi.unstubAllEnvs();
  rmSync(join(dir, ".git"), { recursive: true });
  writeFileSync(join(dir, ".git"), "gitdir: elsewhere");
  expect((await diff("HEAD")).said).toMatch(
    /name "HEAD"\. Git says: fatal: not a git repository: \S*elsewhere$/,
  );
});

test("a clone of the newest commits is told from a wrong name", async () => {
  commit("After");
  const head = execFileSync("git", ["rev-parse", "HEAD"], { cwd: dir });
  writeFileSync(join(dir, ".git/shallow"), head);
  expect((await diff("HEAD~1")).said).toMatch(/`git fetch --unshallow`/);
});

test("hooks that name the folder of git's data change nothing", async () => {
  edit("demo/brand.yaml", "USD: 29.99", "USD: 34.99");
  vi.stubEnv("GIT_DIR", join(dir, ".git"));
  expect(await diff("HEAD", { failOn: "money" })).toMatchObject({ code: 1 });
});

test("content that cannot be understood is said to be so", async () => {
  edit("demo/quiz.yaml", "options: [", "options: [[");
  const { code, said } = await diff("HEAD");
  expect(code).toBe(2);
  expect(said).toMatch(/The content as it is cannot be understood: .*check/);
});
