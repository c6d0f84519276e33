import type { CheckoutStatus } from "../../generated/api.ts";
import {
  MAKE_STRIPE_SUBSCRIPTION_CITY_MAX,
  MAKE_STRIPE_SUBSCRIPTION_COUNTRY_MAX,
  MAKE_STRIPE_SUBSCRIPTION_POST_CODE_MAX,
} from "../../generated/call.ts";
import { initiateCheckout, makeCharge } from "../api/charge.ts";
import { isPriceChanged } from "../api/problem.ts";
import { getCheckoutStatus, getPurchases } from "../api/pay.ts";
import type { Attempt } from "../core/attempt.ts";
import type { Checkout } from "../core/checkout-store.ts";
import { logError, logWarning } from "../core/log.ts";
import { sessionId } from "../core/session.ts";
import { clickIds } from "../state/click-ids.ts";
import { loadVisitorAtom } from "../state/load-visitor.ts";
import { askTermsAtom } from "../state/offer-terms.ts";
import type { Visit } from "../state/visit.ts";
import { visitorStored } from "../state/visitor.ts";
import { ASK_AGAIN_MS } from "./asking.ts";
import { attemptAt, elsewhere } from "./attempts.ts";
import { failureOf, unlessUnknown } from "./failures.ts";
import {
  type CheckoutContext,
  keep,
  storedCheckout,
  tracking,
} from "./keep.ts";
import { leave } from "./leave.ts";
import type { Answer, Asking, Outcome, StateOf, Waiting } from "./machine.ts";
import { openPaymentPage } from "./payment-page.ts";
import { chargers } from "./providers/registry.ts";

/** Makes the call that a state stands for. Never rejects. */
export async function perform(
  context: CheckoutContext,
  state: Waiting,
): Promise<Answer> {
  try {
    return await call(context, state);
  } catch (error) {
    if (isPriceChanged(error)) {
      logWarning("the price has changed", error);
      // The page shows what holds now before it says that something has changed.
      await context.set(askTermsAtom);
      return { kind: "price-changed", to: state };
    }
    if (state.kind === "asking-on-return" || state.kind === "asking-on-arrival")
      logWarning("asking about a payment failed", error);
    else logError("paying failed", error);
    return { kind: "failed", to: state, why: failureOf(error) };
  }
}

async function call(context: CheckoutContext, state: Waiting): Promise<Answer> {
  const { visit } = context;
  switch (state.kind) {
    case "asking-on-return": {
      const wait = ASK_AGAIN_MS[state.open - 1];
      if (wait !== undefined) await visit.sleep(wait);
      return ask(context, state);
    }
    case "asking-on-arrival":
    case "asking-earlier":
      return ask(context, state);
    case "confirming":
      return confirm(visit, state);
    case "finding-visitor":
      return findVisitor(context, state);
    case "charging":
      return charge(visit, state);
    case "opening":
      return open(context, state);
    case "leaving": {
      const end = await leave(visit, state.way);
      return end === "stayed"
        ? { kind: "stayed", to: state }
        : { kind: "sheet-closed", to: state, atEnd: end === "at-end" };
    }
  }
}

async function ask(context: CheckoutContext, to: Asking): Promise<Answer> {
  const { about } = to;
  if (typeof about !== "string") return askCharge(context, to, about);
  const { visit } = context;
  const asked = getCheckoutStatus(visit.client, about).then(outcomeOf);
  const outcome =
    (await unlessUnknown(asked, null)) ?? notThere(isTheirSession(visit));
  return { kind: "outcome", to, outcome, payment: about, attempt: null };
}

/** Whether the session that has answered is the one from before the page: it may have ended while that stood open. */
function isTheirSession({ sessionBefore, cookies }: Visit): boolean {
  return sessionBefore !== null && sessionId(cookies) === sessionBefore;
}

/** With cookies blocked or deleted a page has a session of its own, and the server cannot tell this visitor. */
function notThere(isTheirs: boolean): Outcome {
  return { kind: isTheirs ? "gone" : "unknowable" };
}

