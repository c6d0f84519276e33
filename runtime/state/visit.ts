/** The folder `state` holds what is known of the visitor, as atoms, kept in the browser. */
import { atom } from "jotai";
import type { Brand, Funnel } from "../../generated/contract.ts";
import type { Client } from "../api/client.ts";
import type { Answers } from "../core/answers.ts";
import type { Attribution } from "../core/attribution.ts";
import type { CookieJar } from "../core/cookies.ts";
import type { SafeStorage } from "../core/storage.ts";

/** What is needed of `window.location`. */
export interface PageLocation {
  readonly href: string;
  readonly host: string;
  readonly hostname: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly protocol: string;
  assign(url: string): void;
  replace(url: string): void;
}

/** What the state is built on; everything that is not pure comes from here. */
export interface Visit {
  readonly brand: Brand;
  readonly funnel: Funnel;
  readonly attribution: Attribution;
  /** Null as long as analytics is waited for. */
  readonly deviceId: () => string | null;
  /** Answers that a link has brought along from another device. */
  readonly resumed: Answers | null;
  /** The visitor came back from a payment page. */
  readonly returned: boolean;
  /** The session from before this page, null where there was none; in another the server cannot know what was paid. */
  readonly sessionBefore: string | null;
  readonly storage: SafeStorage;
  /** What this tab alone remembers, until it is closed. */
  readonly tab: SafeStorage;
  readonly cookies: CookieJar;
  readonly client: Client;
  readonly location: PageLocation;
  /** What scripts have noted at the document. */
  readonly dataset: Readonly<DOMStringMap>;
  readonly now: () => number;
  /** In [0, 1). */
  readonly random: () => number;
  readonly uuid: () => string;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Null while prerendering: there the state is empty and stays so. */
export const visitAtom = atom<Visit | null>(null);

/** The device id that the analytics SDK reports, once it does. */
export const reportedDeviceAtom = atom<string | null>(null);

/** Set once the persisted state is there; until then every page looks as it was prerendered. */
export const hydratedAtom = atom(false);

const resumedAtom = atom(0);

/** The page is back from the browser's cache. */
export const resumeAtom = atom(null, (_get, set) =>
  set(resumedAtom, (times) => times + 1),
);

/** How often the page came to the screen: 0 as prerendered, once more each time the browser's cache gives it back. */
export const arrivalsAtom = atom((get) =>
  get(hydratedAtom) ? get(resumedAtom) + 1 : 0,
);
