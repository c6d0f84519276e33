import { readFileSync } from "node:fs";
import { join } from "node:path";
import { imageSize } from "image-size";
import type { AssetProblem } from "../diagnostics/assets.ts";
import { isReadable, statOf } from "./file-stat.ts";
import { saysWhere } from "./photo-place.ts";

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
const SCRIPT = /<script\b|<[a-z][^<>]*[\s"'/]on[a-z]+\s*=|javascript:/i;
/** What is not in the drawing itself: browsers load nothing for a picture. A link to another page is none of it. */
const LOADS =
  /<(?!a\b)[a-z:]+\b[^<>]*\bhref\s*=\s*["']?\s*(?:https?:)?\/\/|@import\b|url\(\s*["']?\s*(?:https?:)?\/\/|<(?:foreignObject|iframe|embed|object)\b/i;

/** What the beginning of a file says, by its ending; pictures are read by `image-size`. */
const SIGNATURES: Readonly<Record<string, RegExp>> = {
  mp4: /^.{4}ftyp/s,
  webm: /^\x1a\x45\xdf\xa3/,
  vtt: /^(?:\xef\xbb\xbf)?WEBVTT/,
};
/** What the end of a whole file holds: of half a picture, browsers show half. */
const ENDS: Readonly<Record<string, RegExp>> = {
  svg: /<\/(?:\w+:)?svg\s*>\s*(?:<!--[^]*-->\s*)?$|^[^<]*(?:<[?!][^>]*>\s*)*<(?:\w+:)?svg\b[^<>]*\/>\s*$/,
  png: /IEND/,
  jpg: /\xff\xd9/,
  jpeg: /\xff\xd9/,
  gif: /;\0*$/,
};
/** So much of the end is looked at: programs write a little behind it. */
const TAIL = 4_096;
/** A side, or all pixels, that a phone cannot hold in memory: four bytes each. */
const LONGEST_SIDE = 12_000;
const MOST_PIXELS = 50_000_000;

interface Known {
  readonly stamp: string;
  readonly file: AssetFile;
}
const known = new Map<string, Known>();

/** A file of an assets folder; it is looked into again only when it has changed. Null for one that has just gone. */
export function assetFile(dir: string, name: string): AssetFile | null {
  const path = join(dir, name);
  if (!isReadable(name)) return { name, problem: "unreadable" };
  const found = statOf(path);
  if (found === undefined) return null;
  const { size, mtimeMs, ino } = found;
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
  const signature = SIGNATURES[ending];
  if (types === undefined && signature === undefined) return null;
  const bytes = read();
  if (signature !== undefined)
    return signature.test(latin(bytes.subarray(0, 16))) ? null : "mislabelled";
  const { type, width, height } = shapeOf(bytes);
  const text = ending === "svg" ? Buffer.from(bytes).toString("utf8") : "";
  // It is read by its size alone.
  if (type === "" && /<svg\b[^<>]*>/.test(text)) return "without-size";
  if (types?.includes(type) !== true) return "mislabelled";
  const end = ENDS[ending];
  if (ending === "svg") {
    if (SCRIPT.test(text)) return "scripted";
    if (LOADS.test(text)) return "loading";
    return end?.test(text) === false ? "cut-off" : null;
  }
  if (end?.test(latin(bytes.subarray(-TAIL))) === false || isShort(bytes))
    return "cut-off";
  if (saysWhere(bytes)) return "placed";
  return Math.max(width, height) > LONGEST_SIDE || width * height > MOST_PIXELS
    ? "too-many-pixels"
    : null;
}

function latin(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}

/** WebP says at its start how long it is. */
function isShort(bytes: Uint8Array): boolean {
  const said = Buffer.from(bytes.subarray(0, 8));
  return (
    said.toString("latin1", 0, 4) === "RIFF" &&
    said.length === 8 &&
    bytes.length < said.readUInt32LE(4) + 8
  );
}

function shapeOf(bytes: Uint8Array) {
  try {
    const { type = "", width, height } = imageSize(bytes);
    return { type, width, height };
  } catch {
    return { type: "", width: 0, height: 0 };
  }
}
