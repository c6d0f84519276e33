/** Findings are kept, so that none may depend on the day of the check: every check is later than this. */
export const ELAPSED = "2026-01-01";
