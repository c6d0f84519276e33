import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brandOf, kindOf } from "../parse/file-name.ts";
import { discard, newestFirst, writeWhole } from "./atomic-write.ts";
import type { AssetNames } from "./content.ts";
import type { ResultKey } from "./result-packs.ts";

/** Everything that the findings of a check depend on. */
export interface KeyInput {
  /** Of the checkout. */
  readonly fingerprint: string;
  /** What precedes file names in findings. */
  readonly prefix: string;
  readonly files: readonly {
    readonly name: string;
    readonly bytes: Uint8Array;
  }[];
  /** The pictures that content may refer to: their names are all that a check knows of them. */
  readonly assets: AssetNames;
}

export interface CheckKeys {
  /** Of all findings. */
  readonly tree: string;
  /** Of each funnel's own result, by its file. */
  readonly funnels: ReadonlyMap<string, ResultKey>;
}

const ALGORITHM = "sha256";
const KEPT_ENTRIES = 32;
const ENTRY = /^[0-9a-f]{64}\.json$/;

/** The keys of a check; each is equal exactly when nothing that matters to its result has changed. */
export function checkKeys({
  fingerprint,
  prefix,
  files,
  assets,
}: KeyInput): CheckKeys {
  const hashed = files
    .map(({ name, bytes }): Hashed => [name, hash(ALGORITHM, bytes)])
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const pictures = [...assets]
    .map(([brand, names]) => [brand, names.toSorted()] as const)
    .filter(([, names]) => names.length > 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const owners = ownerKeys([fingerprint, prefix], hashed, new Map(pictures));
  return {
    tree: hashOf(["tree", fingerprint, prefix, hashed, pictures]),
    funnels: new Map(
      hashed.filter(isFunnel).map(([name, text]) => {
        const brand = brandOf(name);
        const key = hashOf(["funnel", owners(brand), name, text]);
        return [name, { pack: hashOf(["pack", brand]), key }];
      }),
    ),
  };
}

type Hashed = [name: string, hash: string];

function isFunnel([name]: Hashed): boolean {
  return kindOf(name) === "funnel";
}

/** The key of what the funnels of a brand are linked against: every file of the site and of the brand, its pictures. */
function ownerKeys(
  checkout: readonly string[],
  hashed: readonly Hashed[],
  pictures: AssetNames,
): (brand: string) => string {
  const others = hashed.filter((file) => !isFunnel(file));
  const known = new Map<string, string>();
  return (brand) => {
    const key =
      known.get(brand) ??
      hashOf([
        "owner",
        ...checkout,
        others.filter(
          ([name]) => kindOf(name) === "site" || brandOf(name) === brand,
        ),
        pictures.get(brand) ?? [],
      ]);
    known.set(brand, key);
    return key;
  };
}

function hashOf(parts: readonly unknown[]): string {
  return hash(ALGORITHM, JSON.stringify(parts));
}

/** The findings written under this key before, as JSON; null when there are none or they are damaged. */
export function readCachedCheck(dir: string, key: string): string | null {
  try {
    const entry = readFileSync(entryPath(dir, key), "utf8");
    const body = entry.slice(entry.indexOf("\n") + 1);
    return entry === sealed(key, body) ? body : null;
  } catch {
    return null;
  }
}

/**
 * Keeps the findings of a check under its key and drops old entries. A folder that cannot be written to is no
 * failure: the next check is then as slow as this one.
 */
export function writeCachedCheck(
  dir: string,
  key: string,
  diagnosticsJson: string,
): void {
  if (!writeWhole(entryPath(dir, key), sealed(key, diagnosticsJson))) return;
  for (const { path } of newestFirst(dir, ENTRY).slice(KEPT_ENTRIES))
    discard(path);
}

function entryPath(dir: string, key: string): string {
  return join(dir, `${key}.json`);
}

/** A body under a line that proves it whole and meant for this key. */
function sealed(key: string, body: string): string {
  return `funnels check 1 ${key} ${hash(ALGORITHM, body)}\n${body}`;
}
