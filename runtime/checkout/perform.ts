import { atom } from "jotai";
import type { CheckoutStatus } from "../../generated/api.ts";
import {
  initiateCheckout,
  makeCharge,
  makeImmediateCharge,
} from "../api/charge.ts";
import type { Client } from "../api/client.ts";
import { getCheckoutStatus, getPurchases } from "../api/pay.ts";
import type { Attempt, Details } from "../core/attempt.ts";
import { clickIds } from "../state/click-ids.ts";
import { loadVisitorAtom } from "../state/load-visitor.ts";
import type { Visit } from "../state/visit.ts";
import { visitorStored } from "../state/visitor.ts";
import { elsewhere } from "./attempts.ts";
import { isRefused, isUnknown } from "./failures.ts";
import { noteAtom, storedCheckoutAtom, trackingAtom } from "./keep.ts";
import { leave } from "./leave.ts";
import type { Answer, Call, Outcome } from "./machine.ts";
import { openPaymentPage } from "./payment-page.ts";

/** Does what is to be done, and answers what came of it. Never rejects. */
export const performAtom = atom(
  null,
  async (_get, set, visit: Visit, call: Call): Promise<Answer> => {
    try {
      return await set(doAtom, visit, call);
    } catch (error) {
      return { kind: "failed", refused: isRefused(error), error };
    }
  },
);

const doAtom = atom(
  null,
  async (_get, set, visit: Visit, call: Call): Promise<Answer> => {
    const { client } = visit;
    switch (call.kind) {
      case "ask-payment":
        return askPayment(client, call.payment);
      case "ask-charge":
        return set(askChargeAtom, client, call.attempt);
      case "wait":
        await visit.sleep(call.ms);
        return { kind: "waited" };
      case "confirm":
        return confirm(visit, call.attempt);
      case "find-visitor":
        return set(findVisitorAtom);
      case "charge-by-reference": {
        const { attempt, reference, visitorId } = call;
        const { eventId } = attempt;
        const charge = { ...clickIds(visit), reference, visitorId, eventId };
        return charged(attempt, () => makeCharge(client, charge));
      }
      case "charge-at-once": {
        const { attempt } = call;
        const { checkoutId, order } = attempt;
        return charged(attempt, () =>
          makeImmediateCharge(client, checkoutId, order.product),
        );
      }
      case "open":
        return set(openAtom, visit, call);
      case "leave":
        await leave(visit, call.way);
        return { kind: "stayed" };
    }
  },
);

async function askPayment(client: Client, payment: string): Promise<Answer> {
  const outcome = await getCheckoutStatus(client, payment).then(
    outcomeOf,
    (error: unknown): Outcome => {
      if (!isUnknown(error)) throw error;
      return { kind: "gone" };
    },
  );
  return { kind: "outcome", outcome, payment, attempt: null };
}

/** A purchase of the same product may be that of another offer. */
const askChargeAtom = atom(
  null,
  async (_get, set, client: Client, attempt: Attempt): Promise<Answer> => {
    const { offer, product } = attempt.order;
    const purchases = await getPurchases(client);
    const others = elsewhere(set(storedCheckoutAtom), offer);
    const found = purchases.findLast(
      (purchase) =>
        purchase.product === product &&
        !others.some(({ payment }) => payment === purchase.checkout_id),
    );
    return {
      kind: "outcome",
      outcome:
        found === undefined ? { kind: "gone" } : { kind: "paid", product },
      payment: found?.checkout_id ?? null,
      attempt,
    };
  },
);

async function confirm(
  visit: Visit,
  { order, eventId }: Attempt,
): Promise<Answer> {
  const { product, price, currency } = order;
  const body = { product, price, currency, event_id: eventId };
  const { reference } = await initiateCheckout(
    visit.client,
    body,
    clickIds(visit),
  );
  return { kind: "confirmed", reference };
}

const findVisitorAtom = atom(null, async (get, set): Promise<Answer> => {
  const { visitor_id } = get(visitorStored.state);
  if (visitor_id === null) await set(loadVisitorAtom);
  const visitorId = get(visitorStored.state).visitor_id;
  return { kind: "visitor-found", visitorId };
});

type Charged = Pick<CheckoutStatus["answer"], "checkout_id" | "status" | "url">;

async function charged(
  attempt: Attempt,
  charge: () => Promise<Charged>,
): Promise<Answer> {
  try {
    const answer = await charge();
    const { product } = attempt.order;
    const outcome = outcomeOf({ ...answer, product });
    return { kind: "outcome", outcome, payment: answer.checkout_id, attempt };
  } catch (error) {
    if (!isUnknown(error)) throw error;
    return { kind: "nothing-saved" };
  }
}

function outcomeOf({
  status,
  product,
  url,
}: Pick<CheckoutStatus["answer"], "status" | "product" | "url">): Outcome {
  if (status !== "needs_authentication") return { kind: status, product };
  // Without an address there is nothing to confirm on.
  if (url === undefined) return { kind: "declined", product };
  return { kind: "needs-authentication", product, url };
}

/** What goes with the key is kept before it is sent: the same key never goes with another body. */
const openAtom = atom(
  null,
  (
    _get,
    set,
    visit: Visit,
    { attempt: known, request }: Extract<Call, { kind: "open" }>,
  ): Promise<Answer> => {
    const { geo, product, returnPath } = request;
    const details: Details = known.details ?? {
      returnPath,
      city: geo?.city.slice(0, 120) ?? "",
      country: geo?.country.slice(0, 120) ?? "",
      postCode: geo?.postcode.slice(0, 20) ?? "",
      meta: set(trackingAtom, visit, known.eventId),
    };
    const attempt = { ...known, details };
    set(noteAtom, visit, attempt.order.offer, { kind: "keep", attempt });
    return openPaymentPage(visit.client, attempt, details, product);
  },
);
