/** How a block of EXIF begins, by the order of its bytes. */
const HEADER = /(?:II\*\0|MM\0\*)/g;
/** Where programs write the same as text. */
const WRITTEN = /exif:GPSLatitude/;
/** So far from the start of a file is looked: it stands before the picture, or shortly behind it in small ones. */
const HEAD = 400_000;

/** The entry of the first directory that leads to the one of the place, and the latitude in that. */
const PLACE = 0x88_25;
const LATITUDE = 2;
const ENTRY_BYTES = 12;
const MOST_ENTRIES = 500;

/** Whether a photo says where it was taken, as phones write it: for everybody who has the file. */
export function saysWhere(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, HEAD));
  const text = head.toString("latin1");
  return (
    WRITTEN.test(text) ||
    [...text.matchAll(HEADER)].some(({ index }) =>
      hasPlace(head.subarray(index)),
    )
  );
}

function hasPlace(exif: Buffer): boolean {
  const isLittle = exif[0] === 0x49;
  const numberAt = (at: number, size: 2 | 4): number => {
    if (at + size > exif.length) return 0;
    return isLittle ? exif.readUIntLE(at, size) : exif.readUIntBE(at, size);
  };
  const entryOf = (tag: number, directory: number): number | undefined => {
    const count = Math.min(numberAt(directory, 2), MOST_ENTRIES);
    return Array.from(
      { length: count },
      (_, n) => directory + 2 + n * ENTRY_BYTES,
    ).find((entry) => numberAt(entry, 2) === tag);
  };
  const place = entryOf(PLACE, numberAt(4, 4));
  return (
    place !== undefined &&
    entryOf(LATITUDE, numberAt(place + 8, 4)) !== undefined
  );
}
