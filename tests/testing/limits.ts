/** Most that a visitor's whole walk may fetch of scripts, in bytes, compressed by Brotli: the heaviest and 0.5 kB. */
export const WALK_BYTES = 119_400;

/** Most that the scripts of all questions may weigh, in bytes, compressed by Brotli: the heaviest quiz and 0.6 kB. */
export const SCRIPT_BYTES = 88_500;
