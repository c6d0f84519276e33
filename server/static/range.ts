/** Bytes from `start` up to, not including, `end`. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The one part of a file that a `Range` header asks for (videos are played this way). null when it asks for none, for
 * several, for one that ends before it begins, or in another unit: the whole file is an answer then. "outside" when the
 * file has no such part.
 */
export function readRange(
  header: string | null,
  size: number,
): ByteRange | null | "outside" {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? "");
  const [, from = "", to = ""] = match ?? [];
  if (from === "" && to === "") return null;
  if (from !== "" && to !== "" && Number(to) < Number(from)) return null;
  const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === "" || to === "" ? size - 1 : Number(to);
  const end = Math.min(last + 1, size);
  return start < end ? { start, end } : "outside";
}
