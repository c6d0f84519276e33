import { atom } from "jotai";
import type { Attempt, Order } from "../core/attempt.ts";
import { logError, logWarning } from "../core/log.ts";
import { type Desk, openDeskAtom } from "./desk.ts";
import { leave } from "./leave.ts";
import type { Outcome } from "./outcome.ts";
import { payOrder, type PayPlan } from "./pay-order.ts";
import {
  beginRunAtom,
  endRunAtom,
  paymentAt,
  paymentsAtom,
  type Shown,
} from "./payments.ts";
import { isRefused } from "./refused.ts";
import { askAttempt, askUntilDecided, isUnsettled } from "./settle-offer.ts";

/** Pays; ten clicks do it once. */
export const payAtom = atom(
  null,
  async (
    get,
    set,
    order: Order,
    plan: Omit<PayPlan, "unsettled">,
  ): Promise<void> => {
    const { offer, product } = order;
    const { unsettled } = paymentAt(get(paymentsAtom), offer);
    const desk = set(openDeskAtom, offer);
    const run = desk && set(beginRunAtom, offer, { product });
    if (desk === null || run === null) return;
    try {
      const result = await payOrder(desk, order, { ...plan, unsettled });
      if (result.kind === "leave" || result.kind === "send") {
        await leave(desk.visit, result);
        return set(endRunAtom, offer, run, { status: "idle" });
      }
      const shown = result.kind === "unopened" ? UNKNOWN : shownAs(result);
      set(endRunAtom, offer, run, shown);
    } catch (error) {
      logError("paying failed", error);
      // Refused as it stands: the next try needs a new pair of ids.
      if (isRefused(error)) desk.forget();
      set(endRunAtom, offer, run, UNKNOWN);
    }
  },
);

/**
 * Finds out what became of the offer's payment when its page is shown; `returned` is the id in the address,
 * which decides nothing by itself.
 */
export const settleAtom = atom(
  null,
  async (get, set, offer: string, returned: string | null): Promise<void> => {
    const desk = set(openDeskAtom, offer);
    const attempt = desk?.attempt() ?? null;
    if (desk === null) return;
    // Whoever comes without an id must not wipe away what is shown.
    const idle = paymentAt(get(paymentsAtom), offer).status === "idle";
    if (returned === null && !(idle && isUnsettled(attempt))) return;
    const run = set(beginRunAtom, offer, {
      product: attempt?.order.product ?? null,
    });
    if (run === null) return;
    try {
      set(endRunAtom, offer, run, await settle(desk, attempt, returned));
    } catch (error) {
      logWarning("asking about a payment failed", error);
      const shown =
        returned === null
          ? SETTLED
          : ({ status: "unknown", unsettled: returned } as const);
      set(endRunAtom, offer, run, shown);
    }
  },
);

const UNKNOWN = { status: "unknown" } as const satisfies Shown;
const SETTLED = { status: "idle", unsettled: null } as const satisfies Shown;

async function settle(
  desk: Desk,
  attempt: Attempt | null,
  returned: string | null,
): Promise<Shown> {
  if (returned === null) {
    return isUnsettled(attempt)
      ? shownAs(await askAttempt(desk, attempt))
      : SETTLED;
  }
  const outcome = await askUntilDecided(desk, returned);
  // With cookies blocked every page has a session of its own, and the server cannot tell this visitor.
  const unknowable = outcome.kind === "gone" && !desk.visit.hadSession;
  return outcome.kind === "open" || unknowable
    ? { status: "unknown", unsettled: returned }
    : shownAs(outcome);
}

/** A payment page left by Back is still open: the visitor may pay or choose anew. */
function shownAs(outcome: Outcome): Shown {
  const { kind } = outcome;
  if (kind === "open" || kind === "gone") return SETTLED;
  return { status: kind, product: outcome.product, unsettled: null };
}
