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
  ];
  if (process.getuid?.() === 0) args.push("--no-sandbox");
  return chromium.launchServer({ executablePath, args, ...options });
}
