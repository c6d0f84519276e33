import { describeError, type Log } from "../log.ts";

/**
 * Does a part of a round, and answers whether it was done. The next round tries again what fails; what comes after it is
 * not held up.
 */
export async function attempt(
  log: Log,
  message: string,
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    log({ level: "error", message, ...describeError(error) });
    return false;
  }
}
