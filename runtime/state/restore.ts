import { atom } from "jotai";
import { contactFromAnswers, withUtm } from "../core/contact.ts";
import { checkoutStored } from "./checkout-store.ts";
import { contactStored, emailAtom } from "./contact.ts";
import { chooseVariantsAtom, experimentsStored } from "./experiments.ts";
import { geoStored } from "./geo.ts";
import { resumeAnswersAtom } from "./resume.ts";
import { givenAnswersAtom, journeyStored } from "./journey.ts";
import { outboxStored } from "./outbox.ts";
import { reportDroppedAtom } from "./report-dropped.ts";
import { tickAtom } from "./timer.ts";
import { hydratedAtom, visitAtom } from "./visit.ts";
import { visitorStored } from "./visitor.ts";

const PIECES = [
  contactStored,
  visitorStored,
  journeyStored,
  checkoutStored,
  experimentsStored,
  geoStored,
  outboxStored,
] as const;

/** Takes over everything that is stored, and what this visit came with. */
export const restoreAtom = atom(null, (_get, set) => {
  set(reportDroppedAtom);
  for (const { restore } of PIECES) set(restore);
  set(forgetSentAtom);
  set(resumeAnswersAtom);
  set(arriveAtom);
  set(chooseVariantsAtom);
  set(tickAtom);
  set(hydratedAtom, true);
});

/** Takes over what another tab has stored under a key; null stands for every key. */
export const followAtom = atom(null, (get, set, changed: string | null) => {
  const visit = get(visitAtom);
  if (visit === null) return;
  for (const { key, follow } of PIECES) {
    if (changed === null || changed === key(visit)) set(follow);
  }
});

/** What was sent was sent in a session: where there is none any more, the next one does not have it. */
const forgetSentAtom = atom(null, (get, set) => {
  if (get(visitAtom)?.sessionBefore !== null) return;
  if (get(outboxStored.state)?.sent === true)
    set(outboxStored.state, (pending) =>
      pending?.sent === true ? null : pending,
    );
});

/** Attribution goes where the spec keeps it: contact, visitor info and checkout store (spec 2 and 3). */
const arriveAtom = atom(null, (get, set) => {
  const visit = get(visitAtom);
  if (visit === null) return;
  const { utm, externalReferrer, fbclid, ad } = visit.attribution;
  // A link may be anybody's: orders would go to whoever has made it.
  const email = get(emailAtom) === null ? visit.attribution.email : null;
  // The script before React knows answers only.
  const contact = {
    ...contactFromAnswers(get(givenAnswersAtom)),
    ...(email !== null && { email }),
  };
  set(contactStored.state, (known) => {
    const fields = { ...known, ...contact };
    return ad === null ? fields : withUtm(fields, utm);
  });
  set(visitorStored.state, (visitor) => ({
    ...visitor,
    external_referrer: externalReferrer ?? visitor.external_referrer,
    fbclid: fbclid ?? visitor.fbclid,
  }));
  set(checkoutStored.state, (checkout) => ({
    ...checkout,
    // As a whole: of two campaigns in part, there would be one that never was.
    ...ad,
    deviceId: visit.deviceId() ?? checkout.deviceId,
    checkoutEmail: email ?? checkout.checkoutEmail,
  }));
});
