import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../compiler/testing/root.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "../testing/browser.ts";
import { startServer } from "../testing/server.ts";
import { QUIZ, RULE, VENDOR } from "./added.ts";
import { add, copyWithAdded, type ProjectCopy } from "./copy.ts";

/** A copy of the project with a page and a section of its own, built. */
let copy: ProjectCopy;
beforeAll(() => {
  copy = copyWithAdded();
  const program = join(copy.dir, "compiler/bin.mjs");
  execFileSync(process.execPath, [program, "build"], {
    cwd: copy.dir,
    stdio: ["ignore", "ignore", "pipe"],
  });
}, 600_000);
afterAll(() => copy.remove());

test("a visitor answers the page, and sees the section for it", async () => {
  const [server, browser] = await Promise.all([
    startServer(copy.dir),
    launchBrowser(),
  ]);
  try {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(String(error)));
    await page.goto(`http://demo.localhost:${server.port}/quiz`);
    await page.locator('main[data-page="pair"] label:has-text("Sea")').click();
    await page.locator('[data-question="mood"] label:has-text("Good")').click();
    await page.locator('[data-section="pledge"]').waitFor();
    expect(await page.locator("main").textContent()).toContain("You said Sea.");
    expect(
      await page.evaluate(() => localStorage.getItem("funnel:demo/quiz")),
    ).toContain('"place":"sea"');
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
    await server.stop();
  }
}, 120_000);

test("the gallery takes its picture", () => {
  for (const part of [
    "tests/gallery",
    "tests/testing",
    "compiler/testing",
    "runtime/testing",
    "server/testing",
    ".env.example",
  ])
    cpSync(join(ROOT, part), join(copy.dir, part), { recursive: true });
  const { status, stderr } = run(
    "node_modules/.bin/tsx",
    "tests/gallery/main.ts",
  );
  expect(status, stderr).toBe(0);
  for (const size of ["phone", "desktop"])
    expect(
      existsSync(join(copy.dir, `gallery/demo/quiz_start.${size}.png`)),
    ).toBe(true);
}, 300_000);

test("a rule is added by its file, its words and a line", () => {
  add(copy, RULE);
  const quiz = join(copy.dir, "funnels/demo/quiz.yaml");
  writeFileSync(quiz, QUIZ.replace("heading: Thank you", "heading: OTO"));
  const { status, stdout } = run("compiler/bin.mjs", "check");
  expect([status, stdout]).toEqual([
    1,
    expect.stringContaining('nobody knows what "OTO" means'),
  ]);
  writeFileSync(quiz, QUIZ);
}, 300_000);

test("a vendor is added by its places, and the type checker names one that was forgotten", () => {
  add(copy, VENDOR);
  const brand = join(copy.dir, "funnels/demo/brand.yaml");
  const text = readFileSync(brand, "utf8");
  writeFileSync(
    brand,
    `${text}vendors: { counter: https://counter.example/count.js }\nconsent: required\n`,
  );
  const { status, stderr } = run("compiler/bin.mjs", "build");
  expect(status, stderr).toBe(0);
  const tsc = "node_modules/.bin/tsc";
  expect(run(tsc, "-b", "compiler", "runtime").stdout).toBe("");
  const registry = join(copy.dir, "runtime/analytics/registry.ts");
  const whole = readFileSync(registry, "utf8");
  writeFileSync(registry, whole.replace("  counter,\n", ""));
  expect(run(tsc, "-b", "compiler", "runtime").stdout).toContain(
    "runtime/analytics/registry.ts",
  );
}, 300_000);

function run(program: string, ...args: readonly string[]) {
  return spawnSync(process.execPath, [join(copy.dir, program), ...args], {
    cwd: copy.dir,
    encoding: "utf8",
  });
}
