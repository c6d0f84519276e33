import { endOfPlan, type PlanNews } from "../checkout/news.ts";
import type { Provider } from "../checkout/provider.ts";
import { postSigned, type SignedCall } from "./signed-call.ts";

/** When a plan is to end: at once, or when what is paid for is over. */
type EndOfPlan = "now" | "period-end";

/** What a provider that has such a call can do about plans. */
export function plansEndedAt(
  call: SignedCall,
): Required<Pick<Provider, "endPlan" | "cancelPlan">> {
  return {
    endPlan: async ({ checkout_id: order }) =>
      (await askToEnd(call, { order, end: "now", at: new Date() })) !== null,
    cancelPlan: ({ checkout_id: order }, { isBehind, at }) =>
      askToEnd(call, { order, end: isBehind ? "now" : "period-end", at }),
  };
}

/**
 * Posts `order`, `end`, `time` and `signature`, and reads `{ status, ends }`: `cancelled`, and from when on nothing is
 * charged (Unix seconds; left out, it is over). null when it was not ended, by any other status. Throws a 503 when the
 * provider does not answer.
 */
async function askToEnd(
  call: SignedCall,
  { order, end, at }: { order: string; end: EndOfPlan; at: Date },
): Promise<PlanNews | null> {
  const { status, ends } = await postSigned(call, { order, end }, at);
  if (status !== "cancelled") return null;
  const seconds = Number(ends ?? Number.NaN);
  const endsAt = Number.isNaN(seconds) ? null : new Date(seconds * 1_000);
  return endOfPlan(endsAt, at);
}
