import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { chromium } from "playwright";
import { findBrowser } from "../testing/browser.ts";
import { serveDist } from "./servers.ts";

const KILOBYTE = 1_000;

/** What a visitor downloads for all questions of one quiz: scripts, and the HTML of the first question. */
export async function benchSizes(): Promise<void> {
  const executablePath = findBrowser();
  if (executablePath === null)
    throw new Error("no Chromium: `npm test` installs one");
  const served = await serveDist();
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const page = await browser.newPage();
    const scripts = new Set<string>();
    page.on("response", (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.endsWith(".js")) scripts.add(pathname);
    });
    await page.goto(served.url, { waitUntil: "networkidle" });
    const total = [...scripts].reduce(
      (sum, path) => sum + brotliSize(`dist${path}`),
      0,
    );
    console.log(
      `scripts of all questions: ${(total / KILOBYTE).toFixed(1)} kB brotli in ${scripts.size} files`,
    );
    const html = brotliSize(
      `dist/calm${new URL(served.url).pathname}/index.html`,
    );
    console.log(
      `HTML of the first question: ${(html / KILOBYTE).toFixed(1)} kB brotli`,
    );
  } finally {
    await browser.close();
    await served.stop();
  }
}

function brotliSize(file: string): number {
  return brotliCompressSync(readFileSync(file)).length;
}
