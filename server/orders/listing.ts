import type { Part, Place } from "../db/part.ts";

/** Lines that are read at once where all of a list are wanted. */
export const BATCH = 1_000;

/** How a list is read. */
export interface List<Line, Query extends Part> {
  find(query: Query): Promise<readonly Line[]>;
  /** Where a line is in it. */
  placeOf(line: Line): Place;
}

/** A part of a list, and how the next one is asked for: the `before` of its query; null when this is the last. */
export interface Listing<Line> {
  readonly lines: readonly Line[];
  readonly next: string | null;
}

/** The part of a list that a query asks for. */
export async function readListing<Line, Query extends Part>(
  { find, placeOf }: List<Line, Query>,
  query: Query,
): Promise<Listing<Line>> {
  const found = await find({ ...query, limit: query.limit + 1 });
  const lines = found.slice(0, query.limit);
  const last = found.length > query.limit ? found[query.limit - 1] : undefined;
  if (last === undefined) return { lines, next: null };
  const { at, id } = placeOf(last);
  return { lines, next: `${at.toISOString()},${id}` };
}

/**
 * The lines of a file, in batches, so that no statement takes long and no more than one is held: as many as the query was
 * limited to on purpose, else all of them.
 */
export async function* readForFile<Line, Query extends Part>(
  { find, placeOf }: List<Line, Query>,
  query: Query,
  isLimited: boolean,
): AsyncGenerator<readonly Line[], void> {
  if (isLimited) {
    yield await find(query);
    return;
  }
  for (let { before } = query; ;) {
    const batch = await find({ ...query, before, limit: BATCH });
    yield batch;
    const last = batch[BATCH - 1];
    if (last === undefined) return;
    before = placeOf(last);
  }
}
