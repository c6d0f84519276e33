import { promisify } from "node:util";
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzipSync,
} from "node:zlib";

const COMPRESSIBLE = /\.(?:html|js|css|svg|json|vtt)$/;
const SMALLEST = 512;
/** With a larger window, Brotli fills tables of 32 MB for each document: ten times the time, and not a byte less. */
const DOCUMENT_WINDOW_BITS = 16;

/** What a new connection brings before it waits for an answer: ten packets. */
export const AT_ONCE_BYTES = 14 * 1_024;

/** Whether a file of this name and size in bytes gains from being compressed. */
export function isCompressible(name: string, size: number): boolean {
  return size >= SMALLEST && COMPRESSIBLE.test(name);
}

/**
 * What stands compressed beside a file, by the ending of its name; nothing beside one that gains nothing. `known` is
 * what Brotli has made of it before.
 */
export function compressed(
  name: string,
  content: string | Uint8Array,
  known?: Uint8Array,
): readonly Form[] {
  const bytes = Buffer.from(content);
  if (!isCompressible(name, bytes.length)) return [];
  const brotli = () =>
    name.endsWith(".html")
      ? compressedDocument(bytes)
      : brotliCompressSync(bytes, smallest(bytes));
  return formsOf(bytes, known ?? brotli());
}

type Form = readonly [ending: string, bytes: Uint8Array];

/** The same of what is no document, beside whatever else the thread does. */
export async function compressedForms(
  name: string,
  content: string,
): Promise<readonly Form[]> {
  const bytes = Buffer.from(content);
  return isCompressible(name, bytes.length)
    ? formsOf(bytes, await promisify(brotliCompress)(bytes, smallest(bytes)))
    : [];
}

function formsOf(bytes: Buffer, brotli: Uint8Array): readonly Form[] {
  return [
    [".br", brotli],
    [".gz", gzipSync(bytes, { level: 9 })],
  ];
}

/**
 * Scripts and styles are few and loaded often; over hundreds of documents, 9 of 11 is many times faster and within 7%.
 * One that is only just larger than what a connection brings at once is worth the slower settings that get it in.
 */
export function compressedDocument(bytes: Uint8Array): Uint8Array {
  const at = (quality: number) =>
    brotliCompressSync(bytes, {
      params: {
        ...paramsOf(bytes, quality),
        [constants.BROTLI_PARAM_LGWIN]: DOCUMENT_WINDOW_BITS,
      },
    });
  const quick = at(9);
  const { length } = quick;
  const isClose = length > AT_ONCE_BYTES && length < AT_ONCE_BYTES * 1.1;
  if (!isClose) return quick;
  const slow = at(10);
  return slow.length > AT_ONCE_BYTES ? at(constants.BROTLI_MAX_QUALITY) : slow;
}

function smallest(bytes: Buffer) {
  return { params: paramsOf(bytes, constants.BROTLI_MAX_QUALITY) };
}

function paramsOf(bytes: Uint8Array, quality: number) {
  return {
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    [constants.BROTLI_PARAM_QUALITY]: quality,
  };
}
