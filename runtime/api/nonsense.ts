/** An answer that does not have the agreed form. */
export class NonsenseError extends Error {
  override readonly name = "NonsenseError";
}

/** The answer as its reader understands it; throws a `NonsenseError` where it does not. */
export function understood<T>(
  read: (value: unknown) => T | null,
  answer: unknown,
): T {
  const value = read(answer);
  if (value === null)
    throw new NonsenseError("the answer does not have the agreed form");
  return value;
}
