/** A test is trusted that passes twice without a mutant: once more than whatever it leaves behind. */
const TRUSTED_AFTER = 2;

/**
 * What a try has shown: that the test notices the mutant; that it passes only once; that it fails with no mutant at
 * work after it has failed with one, and nothing that comes after proves anything.
 */
export type Finding = "noticed" | "passes once" | "broken";

/**
 * What a test is to be tried with: "" for no mutant. Takes in whether the test has failed, and gives what that shows.
 * Noticed is a mutant with which it fails, without which it then passes, and with which it fails again: by then,
 * whatever the mutant before has left behind is not the reason.
 */
export type Tries = Generator<string, void, boolean>;

export function* tries(
  mutants: readonly string[],
  found: (finding: Finding, mutant: string) => void,
): Tries {
  if (mutants.length === 0) return;
  for (let passed = 0; passed < TRUSTED_AFTER; passed += 1)
    if (yield "") {
      found("passes once", "");
      return;
    }
  for (const mutant of mutants) {
    if (!(yield mutant)) continue;
    if (yield "") {
      found("broken", "");
      return;
    }
    if (yield mutant) found("noticed", mutant);
  }
}

/** No test is tried more often. */
export function mostTries(mutants: readonly string[]): number {
  return TRUSTED_AFTER + 3 * mutants.length;
}
