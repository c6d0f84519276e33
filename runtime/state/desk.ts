import { atom } from "jotai";
import type { ClickIds } from "../api/visitor.ts";
import {
  type Attempt,
  attemptFor,
  type Order,
  withAttempt,
  withoutOffer,
} from "../core/attempt.ts";
import { withOrder } from "../core/checkout.ts";
import { checkoutStored } from "./checkout.ts";
import { clickIds } from "./click-ids.ts";
import { type Visit, visitAtom } from "./visit.ts";

/** What paying at one offer needs: the calls, and the attempt that is kept between them. */
export interface Desk {
  readonly visit: Visit;
  readonly clicks: ClickIds;
  visitorId(): string | null;
  /** As stored now, by this tab or another. */
  attempt(): Attempt | null;
  begin(order: Order): Attempt;
  keep(attempt: Attempt): Attempt;
  forget(): void;
  /** The server said so. */
  markPurchased(): void;
}

/** Opens the desk of an offer; null while prerendering. */
export const openDeskAtom = atom(
  null,
  (get, set, offer: string): Desk | null => {
    const visit = get(visitAtom);
    if (visit === null) return null;
    const { state, restore } = checkoutStored;
    const attempt = () => {
      set(restore);
      return attemptFor(get(state).attempts, offer);
    };
    const keep = (kept: Attempt) => {
      set(state, (checkout) => ({
        ...checkout,
        attempts: withAttempt(checkout.attempts, kept),
      }));
      return kept;
    };
    return {
      visit,
      clicks: clickIds(visit),
      visitorId: () => get(state).visitorId,
      attempt,
      keep,
      begin: (order) => {
        set(state, (checkout) => withOrder(checkout, order, visit.uuid));
        const begun = attempt();
        if (begun === null) throw new Error("a begun payment was not kept");
        return begun;
      },
      forget: () =>
        set(state, (checkout) => ({
          ...checkout,
          attempts: withoutOffer(checkout.attempts, offer),
        })),
      markPurchased: () =>
        set(state, (checkout) => ({ ...checkout, isPurchased: true })),
    };
  },
);
