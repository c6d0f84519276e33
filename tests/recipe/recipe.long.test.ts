import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "../testing/browser.ts";
import { startServer } from "../testing/server.ts";
import { copyWithAdded, type ProjectCopy } from "./copy.ts";

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
