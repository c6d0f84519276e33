import type { OfferTerms } from "../../generated/api.ts";
import { isOfferTerms } from "../../generated/readers/offer-terms.ts";
import type { Client } from "./client.ts";
import { understood } from "./nonsense.ts";

/** On what terms a funnel sells to this visitor. Asking again is safe: what was given stays given. */
export async function getOfferTerms(
  client: Client,
  body: OfferTerms["body"],
): Promise<OfferTerms["answer"]> {
  const answer = await client("/visitor/offer-terms", {
    method: "POST",
    body,
    repeatable: true,
  });
  return understood(isOfferTerms, answer);
}
