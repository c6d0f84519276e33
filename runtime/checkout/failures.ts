import { FetchError } from "ofetch";

/** Whether the server refused a request as it stands: the same one will be refused again. */
export function isRefused(error: unknown): boolean {
  return (
    error instanceof FetchError &&
    [400, 404, 410, 422].includes(error.status ?? 0)
  );
}

/** What a call answers; `nothing` where the server knows of none in this session, so that nothing was charged by it. */
export async function unlessUnknown<T>(
  call: Promise<T>,
  nothing: T,
): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof FetchError && error.status === 404) return nothing;
    throw error;
  }
}
