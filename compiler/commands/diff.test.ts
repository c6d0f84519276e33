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
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { findCheckout } from "../checkout.mjs";
import { BASE_DIR } from "../testing/base-content.ts";
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

async function diff(range: string, options: Partial<DiffOptions> = {}) {
  const said: string[] = [];
  const keep = (text: unknown) => void said.push(String(text));
  vi.spyOn(console, "log").mockImplementation(keep);
  vi.spyOn(console, "error").mockImplementation(keep);
  const content = join(dir, "content");
  const asked = { content, format: "markdown", ...options } as const;
  const code = await diffCommand(range, asked, findCheckout());
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

- \`demo\` products plan prices USD: ~~29.99~~ **34.99**

### Texts

- \`demo/quiz mood\` ask: ~~How are you?~~ **How are you now?**`);
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
        before: "29.99",
        after: "34.99",
      },
    ],
  });
});

test("shows of a long text what differs", async () => {
  const long = "One two three four five six seven eight nine ten eleven twelve";
  edit("demo/quiz.yaml", "Your plan", `${long} thirteen fourteen fifteen`);
  commit("Long");
  edit("demo/quiz.yaml", "eight", "8");
  const { said } = await diff("HEAD", { format: "pretty" });
  expect(said).toContain(
    "- … four five six seven eight nine ten eleven twelve …",
  );
  expect(said).toContain("+ … four five six seven 8 nine ten eleven twelve …");
});

test.each([
  ["nowhere", {}, /git knows no content under that name/],
  ["--output=x", {}, /is no commit/],
  [
    "HEAD",
    { failOn: "monye" },
    /There is no area "monye". The areas are: money/,
  ],
])("%s is refused", async (range, options, reason) => {
  const { code, said } = await diff(range, options);
  expect(code).toBe(2);
  expect(said).toMatch(reason);
});

test("content that cannot be understood is said to be so", async () => {
  edit("demo/quiz.yaml", "options: [", "options: [[");
  const { code, said } = await diff("HEAD");
  expect(code).toBe(2);
  expect(said).toMatch(/The content as it is cannot be understood: .*check/);
});
