/** Most that the scripts of all questions may weigh, in bytes, compressed by Brotli: the heaviest quiz and 0.6 kB. */
export const SCRIPT_BYTES = 88_500;
