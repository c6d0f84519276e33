import { type RawBuilder, sql } from "kysely";

/** Which part of a list that begins with its newest line. */
export interface Part {
  /** Nothing older; null: to the first one. */
  readonly since: Date | null;
  /** Only what comes after this in the list; null: from the newest. */
  readonly before: Place | null;
  readonly limit: number;
}

/** A time, or one line of it: several lines may have the same. */
export interface Place {
  readonly at: Date;
  readonly id: string | null;
}

/** Which lines of a list that has an email and a brand in each. */
export interface ListQuery extends Part {
  readonly email: string | null;
  readonly brand: string | null;
}

/** Whether a line is in the part, by the columns of its time and its id. */
export function isWithin(
  { since, before }: Pick<Part, "since" | "before">,
  columns: { readonly at: string; readonly id: string },
): RawBuilder<boolean> {
  const [at, id] = [sql.ref(columns.at), sql.ref(columns.id)];
  const isNew = since === null ? sql`true` : sql`${at} >= ${since}`;
  if (before === null) return sql<boolean>`${isNew}`;
  const isOlder =
    before.id === null
      ? sql`${at} < ${before.at}`
      : sql`${at} <= ${before.at} and (${at} < ${before.at} or ${id}::text < ${before.id})`;
  return sql<boolean>`${isNew} and ${isOlder}`;
}

/** The order of a list: newest first, and lines of one time by their ids. */
export function newestFirst(columns: {
  readonly at: string;
  readonly id: string;
}): RawBuilder<unknown> {
  return sql`${sql.ref(columns.at)} desc, ${sql.ref(columns.id)}::text desc`;
}
