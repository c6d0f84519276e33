/** From the tap on an answer to the next question, in milliseconds: long enough to see what was chosen. */
export const ADVANCE_DELAY_MS = 300;
