/** Whoever is still here this long after they were sent to another page could not reach it; milliseconds. */
export const LEAVE_WAIT_MS = 15_000;
