import { atom } from "jotai";
import { checkoutStored } from "../state/checkout-store.ts";
import { eventsAtom, trackAtom } from "../state/events.ts";

/** Tells of the purchases that an earlier document has ended before anybody was told of them. */
export const tellUntoldAtom = atom(null, (get, set) => {
  const waiting = get(eventsAtom).flatMap((event) =>
    event.kind === "purchase" ? event.properties["event_id"] : [],
  );
  for (const properties of get(checkoutStored.state).untold)
    if (!waiting.includes(properties["event_id"]))
      set(trackAtom, { kind: "purchase", properties });
});

/** Keeps a purchase no longer, by its event: all have been told. Without one, none at all: nobody may be told. */
export const forgetUntoldAtom = atom(null, (get, set, eventId?: string) => {
  const { state } = checkoutStored;
  if (get(state).untold.length === 0) return;
  set(state, (checkout) => ({
    ...checkout,
    untold: checkout.untold.filter(
      ({ event_id }) => eventId !== undefined && event_id !== eventId,
    ),
  }));
});
