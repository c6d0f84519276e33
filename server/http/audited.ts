import {
  beginAction,
  endAction,
  type OperatorAction,
} from "../db/operator-actions.ts";
import type { Database } from "../db/tables.ts";
import { ProblemError } from "./problem.ts";

export interface AuditServices {
  readonly db: Database;
  readonly now: () => Date;
}

/**
 * Writes down what an operator does before it is done, and how it has ended. What was done, and of which that could not be
 * written, stays without an end.
 */
export async function audited<T>(
  { db, now }: AuditServices,
  action: OperatorAction,
  work: () => Promise<{
    readonly answer: T;
    readonly outcome: Readonly<Record<string, unknown>>;
  }>,
): Promise<T> {
  const id = await beginAction(db, action, now());
  const { answer, outcome } = await work().catch(async (error: unknown) => {
    await endAction(db, id, { problem: problemOf(error) }, now());
    throw error;
  });
  await endAction(db, id, outcome, now());
  return answer;
}

/**
 * The same of a file whose lines are read while it is sent: it has ended when the last one was, when they could not be
 * read, or when nobody takes any more; what was read until then is told. Fails where the first lines cannot be read.
 */
export async function auditedFile<Line>(
  { db, now }: AuditServices,
  action: OperatorAction,
  file: {
    readonly lines: AsyncGenerator<readonly Line[], void>;
    outcomeOf(count: number): Readonly<Record<string, unknown>>;
  },
): Promise<AsyncGenerator<readonly Line[], void>> {
  const id = await beginAction(db, action, now());
  const { lines, outcomeOf } = file;
  const end = (outcome: Readonly<Record<string, unknown>>) =>
    endAction(db, id, outcome, now());
  const first = await lines.next().catch(async (error: unknown) => {
    await end({ problem: problemOf(error) });
    throw error;
  });
  async function* sent() {
    let count = 0;
    let problem: string | null = "not-taken";
    try {
      // Waits here until somebody reads; whoever goes before that ends it as well.
      yield [];
      for (let some = first; some.done !== true; some = await lines.next()) {
        count += some.value.length;
        yield some.value;
      }
      problem = null;
    } catch (error) {
      problem = problemOf(error);
      throw error;
    } finally {
      await end({ ...outcomeOf(count), ...(problem !== null && { problem }) });
    }
  }
  const begun = sent();
  await begun.next();
  return begun;
}

function problemOf(error: unknown): string {
  return error instanceof ProblemError ? error.problem.type : "internal";
}
