import { logError } from "../core/log.ts";

/** As `action`; a failure is logged and rethrown (spec 8). */
export async function rethrown<T>(
  failure: string,
  action: () => Promise<T>,
): Promise<T> {
  try {
    return await action();
  } catch (error) {
    logError(failure, error);
    throw error;
  }
}

/** As `action`, but a failure is logged and not rethrown: null (spec 8). */
export async function swallowed<T>(
  failure: string,
  action: () => Promise<T>,
  onFailure: (error: unknown) => void = () => undefined,
): Promise<T | null> {
  try {
    return await action();
  } catch (error) {
    logError(failure, error);
    onFailure(error);
    return null;
  }
}
