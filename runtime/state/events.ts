import { atom } from "jotai";

/** What happens in a visit, for those who measure it. */
export type VisitEvent =
  | { readonly kind: "page"; readonly path: string; readonly title: string }
  | {
      readonly kind: "purchase";
      readonly properties: Readonly<Record<string, string>>;
    }
  /** The visitor info, the contact or the checkout store has changed. */
  | { readonly kind: "visitor" };

/** Nobody may be there yet to take them; older ones are given up. */
const WAITING_MAX = 100;

/** What has happened and was not taken yet, oldest first. */
export const eventsAtom = atom<readonly VisitEvent[]>([]);

/** Notes that something has happened; nothing waits for it to be told. */
export const trackAtom = atom(null, (_get, set, event: VisitEvent) =>
  set(eventsAtom, (waiting) => [...waiting, event].slice(-WAITING_MAX)),
);
