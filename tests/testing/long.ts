import type { TestContext } from "vitest";

declare module "vitest" {
  interface TestTags {
    tags: typeof TAG.name;
  }
}

/** The tag of tests that `npm test` leaves to `npm run test:long`; whoever names their file runs them, too. */
export const TAG = {
  name: "long",
  description: "takes too long for every change: part of `npm run test:long`",
} as const;

type Run<Case, Context> = (
  each: Case,
  context: Context,
) => Promise<void> | void;

/** `test.for` and `test.concurrent.for`, of a test that has more in its context as well. */
interface TestFor<Context> {
  for<Case>(cases: readonly Case[]): {
    (title: string, run: Run<Case, Context>): void;
    (
      title: string,
      options: { tags: typeof TAG.name },
      run: Run<Case, Context>,
    ): void;
  };
}

/**
 * The same test for each of several: `count` of them are tried with every change, from the first on, and the others,
 * which would fail for the same reasons, are long.
 */
export function someOf<Case, Context = TestContext>(
  test: TestFor<Context>,
  cases: readonly Case[],
  count = 1,
): (title: string, run: Run<Case, Context>) => void {
  return (title, run) => {
    test.for(cases.slice(0, count))(title, run);
    test.for(cases.slice(count))(title, { tags: TAG.name }, run);
  };
}
