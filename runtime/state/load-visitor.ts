import { atom } from "jotai";
import { getVisitorInfo } from "../api/visitor.ts";
import { logWarning } from "../core/log.ts";
import { type ServerVisitor, withServer } from "../core/visitor-info.ts";
import { checkoutStored } from "./checkout-store.ts";
import { contactStored } from "./contact.ts";
import { visitAtom } from "./visit.ts";
import { visitorStored } from "./visitor.ts";

/** Whether visitor info has to be loaded: it is missing, or the visitor is new (spec 4). */
const visitorWantedAtom = atom((get) => {
  const { visitor_id, is_new_visitor } = get(visitorStored.state);
  return visitor_id === null || is_new_visitor;
});

const runningAtom = atom<{ readonly done: Promise<void> | null }>({
  done: null,
});

/** Takes over what the server answered about the visitor. */
export const receiveVisitorAtom = atom(
  null,
  (get, set, answer: ServerVisitor) => {
    const contact = get(contactStored.state);
    set(visitorStored.state, (visitor) => withServer(visitor, answer, contact));
    set(checkoutStored.state, (checkout) => ({
      ...checkout,
      deviceId: get(visitAtom)?.deviceId() ?? checkout.deviceId,
      visitorId: answer.visitor_id,
    }));
  },
);

/**
 * Loads the visitor info if it is wanted; calls at the same time share one request. A failure is a
 * warning, and the app goes on (spec 8).
 */
export const loadVisitorAtom = atom(null, (get, set): Promise<void> => {
  const visit = get(visitAtom);
  const { done: running } = get(runningAtom);
  if (running !== null) return running;
  if (visit === null || !get(visitorWantedAtom)) return Promise.resolve();
  const done = getVisitorInfo(visit.client)
    .then((answer) => set(receiveVisitorAtom, answer))
    .catch((error: unknown) =>
      logWarning("loading the visitor info failed", error),
    )
    .finally(() => set(runningAtom, { done: null }));
  set(runningAtom, { done });
  return done;
});
