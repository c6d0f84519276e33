/** What ofetch imports for addresses, and where it calls it. */
const ADDRESSES = [
  "import { withBase, withQuery } from 'ufo';",
  "context.request = withBase(context.request, context.options.baseURL);",
  "context.request = withQuery(context.request, context.options.query);",
];

/**
 * ofetch without what writes addresses from a base and a query, which `runtime/api/client.ts` does with the browser's own
 * means: 1 kB less for every visitor. null where ofetch reads otherwise than it did; it is taken whole then.
 * @param code the file of ofetch that makes its calls
 */
export function slimOfetch(code: string): string | null {
  return ADDRESSES.every((part) => code.includes(part))
    ? ADDRESSES.reduce((left, part) => left.replace(part, ""), code)
    : null;
}

/** What a build says of an ofetch that is taken whole. */
export const WHOLE_OFETCH =
  "ofetch imports its addresses otherwise than it did and is taken whole, which is 1 kB more for every visitor: see compiler/site/slim/ofetch.ts.";
