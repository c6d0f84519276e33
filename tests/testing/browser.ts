import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { type Browser, chromium, type LaunchOptions } from "playwright";
import {
  chromiumArgs,
  findChromium,
  findShell,
  onPath,
} from "../../compiler/walk/chromium.ts";
import { PATIENCE_MS } from "./patience.ts";

/** Package managers that have a Chromium, and how each installs it. */
const INSTALLERS = [
  {
    command: "apt-get",
    runs: [
      ["apt-get", "update"],
      ["apt-get", "install", "-y", "chromium"],
      ["apt-get", "install", "-y", "chromium-headless-shell"],
    ],
  },
  { command: "dnf", runs: [["dnf", "install", "-y", "chromium"]] },
  { command: "apk", runs: [["apk", "add", "chromium"]] },
  { command: "pacman", runs: [["pacman", "-S", "--noconfirm", "chromium"]] },
  { command: "brew", runs: [["brew", "install", "--cask", "chromium"]] },
] as const;

/**
 * The Chromium that the tests run in: `CHROMIUM`, the system's, Playwright's own; else it is installed, by Playwright
 * or by the system's package manager. Throws when there is none to be had: no test is skipped in silence.
 */
export async function provideBrowser(): Promise<string> {
  const found = findBrowser();
  if (found !== null) return found;
  console.log("no Chromium on this machine: installing one");
  spawnSync("npx", ["playwright", "install", "chromium"], { stdio: "inherit" });
  if (findBrowser() === null) installFromSystem();
  const installed = findBrowser();
  if (installed !== null) return installed;
  throw new Error(
    "no Chromium could be found or installed: install one and name it in CHROMIUM=/path/to/chromium",
  );
}

/** The machine's Chromium, without a window: the headless shell where there is one, or else all of it. */
export function launchBrowser(): Promise<Browser> {
  return launch(findShell(chromium.executablePath()));
}

/** One whose owner has set another font size than the usual 16 px. */
export function launchWithFontSize(px: number): Promise<Browser> {
  return launch(findShell(chromium.executablePath()), {
    args: [...chromiumArgs(), `--blink-settings=defaultFontSize=${px}`],
  });
}

/** One that keeps the pages that were left, for Back: the shell cannot, and Playwright asks for none that does. */
export function launchWithBackCache(): Promise<Browser> {
  return launch(findBrowser(), {
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
}

async function launch(
  executablePath: string | null,
  options: LaunchOptions = {},
): Promise<Browser> {
  if (executablePath === null)
    throw new Error(
      "there is no Chromium: `npm test` installs one, or name one in CHROMIUM=/path/to/chromium",
    );
  const browser = await chromium.launch({
    executablePath,
    args: chromiumArgs(),
    ...options,
  });
  return browser.on("context", (context) =>
    context.setDefaultTimeout(PATIENCE_MS),
  );
}

export function findBrowser(): string | null {
  return findChromium(chromium.executablePath());
}

function installFromSystem(): void {
  const installer = INSTALLERS.find(({ command }) =>
    onPath(command).some((file) => existsSync(file)),
  );
  for (const [command, ...args] of installer?.runs ?? []) {
    const isRoot = process.getuid?.() === 0 || installer?.command === "brew";
    const [program, rest] = isRoot
      ? [command, args]
      : ["sudo", [command, ...args]];
    try {
      execFileSync(program, rest, { stdio: "inherit" });
    } catch {
      // The next way is tried; what is missing in the end is said once.
    }
  }
}