/** A purchase of the same product may be that of another offer, or an earlier one of what may be bought again. */
async function askCharge(
  context: CheckoutContext,
  to: Asking,
  attempt: Attempt,
): Promise<Answer> {
  const { offer, product } = attempt.order;
  const { visit } = context;
  const { purchases, saved = false } = await getPurchases(visit.client);
  const others = othersThan(storedCheckout(context), offer);
  const found = purchases
    .filter(
      (purchase) =>
        purchase.product === product &&
        purchase.status !== "refunded" &&
        !others.includes(purchase.checkout_id),
    )
    .at(-1);
  return {
    kind: "outcome",
    to,
    // A session that has what was to be charged is the one that it was to be charged in.
    outcome: found
      ? { kind: "paid", product }
      : notThere(isTheirSession(visit) || saved),
    payment: found?.checkout_id ?? null,
    attempt,
  };
}

/** The payments that this device knows of, without that of the offer's attempt. */
function othersThan(checkout: Checkout, offer: string): (string | null)[] {
  const own = attemptAt(checkout, offer)?.payment ?? null;
  const payments = elsewhere(checkout, offer).map(({ payment }) => payment);
  return [...payments, ...checkout.told.filter((told) => told !== own)];
}

async function confirm(
  visit: Visit,
  to: StateOf<"confirming">,
): Promise<Answer> {
  const { order, eventId } = to.attempt;
  const { product, price, currency, renewal } = order;
  const body = {
    product,
    price,
    currency,
    ...(renewal !== undefined && { renewal }),
    event_id: eventId,
  };
  const { reference } = await initiateCheckout(
    visit.client,
    body,
    clickIds(visit),
  );
  return { kind: "confirmed", to, reference };
}

async function findVisitor(
  { get, set }: CheckoutContext,
  to: StateOf<"finding-visitor">,
): Promise<Answer> {
  const known = () => get(visitorStored.state).visitor_id;
  if (known() === null) await set(loadVisitorAtom);
  return { kind: "visitor-found", to, visitorId: known() };
}

/** By reference, or at once by the provider that has saved it. */
async function charge(visit: Visit, to: StateOf<"charging">): Promise<Answer> {
  const { request, attempt, reference, visitorId } = to;
  const { checkoutId, eventId, order } = attempt;
  const { product } = order;
  const { client } = visit;
  const sent = { ...clickIds(visit), reference, visitorId, eventId };
  const answer = await unlessUnknown(
    request.saved === "reference"
      ? makeCharge(client, sent)
      : chargers[request.saved](client, checkoutId, product, eventId),
    null,
  );
  if (answer === null) return { kind: "nothing-saved", to };
  const outcome = outcomeOf({ ...answer, product });
  return { kind: "outcome", to, outcome, payment: answer.checkout_id, attempt };
}

function outcomeOf({
  status,
  product,
  url,
}: Pick<CheckoutStatus["answer"], "status" | "product" | "url">): Outcome {
  // What was given back may be bought again, as if it never had been.
  if (status === "refunded") return { kind: "gone" };
  if (status !== "needs_authentication") return { kind: status, product };
  // Without an address there is nothing to confirm on.
  if (url === undefined) return { kind: "declined", product };
  return { kind: "needs-authentication", product, url };
}

/** What goes with the key is kept before it is sent: the same key never goes with another body. */
function open(
  context: CheckoutContext,
  to: StateOf<"opening">,
): Promise<Answer> {
  const { attempt: known, request } = to;
  const { geo, product, returnPath } = request;
  const { email } = known.order;
  const details = known.details ?? {
    returnPath,
    ...(email !== "" && { email }),
    city: geo?.city.slice(0, MAKE_STRIPE_SUBSCRIPTION_CITY_MAX) ?? "",
    country: geo?.country.slice(0, MAKE_STRIPE_SUBSCRIPTION_COUNTRY_MAX) ?? "",
    postCode:
      geo?.postcode.slice(0, MAKE_STRIPE_SUBSCRIPTION_POST_CODE_MAX) ?? "",
    meta: tracking(context, known.eventId),
  };
  const attempt = { ...known, details };
  keep(context, attempt.order.offer, attempt);
  const { client } = context.visit;
  return openPaymentPage(client, to, { attempt, details, product });
}
