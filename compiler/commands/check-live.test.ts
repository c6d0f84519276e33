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
import { liveShape } from "../live/shape.ts";
import { BASE_DIR, compileWith } from "../testing/base-content.ts";
import { checkCommand } from "./check.ts";
import type { CheckOptions } from "./check-options.ts";

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "funnels-live-"));
  cpSync(BASE_DIR, join(dir, "content"), { recursive: true });
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(dir, { recursive: true, force: true });
});

const quiz = () => join(dir, "content/demo/quiz.yaml");

function edit(from: string, to: string): void {
  writeFileSync(quiz(), readFileSync(quiz(), "utf8").replace(from, to));
}

async function check(options: Partial<CheckOptions>) {
  const said: string[] = [];
  const keep = (text: unknown) => void said.push(String(text));
  vi.spyOn(console, "log").mockImplementation(keep);
  vi.spyOn(console, "error").mockImplementation(keep);
  const code = await checkCommand(
    {
      content: join(dir, "content"),
      format: "pretty",
      cache: false,
      ...options,
    },
    findCheckout(),
  );
  return { code, said: said.join("\n") };
}

function git(...args: string[]): void {
  const identity = ["-c", "user.name=A", "-c", "user.email=a@example.com"];
  execFileSync("git", [...identity, ...args], { cwd: dir, stdio: "ignore" });
}

test("a reworded choice is held against the last commit, and mended", async () => {
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "Before");
  edit("[Good, Bad]", "[Rather good, Bad]");
  expect((await check({})).code).toBe(0);
  const { code, said } = await check({ against: "HEAD" });
  expect(code).toBe(1);
  expect(said).toContain("live/option-gone");
  // What somebody has to look at is not mended unasked.
  expect((await check({ against: "HEAD", fix: true })).code).toBe(1);
  const mended = await check({ against: "HEAD", fix: "all" });
  expect(mended.code).toBe(0);
  expect(mended.said).toContain("demo/quiz.yaml: 1 mended");
  expect(readFileSync(quiz(), "utf8")).toContain(
    "options: [{ label: Rather good, value: good }, Bad]",
  );
});

test("a build is held against by its folder or its file", async () => {
  const { program } = compileWith();
  if (program === null) throw new Error("refused");
  const shape = JSON.stringify(liveShape(program));
  writeFileSync(join(dir, "live.json"), shape);
  writeFileSync(join(dir, "build.json"), "{}");
  edit("id: mood", "id: spirits");
  for (const against of [dir, join(dir, "live.json"), join(dir, "build.json")])
    expect((await check({ against })).said).toContain("live/question-gone");
});

test.each([
  ["nowhere", /There is no folder or file "nowhere"/],
  ["--output=x", /"--output=x" is no commit/],
])("there is nothing at %s", async (against, reason) => {
  git("init", "-q");
  const { code, said } = await check({ against });
  expect(code).toBe(2);
  expect(said).toMatch(reason);
});

test("a folder that is no build is refused", async () => {
  const { code, said } = await check({ against: dir });
  expect([code, said]).toEqual([
    2,
    expect.stringContaining("There is no live.json"),
  ]);
  writeFileSync(join(dir, "live.json"), '{"version":0}');
  expect((await check({ against: dir })).said).toMatch(
    /is not what a build of this version keeps/,
  );
});

test("fixes are applied until nothing is left, and the rest is reported", async () => {
  edit("options: [Good, Bad]", "optoins: [Good, Bad], layout: gird");
  edit("2-email", "4-email");
  const { code, said } = await check({ fix: true });
  expect(said).toContain("demo/quiz.yaml: 3 mended");
  expect(code).toBe(0);
  expect(readFileSync(quiz(), "utf8")).toContain(
    "options: [Good, Bad], layout: grid",
  );
});
