import { atom, type Getter, type Setter } from "jotai";
import type { OfferTerms } from "../../generated/api.ts";
import { OFFER_TERMS_LEFT_MS_MAX } from "../../generated/call.ts";
import { getOfferTerms } from "../api/offer-terms.ts";
import type { Journey } from "../core/journey.ts";
import { logWarning } from "../core/log.ts";
import { journeyStored } from "./journey.ts";
import { endTimerAtom, extendTimerAtom } from "./countdown.ts";
import { visitAtom } from "./visit.ts";

type Refused = NonNullable<OfferTerms["answer"]["refused"]>;
/** Why a code lowers nothing, in the server's words; `unanswered` when it could not be asked. */
export type Refusal = Refused | "unanswered";
const refusedNowAtom = atom<Refusal | null>(null);

/** Why a code lowers nothing: one that the visitor typed in, or had. */
export const refusedAtom = atom((get) => get(refusedNowAtom));

/** A code of the funnel's that the visitor should have, and why they do not; `other`: they have another one. */
export interface NotGiven {
  readonly id: string;
  readonly why: Refused | "other";
}
const notGivenNowAtom = atom<NotGiven | null>(null);

/** The code that the server was asked for last and has not given; of any other, nothing is known. */
export const notGivenAtom = atom((get) => get(notGivenNowAtom));

/** The visitor should have this one of the funnel's codes; the next call asks for it. */
export const wantPromoAtom = atom(null, (get, set, id: string) => {
  if (get(journeyStored.state).promo?.id === id) return;
  set(notGivenNowAtom, null);
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

/** Sends in what the visitor has typed as a code; yields why that one lowers nothing. */
export const typePromoAtom = atom(
  null,
  async (_get, set, typed: string): Promise<Refusal | null> => {
    const terms = await set(askAtom, { typed });
    if (terms !== null) return terms.refused;
    set(refusedNowAtom, "unanswered");
    return "unanswered";
  },
);

/** Asks for more time on the countdown, once for what the page shows. Yields whether there is more of it now. */
export const askForTimeAtom = atom(null, async (get, set): Promise<boolean> => {
  const { extended } = get(journeyStored.state);
  // An answer that is on its way knows of no extension.
  await get(runningAtom).done;
  await set(askAtom, { extend: true });
  return get(journeyStored.state).extended > extended;
});

/** The funnel's code that the server has still to be asked for. */
function wishOf({ promo }: Journey): string | null {
  return promo?.code === "" ? promo.id : null;
}

/** How many answers to what the visitor did, a code or more time, were taken over. */
const doneAtom = atom(0);

/**
 * Yields the answer, null without one. One that was on its way while the visitor did something may know nothing of it:
 * the server is asked again.
 */
async function ask(
  get: Getter,
  set: Setter,
  more: Pick<OfferTerms["body"], "typed" | "extend">,
): Promise<OfferTerms["answer"] | null> {
  // What else the page shows has its word first.
  await Promise.resolve();
  const visit = get(visitAtom);
  if (visit === null) return null;
  const journey = get(journeyStored.state);
  const { deadline, extended } = journey;
  const wish = wishOf(journey);
  const left = deadline === null ? null : deadline - visit.now();
  const isDoing = more.typed !== undefined || more.extend === true;
  const done = get(doneAtom);
  try {
    const terms = await getOfferTerms(visit.client, {
      funnel: visit.funnel.id,
      ...(left !== null && { left_ms: within(left) }),
      // A server of the version before does not know it.
      ...(extended > 0 && { extended }),
      ...(wish !== null && { promo: wish }),
      ...more,
    });
    const isOvertaken = get(doneAtom) !== done;
    if (isDoing) set(doneAtom, (count) => count + 1);
    const next =
      isDoing || !isOvertaken
        ? set(takeAtom, { terms, wish, meant: journey.promo?.id ?? null })
        : null;
    if (isOvertaken || next !== null) await ask(get, set, {});
    return terms;
  } catch (error) {
    logWarning("asking for the terms of the offer failed", error);
    return null;
  }
}
const askAtom = atom(null, ask);

interface Asked {
  readonly terms: OfferTerms["answer"];
  /** The code that was asked for. */
  readonly wish: string | null;
  /** The same, or the code that the visitor had. */
  readonly meant: string | null;
}

/** Yields the code that the page has wanted since the server was asked; the answer knows nothing of it. */
const takeAtom = atom(null, (get, set, { terms, wish, meant }: Asked) => {
  const { left_ms, extended = 0, promo, refused } = terms;
  const visit = get(visitAtom);
  if (visit !== null && left_ms !== null) {
    const deadline = visit.now() + left_ms;
    if (extended === get(journeyStored.state).extended)
      set(endTimerAtom, deadline);
    else set(extendTimerAtom, { deadline, extended });
  }
  // Neither given nor refused: it is none of the server's. It stays a wish, so that the next answer says so again.
  const isNobodys = wish !== null && promo === null && refused === null;
  set(refusedNowAtom, refused);
  const why = promo === null ? (isNobodys ? "unknown" : refused) : "other";
  if (meant !== null && meant !== promo?.id && why !== null)
    set(notGivenNowAtom, { id: meant, why });
  const next = wishOf(get(journeyStored.state));
  if (next !== null && next !== wish && next !== promo?.id) return next;
  if (!isNobodys)
    set(journeyStored.state, (journey) => ({ ...journey, promo }));
  return null;
});

function within(ms: number): number {
  return Math.round(Math.min(OFFER_TERMS_LEFT_MS_MAX, Math.max(0, ms)));
}
