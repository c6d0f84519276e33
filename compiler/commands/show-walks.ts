import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Checkout } from "../checkout.mjs";
import { plural } from "../report/plural.ts";
import type { WalkedFunnel } from "../report/walks.ts";
import type { WalkModule } from "../shared/walk-contract.ts";
import { browse } from "../walk/browse.ts";
import { chromiumArgs, findShell } from "../walk/chromium.ts";
import { contactSheet, sheetIndex } from "../walk/contact-sheet.ts";
import { startSandbox } from "../walk/sandbox-server.ts";

interface Showing extends Pick<WalkModule, "declined"> {
  readonly out: string;
  readonly content: string;
}

/**
 * Builds the site, goes the covering ways of some funnels in Chromium against a server of its own, and leaves a page of
 * pictures for each. 1 where a page did not come or complained, 2 where there is no browser.
 */
export async function showWalks(
  walked: readonly WalkedFunnel[],
  { declined, out, content }: Showing,
  checkout: Checkout,
): Promise<number> {
  const { root } = checkout;
  const browser = await launch();
  if (typeof browser === "string") {
    console.error(browser);
    return 2;
  }
  try {
    const { buildCommand } = await import("./build.ts");
    const built = await buildCommand({ content }, checkout);
    if (built !== 0) return built;
    mkdirSync(out, { recursive: true });
    const server = await startSandbox(root);
    try {
      const { port } = server;
      const sheets = [];
      for (const { node, report } of walked) {
        const visit = { port, stored: declined };
        const browsed = await browse(browser, node, report.routes, visit);
        // By brand, as the funnels are: no two have the same name.
        const file = `${node.key}.html`;
        mkdirSync(dirname(join(out, file)), { recursive: true });
        writeFileSync(join(out, file), contactSheet(node, browsed));
        sheets.push({ key: node.key, file, browsed });
        console.log(
          `${node.key}: ${plural(browsed.walks, "walk")}, ${plural(browsed.shots.length, "screen")}, ${plural(browsed.faults.length, "fault")}`,
        );
        for (const fault of browsed.faults) console.log(`    ${fault}`);
      }
      writeFileSync(join(out, "index.html"), sheetIndex(sheets));
      console.log(`The pictures are in ${join(out, "index.html")}.`);
      return sheets.some(({ browsed }) => browsed.faults.length > 0) ? 1 : 0;
    } finally {
      await server.stop();
    }
  } finally {
    await browser.close();
  }
}

/** Chromium; else what is missing, in words. */
async function launch() {
  const playwright = await import("playwright").catch(() => null);
  if (playwright === null)
    return "A walk in a browser needs Playwright, and it is not installed: `npm install --include=dev` brings it. Without --browser, funnels are walked in memory.";
  const { chromium } = playwright;
  const executablePath = findShell(chromium.executablePath());
  if (executablePath === null)
    return "There is no Chromium on this machine: `npx playwright install chromium` brings one, or name yours in CHROMIUM=/path/to/chromium.";
  return chromium.launch({ executablePath, args: chromiumArgs() });
}
