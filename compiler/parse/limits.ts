/** Longest file, in UTF-16 units. */
export const MAX_CHARACTERS = 1_048_576;
/** Deepest nesting of lists and mappings; deep recursion can abort Node 20 beyond any try/catch. */
export const MAX_DEPTH = 64;
/** Most lexical tokens of a file. */
export const MAX_TOKENS = 200_000;
/** Most keys of one mapping. */
export const MAX_ENTRIES = 2_000;
/** Most findings told about one file; a picture saved as `.yaml` would have thousands. */
export const MAX_FINDINGS = 50;
