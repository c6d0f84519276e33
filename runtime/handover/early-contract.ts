import { SESSION_HEADER } from "../../generated/call.ts";
import { VISITOR_INFO } from "../core/visitor-info.ts";

/** What was asked before the runtime arrived: the visitor's session then, and the answer. */
export interface Early {
  readonly session: string | null;
  readonly answer: Promise<Response>;
}

declare global {
  var early: Early | undefined;
}

/**
 * The browser's fetch, except that the first call for the visitor gets the answer that is on its way already, unless
 * another session was opened since: that one's visitor is wanted.
 */
export const fetchOrEarly: typeof fetch = (input, init) => {
  const { early } = globalThis;
  const address = input instanceof Request ? input.url : String(input);
  if (early === undefined || !address.endsWith(VISITOR_INFO))
    return fetch(input, init);
  globalThis.early = undefined;
  if (new Headers(init?.headers).get(SESSION_HEADER) !== early.session) {
    // What nobody reads would stay open.
    early.answer.then(
      ({ body }) => body?.cancel(),
      () => undefined,
    );
    return fetch(input, init);
  }
  return Promise.race([early.answer, aborted(init?.signal)]);
};

function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason));
  });
}
