import type { Path } from "../diagnostics/span.ts";
import { isData } from "./read.ts";

/** A JSON pointer, with list positions as numbers. */
export function pathOf(pointer: string, data: unknown): Path {
  const path: (string | number)[] = [];
  let at: unknown = data;
  for (const part of pointer.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    path.push(Array.isArray(at) ? Number(key) : key);
    at = child(at, key);
  }
  return path;
}

/** The value at a path; undefined when there is none. */
export function valueAt(data: unknown, path: Path): unknown {
  return path.reduce((at: unknown, key) => child(at, key), data);
}

function child(value: unknown, key: string | number): unknown {
  if (Array.isArray(value)) return value[Number(key)];
  return isData(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
