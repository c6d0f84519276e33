import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { isWithin, newestFirst, type Part } from "./part.ts";
import type { Database } from "./tables.ts";

/** No subject is as long, and an index holds no more; of what is asked for in vain, so much is kept. */
const SUBJECT_MAX = 500;

/** What an operator does. */
export interface OperatorAction {
  /** `orders.refund` */
  readonly action: string;
  /** What it is done to: the id of a checkout; empty for many. */
  readonly subject: string;
  readonly asked: Readonly<Record<string, unknown>>;
}

/** Writes an action down before it is done; answers its name, by which `endAction` says how it ended. */
export async function beginAction(
  db: Database,
  { action, subject, asked }: OperatorAction,
  begun_at: Date,
): Promise<string> {
  const action_id = randomUUID();
  await db
    .insertInto("operator_actions")
    .values({
      action_id,
      action,
      subject: subject.slice(0, SUBJECT_MAX),
      asked: JSON.stringify(asked),
      outcome: null,
      begun_at,
      ended_at: null,
    })
    .execute();
  return action_id;
}

/** An action as it was written down. */
export type Action = Awaited<ReturnType<typeof findActions>>[number];

const COLUMNS = { at: "begun_at", id: "action_id" };

/**
 * What operators have done, newest first; `isChange`: without what they have only looked at; `subject`: to this alone.
 */
export function findActions(
  db: Database,
  {
    isChange,
    subject,
    limit,
    ...part
  }: Part & { readonly isChange: boolean; readonly subject: string | null },
) {
  return db
    .selectFrom("operator_actions")
    .select(["action_id", "action", "subject", "asked", "outcome", "begun_at"])
    .where(isWithin(part, COLUMNS))
    .$if(subject !== null, (query) =>
      query.where("subject", "=", subject ?? ""),
    )
    .$if(isChange, (query) =>
      query.where(sql<boolean>`action !~ '[.](list|show)$'`),
    )
    .orderBy(newestFirst(COLUMNS))
    .limit(limit)
    .execute();
}

/** How an action of a key has ended for a subject; null where there was none, or where it did not come to its end. */
export async function findOutcome(
  db: Database,
  {
    action,
    subject,
    key,
  }: Pick<OperatorAction, "action" | "subject"> & {
    readonly key: string;
  },
): Promise<Readonly<Record<string, unknown>> | null> {
  const row = await db
    .selectFrom("operator_actions")
    .select("outcome")
    .where("subject", "=", subject)
    .where("action", "=", action)
    .where(sql`asked->>'key'`, "=", key)
    .where("outcome", "is not", null)
    .where(sql<boolean>`not jsonb_exists(outcome, 'problem')`)
    .executeTakeFirst();
  return row?.outcome ?? null;
}

export async function endAction(
  db: Database,
  actionId: string,
  outcome: Readonly<Record<string, unknown>>,
  ended_at: Date,
): Promise<void> {
  await db
    .updateTable("operator_actions")
    .set({ outcome: JSON.stringify(outcome), ended_at })
    .where("action_id", "=", actionId)
    .execute();
}
