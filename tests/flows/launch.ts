import { type BrowserServer, chromium, type LaunchOptions } from "playwright";
import { findBrowser } from "../browser.ts";

/** The machine's Chromium, without a window. */
export function launchBrowser(
  options: LaunchOptions = {},
): Promise<BrowserServer> {
  const executablePath = findBrowser();
  if (executablePath === null)
    throw new Error("there is no Chromium: name one in CHROMIUM");
  const args = [
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    // A window keeps its process from one brand to the next, and none is started ahead: an eighth of a run.
    "--disable-site-isolation-trials",
    "--renderer-process-limit=1",
  ];
  if (process.getuid?.() === 0) args.push("--no-sandbox");
  return chromium.launchServer({ executablePath, args, ...options });
}
