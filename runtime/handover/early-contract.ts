/** The call that start-up waits for, below the API's base. */
export const VISITOR_INFO = "/visitor/visitor-info";

/** Its answer, asked for before the runtime arrived. */
export type Early = Promise<Response>;

declare global {
  var early: Early | undefined;
}

/** The browser's fetch, except that the first call for the visitor gets the answer that is on its way already. */
export const fetchOrEarly: typeof fetch = (input, init) => {
  const { early } = globalThis;
  const address = input instanceof Request ? input.url : String(input);
  if (early === undefined || !address.endsWith(VISITOR_INFO))
    return fetch(input, init);
  globalThis.early = undefined;
  return Promise.race([early, aborted(init?.signal)]);
};

function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason));
  });
}
