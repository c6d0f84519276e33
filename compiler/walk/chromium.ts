import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];

/** Chromium without all that is around a page: a sixth less work. */
const SHELL = "chromium-headless-shell";

/** `CHROMIUM`, the system's, or the one of Playwright; null where there is none. Throws for a name that leads nowhere. */
export function findChromium(own: string): string | null {
  const named = namedChromium();
  if (named !== null) return named;
  const candidates = [...NAMES.flatMap(onPath), own];
  return candidates.find((file) => file !== "" && existsSync(file)) ?? null;
}

/** The same for what needs no window: the headless shell where there is one. */
export function findShell(own: string): string | null {
  const shell = onPath(SHELL).find((file) => existsSync(file));
  return namedChromium() ?? shell ?? findChromium(own);
}

export function chromiumArgs(): string[] {
  const isRoot = process.getuid?.() === 0;
  return [
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    // A window keeps its process from one brand to the next, and none is started ahead: an eighth of a run.
    "--disable-site-isolation-trials",
    "--renderer-process-limit=1",
    ...(isRoot ? ["--no-sandbox"] : []),
  ];
}

/** Where a program may lie. */
export function onPath(name: string): string[] {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .map((dir) => join(dir, name));
}

function namedChromium(): string | null {
  const named = process.env.CHROMIUM ?? "";
  if (named === "") return null;
  if (existsSync(named)) return named;
  throw new Error(`CHROMIUM names ${named}, which does not exist`);
}
