/** At a time, so that no statement holds others up. */
export const BATCH = 1_000;

/** Repeats what changes at most `BATCH` rows until there are no more, or its time is over. Answers how many there were. */
export async function inBatches(
  work: () => Promise<{ readonly numAffectedRows?: bigint | undefined }>,
  isOver: () => boolean = () => false,
): Promise<number> {
  for (let total = 0; ;) {
    const { numAffectedRows = 0n } = await work();
    total += Number(numAffectedRows);
    if (numAffectedRows < BATCH || isOver()) return total;
  }
}
