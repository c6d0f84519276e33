import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const COMPRESSIBLE = /\.(?:html|js|css|svg|json|vtt)$/;
const SMALLEST = 512;
/** With a larger window, Brotli fills tables of 32 MB for each document: ten times the time, and not a byte less. */
const DOCUMENT_WINDOW_BITS = 16;

/** Whether a file of this name and size in bytes gains from being compressed. */
export function isCompressible(name: string, size: number): boolean {
  return size >= SMALLEST && COMPRESSIBLE.test(name);
}

/** What stands compressed beside a file, by the ending of its name; nothing beside one that gains nothing. */
export function compressed(
  name: string,
  content: string | Uint8Array,
): readonly (readonly [ending: string, bytes: Uint8Array])[] {
  const bytes = Buffer.from(content);
  if (!isCompressible(name, bytes.length)) return [];
  const isDocument = name.endsWith(".html");
  const params = {
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    // Scripts and styles are few and loaded often; over hundreds of pages 9 of 11 is many times faster and within 7%.
    [constants.BROTLI_PARAM_QUALITY]: isDocument
      ? 9
      : constants.BROTLI_MAX_QUALITY,
    ...(isDocument && { [constants.BROTLI_PARAM_LGWIN]: DOCUMENT_WINDOW_BITS }),
  };
  return [
    [".br", brotliCompressSync(bytes, { params })],
    [".gz", gzipSync(bytes, { level: 9 })],
  ];
}
