/** Mutants that no test can notice, by their name, and why. */
export const EXCUSED: Readonly<Record<string, string>> = {};
