import { atom } from "jotai";
import type { ClickIds } from "../api/visitor.ts";
import {
  type Attempt,
  attemptFor,
  newAttempt,
  type Order,
  withAttempt,
  withoutOffer,
} from "../core/attempt.ts";
import { type Checkout, withBegun } from "../core/checkout.ts";
import { purchaseTracking } from "../core/purchase-tracking.ts";
import { convertAtom } from "./ab-configuration.ts";
import { checkoutStored } from "./checkout.ts";
import { clickIds } from "./click-ids.ts";
import { trackAtom } from "./events.ts";
import { experimentsStored } from "./experiments.ts";
import { loadVisitorAtom } from "./load-visitor.ts";
import { type Visit, visitAtom } from "./visit.ts";
import { visitorStored } from "./visitor.ts";

/** What paying at one offer needs: the calls, and the attempt that is kept between them. */
export interface Desk {
  readonly visit: Visit;
  readonly clicks: ClickIds;
  /** Loaded when it is missing; null when that fails. */
  visitorId(): Promise<string | null>;
  /** What tells of this purchase, with the attempt's event. */
  tracking(eventId: string): Readonly<Record<string, string>>;
  /** As stored now, by this tab or another. */
  attempt(): Attempt | null;
  begin(order: Order): Attempt;
  keep(attempt: Attempt): Attempt;
  forget(): void;
  /** Whether a payment is that of another offer. */
  isElsewhere(payment: string): boolean;
  /** The server said so. */
  markPurchased(product: string): void;
}

/** Opens the desk of an offer; null while prerendering. */
export const openDeskAtom = atom(
  null,
  (get, set, offer: string): Desk | null => {
    const visit = get(visitAtom);
    if (visit === null) return null;
    const { state, restore } = checkoutStored;
    const change = (part: Partial<Checkout>) =>
      set(state, (checkout) => ({ ...checkout, ...part }));
    const attempts = () => {
      set(restore);
      return get(state).attempts;
    };
    const clicks = clickIds(visit);
    const tracking = (eventId: string) =>
      purchaseTracking({
        eventId,
        clicks,
        checkout: get(state),
        experiments: get(experimentsStored.state),
        path: visit.location.pathname,
      });
    return {
      visit,
      clicks,
      tracking,
      visitorId: async () => {
        const { visitor_id } = get(visitorStored.state);
        if (visitor_id === null) await set(loadVisitorAtom);
        return get(visitorStored.state).visitor_id;
      },
      attempt: () => attemptFor(attempts(), offer),
      begin: (order) => {
        const attempt = newAttempt(order, visit.uuid);
        set(state, (checkout) => withBegun(checkout, attempt));
        return attempt;
      },
      keep: (attempt) => {
        change({ attempts: withAttempt(attempts(), attempt) });
        return attempt;
      },
      forget: () => change({ attempts: withoutOffer(attempts(), offer) }),
      isElsewhere: (payment) =>
        withoutOffer(attempts(), offer).some(
          (attempt) => attempt.payment === payment,
        ),
      markPurchased: (product) => {
        change({ isPurchased: true });
        const eventId = get(state).lastPurchaseEventId ?? visit.uuid();
        const properties = { product, ...tracking(eventId) };
        set(trackAtom, { kind: "purchase", properties });
        if (visit.funnel.experiments.length > 0) void set(convertAtom);
      },
    };
  },
);
