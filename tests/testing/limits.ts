/** Most that a visitor's whole walk may fetch of scripts, in bytes, compressed by Brotli: the heaviest and 0.5 kB. */
export const WALK_BYTES = 116_600;

/** Most that the scripts of all questions may weigh, in bytes, compressed by Brotli: the heaviest quiz weighs 84.0 kB. */
export const SCRIPT_BYTES = 85_000;
