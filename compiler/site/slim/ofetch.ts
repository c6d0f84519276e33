/** What `runtime/api/client.ts` does itself, as it stands in ofetch: addresses by the browser's own means, and answers. */
const OWN = [
  "import destr from 'destr';",
  " || destr",
  ' || detectResponseType(context.response.headers.get("content-type") || "")',
  "import { withBase, withQuery } from 'ufo';",
  "context.request = withBase(context.request, context.options.baseURL);",
  "context.request = withQuery(context.request, context.options.query);",
];

/**
 * ofetch without what writes addresses from a base and a query, and without what guesses how an answer is to be read:
 * 1.5 kB less for every visitor. null where ofetch reads otherwise than it did; it is taken whole then.
 * @param code the file of ofetch that makes its calls
 */
export function slimOfetch(code: string): string | null {
  return OWN.every((part) => code.includes(part))
    ? OWN.reduce((left, part) => left.replace(part, ""), code)
    : null;
}

/** What a build says of an ofetch that is taken whole. */
export const WHOLE_OFETCH =
  "ofetch imports its addresses otherwise than it did, or reads answers otherwise, and is taken whole, which is 1.5 kB more for every visitor: see compiler/site/slim/ofetch.ts.";
