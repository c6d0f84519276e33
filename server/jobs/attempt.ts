import { describeError, type Log } from "../log.ts";

/** Does a part of a round. The next round tries again what fails; what comes after it is not held up. */
export async function attempt(
  log: Log,
  message: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    log({ level: "error", message, ...describeError(error) });
  }
}
