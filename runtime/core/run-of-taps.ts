/** Taps that follow each other faster are one run; systems count a double click by as much. */
export const RUN_MS = 500;
