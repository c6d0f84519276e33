import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { groupFiles } from "../parse/file-name.ts";
import { discard, newestFirst, writeWhole } from "./atomic-write.ts";
import type { AssetFiles } from "./content.ts";
import type { ResultKey } from "./result-packs.ts";

/** Everything that the findings of a check depend on. */
export interface KeyInput {
  /** Of the checkout. */
  readonly fingerprint: string;
  /** What precedes file names in findings. */
  readonly prefix: string;
  readonly files: readonly KeyFile[];
  /** The pictures that content may refer to: their names are all that a check knows of them. */
  readonly assets: AssetFiles;
}

interface KeyFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Equal exactly when nothing that matters to a result has changed. */
export interface CheckKeys {
  /** Of all findings. */
  readonly tree: string;
  /** Of all findings in the files of a brand, by its id. */
  readonly brands: ReadonlyMap<string, ResultKey>;
  /** Of what one funnel is by itself, by the name of its file. */
  readonly funnels: ReadonlyMap<string, ResultKey>;
}

const ALGORITHM = "sha256";
const KEPT_ENTRIES = 32;
const ENTRY = /^[0-9a-f]{64}\.json$/;

/**
 * The keys of a check. A funnel is linked against the site's files, its brand's and the names of the brand's pictures;
 * a brand is linted with all its funnels; the whole is made of the site and all brands.
 */
export function checkKeys(input: KeyInput): CheckKeys {
  const groups = groupFiles(input.files);
  const checkout = [input.fingerprint, input.prefix, hashed(groups.site)];
  const funnels = new Map<string, ResultKey>();
  const brands = new Map(
    groups.brands.map(({ id, ...files }) => {
      const pictures = (input.assets.get(id) ?? [])
        .map(({ name, problem }) => `${name} ${problem ?? ""}`)
        .toSorted();
      const owner = hashOf([
        "owner",
        id,
        checkout,
        hashed(files.own),
        pictures,
      ]);
      const pack = hashOf(["pack", id]);
      const own = hashed(files.funnels);
      for (const [name, text] of own)
        funnels.set(name, { pack, key: hashOf(["funnel", owner, name, text]) });
      return [id, { pack: BRANDS, key: hashOf(["brand", owner, own]) }];
    }),
  );
  const keys = [...brands.values()].map(({ key }) => key).toSorted();
  return { tree: hashOf(["tree", checkout, keys]), brands, funnels };
}

/** All brands are in one pack, so that those that have not changed cost no more than that. */
const BRANDS = hashOf(["pack of brands"]);

function hashed(files: readonly KeyFile[]): [name: string, hash: string][] {
  return files
    .map(({ name, bytes }): [string, string] => [name, hash(ALGORITHM, bytes)])
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
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
