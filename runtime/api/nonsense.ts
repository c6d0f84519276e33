/** An answer that does not have the agreed form. */
export class NonsenseError extends Error {
  override readonly name = "NonsenseError";
}

/** The answer of a call, if it is one: else throws a `NonsenseError`. */
export function understood<T>(
  is: (answer: unknown) => answer is T,
  answer: unknown,
): T {
  if (is(answer)) return answer;
  throw new NonsenseError("the answer does not have the agreed form");
}
