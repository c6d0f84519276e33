/**
 * How long tests wait for what is to come, in milliseconds. What is not there by then never comes, however busy the
 * machine; shorter than the time of a test, so that what was missing is said.
 */
export const PATIENCE_MS = 240_000;
