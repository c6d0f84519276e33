import { atom } from "jotai";
import type { Attempt } from "../core/attempt.ts";
import { logError, logWarning } from "../core/log.ts";
import { convertAtom } from "../state/ab-configuration.ts";
import { checkoutStored } from "../state/checkout-store.ts";
import { clickIds } from "../state/click-ids.ts";
import { trackAtom } from "../state/events.ts";
import { experimentsStored } from "../state/experiments.ts";
import type { Visit } from "../state/visit.ts";
import {
  attemptAt,
  withAttempt,
  withBegun,
  withoutAttempt,
} from "./attempts.ts";
import type { Note } from "./machine.ts";
import { purchaseTracking } from "./purchase-tracking.ts";

const { state, restore } = checkoutStored;

/** The checkout store as it is now, by this tab or another. */
export const storedCheckoutAtom = atom(null, (get, set) => {
  set(restore);
  return get(state);
});

/** What tells of a purchase at this visit, with the attempt's event. */
export const trackingAtom = atom(
  null,
  (get, _set, visit: Visit, eventId: string) =>
    purchaseTracking({
      eventId,
      clicks: clickIds(visit),
      checkout: get(state),
      experiments: get(experimentsStored.state),
      path: visit.location.pathname,
    }),
);

/** Keeps or says what follows at one offer. */
export const noteAtom = atom(
  null,
  (_get, set, visit: Visit, offer: string, note: Note): void => {
    switch (note.kind) {
      case "begin":
        return set(state, (checkout) => withBegun(checkout, note.attempt));
      case "keep":
        return set(state, (checkout) => withAttempt(checkout, note.attempt));
      case "forget":
        return set(state, (checkout) =>
          note.payment === null ||
          attemptAt(checkout, offer)?.payment === note.payment
            ? withoutAttempt(checkout, offer)
            : checkout,
        );
      case "mark-paid":
        return set(markPaidAtom, visit, offer, note);
      case "report":
        return note.during === "paying"
          ? logError("paying failed", note.error)
          : logWarning("asking about a payment failed", note.error);
    }
  },
);

/** The server said so; it is told once. */
const markPaidAtom = atom(
  null,
  (
    get,
    set,
    visit: Visit,
    offer: string,
    { payment, product }: Extract<Note, { kind: "mark-paid" }>,
  ): void => {
    const stored = attemptAt(set(storedCheckoutAtom), offer);
    const own: Attempt | null = stored?.payment === payment ? stored : null;
    if (own?.paid === true) return;
    set(state, (checkout) => ({
      ...(own === null
        ? checkout
        : withAttempt(checkout, { ...own, paid: true })),
      isPurchased: true,
    }));
    const eventId = get(state).lastPurchaseEventId ?? visit.uuid();
    const properties = { product, ...set(trackingAtom, visit, eventId) };
    set(trackAtom, { kind: "purchase", properties });
    if (visit.funnel.experiments.length > 0) void set(convertAtom);
  },
);
