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

/**
 * Of a build: which of its assets no page of its own asks for, and since when (ISO 8601); null for what was taken away,
 * as far as it or the build before still has it.
 */
export const EARLIER_FILE = "earlier.json";
const ASSETS = "assets";
const DAY_MS = 86_400_000;

/** For so many days the assets of earlier builds stay for those who have their pages open. */
export const KEEP_DAYS = 30;

/**
 * Links the assets of the build before into a new one, as far as they left the pages no longer ago than `keepDays`:
 * whoever has a page of an earlier build open still gets its scripts and pictures. Their names carry a hash of what
 * they hold, so that none of them takes the place of another. What was once taken away is kept no more, whichever build
 * is served again, until a new one has it as its own.
 */
export function keepEarlierAssets(
  dir: string,
  before: string | null,
  { keepDays, now }: { readonly keepDays: number; readonly now: Date },
): void {
  const own = readEarlier(dir);
  const isServedAgain = existsSync(join(dir, EARLIER_FILE));
  const taken = new Set(
    [dir, ...(before === null ? [] : [before])].flatMap(readTaken),
  );
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
  const list: Record<string, string | null> = {};
  for (const name of [...left.keys()].toSorted()) {
    const since = left.get(name) ?? "";
    const file = join(dir, ASSETS, name);
    const isThere = existsSync(file);
    if (isThere && !own.has(name)) continue;
    if (since <= oldest || taken.has(name)) {
      if (isThere) rmSync(file);
      taken.add(name);
      continue;
    }
    list[name] = since;
    if (isThere || before === null) continue;
    mkdirSync(dirname(file), { recursive: true });
    linkOrCopy(join(before, ASSETS, name), file);
  }
  for (const name of taken)
    if (
      existsSync(join(dir, ASSETS, name))
        ? isServedAgain
        : before !== null && existsSync(join(before, ASSETS, name))
    )
      list[name] = null;
  const file = join(dir, EARLIER_FILE);
  // It may be linked to that of another build, which stays as it is.
  rmSync(file, { force: true });
  writeFileSync(file, JSON.stringify(list));
}

/** What a build has kept of earlier ones. */
export function readEarlier(dir: string): ReadonlyMap<string, string> {
  return new Map(
    readList(dir).flatMap(([name, since]) =>
      typeof since === "string" ? [[name, since] as const] : [],
    ),
  );
}

function readTaken(dir: string): string[] {
  return readList(dir).flatMap(([name, since]) => (since === null ? name : []));
}

function readList(dir: string): [string, unknown][] {
  const file = join(dir, EARLIER_FILE);
  if (!existsSync(file)) return [];
  return Object.entries(data(JSON.parse(readFileSync(file, "utf8"))));
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
