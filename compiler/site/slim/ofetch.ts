/**
 * What `runtime/api/client.ts` does itself, as it stands in ofetch, and what stands there instead: addresses by the
 * browser's own means, answers, a call that is sent again, and the time that it may take.
 */
const OWN = [
  ["import destr from 'destr';", ""],
  [" || destr", ""],
  [
    ' || detectResponseType(context.response.headers.get("content-type") || "")',
    "",
  ],
  ["context.options.retry !== false && !isAbort", "false"],
  ["!context.options.signal && context.options.timeout", "false"],
  ["import { withBase, withQuery } from 'ufo';", ""],
  ["context.request = withBase(context.request, context.options.baseURL);", ""],
  ["context.request = withQuery(context.request, context.options.query);", ""],
] as const;

/**
 * ofetch without what writes addresses from a base and a query, guesses how an answer is to be read, sends a call again
 * and gives it up: 1.9 kB less for every visitor. null where ofetch reads otherwise than it did; it is taken whole then.
 * @param code the file of ofetch that makes its calls
 */
export function slimOfetch(code: string): string | null {
  return OWN.every(([part]) => code.includes(part))
    ? OWN.reduce((left, [part, instead]) => left.replace(part, instead), code)
    : null;
}

/** What a build says of an ofetch that is taken whole. */
export const WHOLE_OFETCH =
  "ofetch makes its calls otherwise than it did and is taken whole, which is 1.9 kB more for every visitor: see compiler/site/slim/ofetch.ts.";
