import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { data } from "../schema/read.ts";
import { linkOrCopy } from "./link-or-copy.ts";

/** Of a build: which of its assets no page of its own asks for, and since when (ISO 8601). */
export const EARLIER_FILE = "earlier.json";
const ASSETS = "assets";
const DAY_MS = 86_400_000;

/** For so many days the assets of earlier builds stay for those who have their pages open. */
export const KEEP_DAYS = 30;

/**
 * Links the assets of the build before into a new one, as far as they left the pages no longer ago than `keepDays`:
 * whoever has a page of an earlier build open still gets its scripts and pictures. Their names carry a hash of what
 * they hold, so that none of them takes the place of another.
 */
export function keepEarlierAssets(
  dir: string,
  before: string | null,
  { keepDays, now }: { readonly keepDays: number; readonly now: Date },
): void {
  const own = readEarlier(dir);
  const left = new Map<string, string>();
  if (before !== null) {
    const known = readEarlier(before);
    for (const name of filesIn(join(before, ASSETS)))
      left.set(name, known.get(name) ?? now.toISOString());
  }
  // A build that is served again has some of its own.
  for (const [name, since] of own)
    if ((left.get(name) ?? "") < since) left.set(name, since);
  const oldest = new Date(now.getTime() - keepDays * DAY_MS).toISOString();
  const kept: Record<string, string> = {};
  for (const name of [...left.keys()].toSorted()) {
    const since = left.get(name) ?? "";
    const file = join(dir, ASSETS, name);
    const isThere = existsSync(file);
    if (isThere && !own.has(name)) continue;
    if (since <= oldest) {
      if (isThere) rmSync(file);
      continue;
    }
    kept[name] = since;
    if (isThere || before === null) continue;
    mkdirSync(dirname(file), { recursive: true });
    linkOrCopy(join(before, ASSETS, name), file);
  }
  const file = join(dir, EARLIER_FILE);
  // It may be linked to that of another build, which stays as it is.
  rmSync(file, { force: true });
  writeFileSync(file, JSON.stringify(kept));
}

/** What a build has kept of earlier ones. */
export function readEarlier(dir: string): ReadonlyMap<string, string> {
  const file = join(dir, EARLIER_FILE);
  if (!existsSync(file)) return new Map();
  const known = data(JSON.parse(readFileSync(file, "utf8")));
  return new Map(
    Object.entries(known).flatMap(([name, since]) =>
      typeof since === "string" ? [[name, since] as const] : [],
    ),
  );
}

/** Below a folder, with `/` between names. */
function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/"),
    );
}
