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
    const problem =
      error instanceof ProblemError ? error.problem.type : "internal";
    await endAction(db, id, { problem }, now());
    throw error;
  });
  await endAction(db, id, outcome, now());
  return answer;
}
