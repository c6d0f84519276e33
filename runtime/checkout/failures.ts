import { FetchError } from "ofetch";

/** Whether the server refused a request as it stands: the same one will be refused again. */
export function isRefused(error: unknown): boolean {
  return (
    error instanceof FetchError &&
    [400, 404, 410, 422].includes(error.status ?? 0)
  );
}

/** The server knows nothing of it in this session, so nothing was charged by it. */
export function isUnknown(error: unknown): boolean {
  return error instanceof FetchError && error.status === 404;
}
