/**
 * Every entry that pages keep in the browser's storage, and the versions of their forms. A form without a version has
 * never changed; one that changes gets its next, and what has another is taken for nothing.
 */
export const VISITOR_KEY = "visitor-info";
export const CONTACT_KEY = "visitor-contact-info";
export const OUTBOX_KEY = "contact-outbox";
export const CHECKOUT_KEY = "checkout";
export const EXPERIMENTS_KEY = "experiments";
export const AB_CONFIGURATION_KEY = "ab-configuration";
export const DEVICE_ID_KEY = "device-id";
export const GEO_KEY = "geo-info";
export const CONSENT_KEY = "consent";
/** Of what the visitor is asked, too: another question makes older answers void. */
export const CONSENT_VERSION = 1;
/** Choices that the server does not have yet. */
export const CONSENT_OUTBOX_KEY = "consent-outbox";
/** When the visitor was asked about third parties, and went on without an answer. */
export const CONSENT_ASKED_KEY = "consent-asked";
/** That they were asked before anybody may measure, and have not chosen since. */
export const CONSENT_AWAITED_KEY = "consent-awaited";
/** Of the tab: it has shown a hidden page and another one in one document. */
export const MIXED_KEY = "sensitive-shown";
/** Of the tab: the pages that it has shown, as far as they are counted. */
export const SHOWN_PAGES_KEY = "shown-pages";
export const REPLAY_SESSION_KEY = "replay-session";
export const TESTER_GEO_KEY = "tester-geo";

/** A funnel, by its own id and its brand's. */
interface Owner {
  readonly brand: string;
  readonly id: string;
}

/** What is kept of one visitor in one funnel. */
export function journeyKey({ brand, id }: Owner): string {
  return `funnel:${brand}/${id}`;
}
export const JOURNEY_VERSION = 1;

/** Of the tab: where in a funnel it is. */
export function placeKey({ brand, id }: Owner): string {
  return `place:${brand}/${id}`;
}

/** The picture that is made for a visitor in a funnel. */
export function previewKey({ brand, id }: Owner): string {
  return `preview:${brand}/${id}`;
}
export const PREVIEW_VERSION = 1;
