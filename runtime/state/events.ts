import { atom } from "jotai";
import { redactPath } from "../../generated/address.ts";
import { isHidden } from "../../generated/privacy.ts";
import { sensitiveAtom } from "./discretion.ts";

/** What happens in a visit, for those who measure it. */
export type VisitEvent =
  /** `path` as it may be told: sensitive steps that follow each other are one page. */
  | { readonly kind: "page"; readonly path: string; readonly title: string }
  | {
      readonly kind: "purchase";
      readonly properties: Readonly<Record<string, string>>;
    }
  /** Answers of an earlier edition fit no longer: to which questions, never what they were. */
  | { readonly kind: "dropped"; readonly questions: readonly string[] }
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

const lastPathAtom = atom("");

/** How many pages that are not hidden React has shown in this document; one shown twice in a row counts once. */
export const pagesSeenAtom = atom(0);
const lastSeenAtom = atom("");

/** Notes that the page at a path is seen. */
export const trackPageAtom = atom(
  null,
  (get, set, pathname: string, title: string) => {
    const isOpen = !isHidden(get(sensitiveAtom));
    if (isOpen && get(lastSeenAtom) !== pathname) {
      set(lastSeenAtom, pathname);
      set(pagesSeenAtom, (pages) => pages + 1);
    }
    set(tellPageAtom, pathname, title);
  },
);

/** Tells of the page at a path; from one sensitive step to the next, that is no news to anybody. */
export const tellPageAtom = atom(
  null,
  (get, set, pathname: string, title: string) => {
    const path = redactPath(pathname);
    const isSame = path !== pathname && get(lastPathAtom) === path;
    set(lastPathAtom, path);
    if (!isSame) set(trackAtom, { kind: "page", path, title });
  },
);
