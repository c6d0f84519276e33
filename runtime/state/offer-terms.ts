import { atom } from "jotai";
import type { OfferTerms } from "../../generated/api.ts";
import { OFFER_TERMS_LEFT_MS_MAX } from "../../generated/call.ts";
import { getOfferTerms } from "../api/offer-terms.ts";
import { logWarning } from "../core/log.ts";
import { journeyStored } from "./journey.ts";
import { endTimerAtom, extendTimerAtom } from "./timer.ts";
import { visitAtom } from "./visit.ts";

/** Why a code lowers nothing, in the server's words; `unanswered` when it could not be asked. */
export type Refusal =
  | NonNullable<OfferTerms["answer"]["refused"]>
  | "unanswered";
const refusedNowAtom = atom<Refusal | null>(null);

/** Why a code lowers nothing: one that the visitor typed in, or had. */
export const refusedAtom = atom((get) => get(refusedNowAtom));

/** The visitor should have this one of the funnel's codes; the next call asks for it. */
export const wantPromoAtom = atom(null, (get, set, id: string) => {
  if (get(journeyStored.state).promo?.id === id) return;
  set(journeyStored.state, (journey) => ({
    ...journey,
    promo: { id, code: "" },
  }));
});

const runningAtom = atom<{ readonly done: Promise<void> | null }>({
  done: null,
});

/**
 * Asks the server on what terms the funnel sells to the visitor, and takes them over: the deadline of the countdown and
 * the promo code. Several parts of a page ask together. Never rejects: without an answer, what the browser knows is
 * shown until somebody asks again.
 */
export const askTermsAtom = atom(null, (get, set): Promise<void> => {
  const { done: running } = get(runningAtom);
  if (running !== null) return running;
  const done = set(askAtom, {}).then(() => set(runningAtom, { done: null }));
  set(runningAtom, { done });
  return done;
});

/** Sends in what the visitor has typed as a code. */
export const typePromoAtom = atom(null, async (_get, set, typed: string) => {
  if (!(await set(askAtom, { typed }))) set(refusedNowAtom, "unanswered");
});

/** Asks for more time on the countdown, once for what the page shows. Yields whether there is more of it now. */
export const askForTimeAtom = atom(null, async (get, set): Promise<boolean> => {
  const { extended } = get(journeyStored.state);
  // An answer that is on its way knows of no extension.
  await get(runningAtom).done;
  await set(askAtom, { extend: true });
  return get(journeyStored.state).extended > extended;
});

/** Yields whether there was an answer. */
const askAtom = atom(
  null,
  async (
    get,
    set,
    more: Pick<OfferTerms["body"], "typed" | "extend">,
  ): Promise<boolean> => {
    // What else the page shows has its word first.
    await Promise.resolve();
    const visit = get(visitAtom);
    if (visit === null) return false;
    const { deadline, extended, promo } = get(journeyStored.state);
    const left = deadline === null ? null : deadline - visit.now();
    try {
      const terms = await getOfferTerms(visit.client, {
        funnel: visit.funnel.id,
        ...(left !== null && { left_ms: within(left) }),
        // A server of the version before does not know it.
        ...(extended > 0 && { extended }),
        ...(promo?.code === "" && { promo: promo.id }),
        ...more,
      });
      set(takeAtom, terms);
      return true;
    } catch (error) {
      logWarning("asking for the terms of the offer failed", error);
      return false;
    }
  },
);

const takeAtom = atom(null, (get, set, terms: OfferTerms["answer"]) => {
  const { left_ms, extended = 0, promo, refused } = terms;
  const visit = get(visitAtom);
  if (visit !== null && left_ms !== null) {
    const deadline = visit.now() + left_ms;
    if (extended === get(journeyStored.state).extended)
      set(endTimerAtom, deadline);
    else set(extendTimerAtom, { deadline, extended });
  }
  set(refusedNowAtom, refused);
  set(journeyStored.state, (journey) => ({ ...journey, promo }));
});

function within(ms: number): number {
  return Math.round(Math.min(OFFER_TERMS_LEFT_MS_MAX, Math.max(0, ms)));
}
