import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { imageSize } from "image-size";

/** Why a file of an assets folder cannot be shown, or should not be. */
export type AssetProblem = "empty" | "mislabelled" | "scripted" | "too-large";

/** A picture, a film or its captions. Two of them are the same when they are the same object. */
export interface AssetFile {
  readonly name: string;
  readonly problem: AssetProblem | null;
}

/** What a phone should load at most, in bytes; photos are served smaller than they are here. */
const MOST: Readonly<Record<string, number>> = {
  svg: 300_000,
  gif: 1_500_000,
  mp4: 12_000_000,
  vtt: 200_000,
};
const MOST_OF_PHOTOS = 5_000_000;

/** What the type of a picture is called in its file, by its ending. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  svg: ["svg"],
  png: ["png"],
  jpg: ["jpg"],
  jpeg: ["jpg"],
  webp: ["webp"],
  gif: ["gif"],
  avif: ["avif", "heif"],
};

/** A script, or what runs one, in a drawing. */
const SCRIPT = /<script\b|\son[a-z]+\s*=\s*["']|javascript:/i;

interface Known {
  readonly stamp: string;
  readonly file: AssetFile;
}
const known = new Map<string, Known>();

/** A file of an assets folder; it is looked into again only when it has changed. */
export function assetFile(dir: string, name: string): AssetFile {
  const path = join(dir, name);
  const { size, mtimeMs, ino } = statSync(path);
  const stamp = `${size} ${mtimeMs} ${ino}`;
  const before = known.get(path);
  if (before?.stamp === stamp) return before.file;
  const problem = problemOf(name, size, () => readFileSync(path));
  const same = before?.file.problem === problem ? before.file : null;
  const file = same ?? { name, problem };
  known.set(path, { stamp, file });
  return file;
}

function problemOf(
  name: string,
  size: number,
  read: () => Uint8Array,
): AssetProblem | null {
  if (size === 0) return "empty";
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  const types = TYPES[ending];
  const most = MOST[ending] ?? MOST_OF_PHOTOS;
  if (size > most) return "too-large";
  if (types === undefined) return null;
  const bytes = read();
  if (!types.includes(typeOf(bytes))) return "mislabelled";
  return ending === "svg" && SCRIPT.test(Buffer.from(bytes).toString("utf8"))
    ? "scripted"
    : null;
}

function typeOf(bytes: Uint8Array): string {
  try {
    return imageSize(bytes).type ?? "";
  } catch {
    return "";
  }
}
