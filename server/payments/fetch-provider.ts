import { requestHeaders } from "../http/request-context.ts";
import { OtherStatus } from "./unanswered.ts";

/** One call of a provider may take this long, in milliseconds; the visitor waits. */
export const PROVIDER_TIMEOUT_MS = 10_000;

/**
 * `fetch` of a payment provider, with a time limit and the name of the request that it is for. It goes where it was sent
 * and nowhere else: a charge would be made at the new address once more. Throws an `OtherStatus` for a redirect.
 */
export async function fetchProvider(
  address: string | URL | Request,
  init: RequestInit = {},
): Promise<Response> {
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries(requestHeaders()))
    headers.set(name, value);
  const answer = await fetch(address, {
    ...init,
    headers,
    redirect: "manual",
    signal: init.signal ?? AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
  });
  const { status } = answer;
  if (status >= 300 && status < 400) throw new OtherStatus(status);
  return answer;
}
