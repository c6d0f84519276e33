import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { discard, newestFirst, writeWhole } from "./atomic-write.ts";

/** Where a result is kept: in one file with those of its brand. Both parts are SHA-256 in hex. */
export interface ResultKey {
  readonly pack: string;
  /** Of everything that the result depends on. */
  readonly key: string;
}

/** Results of earlier runs, as JSON. Several branches or checkouts may keep theirs side by side. */
export interface ResultPacks {
  /** Null when there is none, or it is damaged. */
  find(at: ResultKey): string | null;
  keep(at: ResultKey, json: string): void;
  /** Writes what is new. A folder that cannot be written to is no failure. */
  write(): void;
}

/** For each result that is used, so many stay that others used before: those of other branches, or of other clones. */
const KEPT_FOR_ONE = 3;
const KEPT_AT_LEAST = 16;
/** A brand that nobody has changed for so long may be one that is gone. */
const KEPT_MS = 30 * 86_400_000;

const ALGORITHM = "sha256";
const PACK = /^[0-9a-f]{64}\.pack$/;
const HEX = /^[0-9a-f]{64}$/;

interface Entry {
  readonly body: Uint8Array;
  /** Proves the body whole and meant for its key. */
  readonly seal: string;
}

interface Pack {
  /** As the file has them; each is proved when it is asked for. */
  readonly before: ReadonlyMap<string, Entry>;
  readonly used: Map<string, Entry>;
  isNew: boolean;
}

export function openPacks(dir: string): ResultPacks {
  const packs = new Map<string, Pack>();
  const pathOf = (name: string) => join(dir, `${name}.pack`);
  const packOf = (name: string) => {
    const known = packs.get(name) ?? {
      before: readPack(pathOf(name)),
      used: new Map<string, Entry>(),
      isNew: false,
    };
    packs.set(name, known);
    return known;
  };
  return {
    find({ pack: name, key }) {
      const pack = packOf(name);
      const entry = pack.before.get(key);
      if (entry === undefined || sealOf(key, entry.body) !== entry.seal)
        return null;
      pack.used.set(key, entry);
      return Buffer.from(entry.body).toString("utf8");
    },
    keep({ pack: name, key }, json) {
      const pack = packOf(name);
      const body = Buffer.from(json);
      pack.used.set(key, { body, seal: sealOf(key, body) });
      pack.isNew = true;
    },
    write() {
      const changed = [...packs].filter(([, { isNew }]) => isNew);
      const isWritten = changed.map(([name, pack]) =>
        writeWhole(pathOf(name), packed(keptOf(pack))),
      );
      if (isWritten.some(Boolean)) prune(dir);
    },
  };
}

/** What is used, then what was used last before. */
function keptOf({ before, used }: Pack): [string, Entry][] {
  const most = Math.max(KEPT_AT_LEAST, KEPT_FOR_ONE * used.size);
  const unused = [...before].filter(([key]) => !used.has(key));
  return [...used, ...unused].slice(0, most);
}

/** One line that lists the entries, then their bodies one after the other. */
function packed(entries: readonly [string, Entry][]): Uint8Array[] {
  const list = entries.map(([key, { body, seal }]) => [
    key,
    body.byteLength,
    seal,
  ]);
  return [
    Buffer.from(`${JSON.stringify(list)}\n`),
    ...entries.map(([, { body }]) => body),
  ];
}

function readPack(path: string): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  try {
    const file = readFileSync(path);
    let at = file.indexOf("\n") + 1;
    const list: unknown = JSON.parse(file.toString("utf8", 0, at));
    if (!Array.isArray(list)) return entries;
    for (const line of list) {
      const [key, size, seal]: unknown[] = line;
      if (!isHex(key) || !Number.isSafeInteger(size) || !isHex(seal))
        return entries;
      entries.set(key, { body: file.subarray(at, at + Number(size)), seal });
      at += Number(size);
    }
  } catch {
    // None yet, or damaged: what was understood of it is proved before it is used.
  }
  return entries;
}

function isHex(value: unknown): value is string {
  return typeof value === "string" && HEX.test(value);
}

function sealOf(key: string, body: Uint8Array): string {
  return hash(ALGORITHM, Buffer.concat([Buffer.from(key), body]));
}

function prune(dir: string): void {
  for (const { path, modified } of newestFirst(dir, PACK))
    if (Date.now() - modified > KEPT_MS) discard(path);
}
