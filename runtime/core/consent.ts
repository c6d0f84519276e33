import { SESSION_TTL_S } from "../../generated/call.ts";
import type { Brand } from "../../generated/contract.ts";
import type { KeptGeo } from "./currency.ts";
import { isRecord, readNumber, readText } from "./read.ts";
import { CONSENT_VERSION } from "./storage-keys.ts";

/** What third parties may be used for. */
export const PURPOSES = ["measurement", "replay", "marketing"] as const;
export type Purpose = (typeof PURPOSES)[number];

/** What a visitor chose, when (ISO 8601), and which question they answered. */
export interface Consent {
  readonly v: number;
  readonly at: string;
  readonly purposes: readonly Purpose[];
  /** Those that no funnel has asked for yet; none where nothing is said. */
  readonly unasked?: readonly Purpose[];
}

/** Reads a stored choice, whichever question it answers; null when it makes no sense. */
export function readAnyConsent(value: unknown): Consent | null {
  if (!isRecord(value)) return null;
  const v = readNumber(value["v"]);
  const at = readText(value["at"], 40);
  const { purposes } = value;
  if (v === null || at === null || Number.isNaN(Date.parse(at))) return null;
  if (!Array.isArray(purposes)) return null;
  return { v, at, purposes: readPurposes(purposes), ...readUnasked(value) };
}

function readPurposes(value: unknown): readonly Purpose[] {
  if (!Array.isArray(value)) return [];
  return PURPOSES.filter((purpose) => value.includes(purpose));
}

function readUnasked(value: Record<string, unknown>) {
  const unasked = readPurposes(value["unasked"]);
  return unasked.length === 0 ? {} : { unasked };
}

/** What the visitor has still to be asked about. */
export function unaskedOf(consent: Consent | null): readonly Purpose[] {
  return consent === null ? PURPOSES : (consent.unasked ?? []);
}

/** The same, of the question that is asked now: null when it answers an older one. */
export function readConsent(value: unknown): Consent | null {
  const consent = readAnyConsent(value);
  return consent?.v === CONSENT_VERSION ? consent : null;
}

/**
 * Countries whose law lets third parties measure until somebody objects. Everywhere else, and where the place is not
 * known, nobody measures before a choice.
 */
const OBJECTION_IS_ENOUGH = ["AU", "NZ", "US"];

/** How long a place counts as where somebody is now: as long as they may pause and still be on the same visit. */
export const PLACE_HOLDS_MS = 30 * 60_000;

/** The country that a visitor is in at `now`; null where the last lookup failed, or was in an earlier visit. */
export function countryNow(
  place: KeptGeo | null,
  now: number,
): Circumstances["country"] {
  if (place?.status !== "success" || place.at === undefined) return null;
  const age = now - place.at;
  return age >= 0 && age <= PLACE_HOLDS_MS ? place.country_code : null;
}

/** Whether who was asked at `askedAt` (ms since 1970), and went on, may be asked again: not as long as a session lasts. */
export function isAskedAgain(askedAt: number | null, now: number): boolean {
  if (askedAt === null) return true;
  const age = now - askedAt;
  return age < 0 || age > SESSION_TTL_S * 1_000;
}

/** Where the visitor is, and what the browser says for them. */
export interface Circumstances {
  readonly rule: Brand["consent"];
  /** Two letters (ISO 3166); null while it is not known. */
  readonly country: string | null;
  /** They were asked first, and have not chosen: what is learned of the place since then changes nothing. */
  readonly awaited: boolean;
  /** The browser asks for not being measured: Global Privacy Control, Do Not Track. */
  readonly refused: boolean;
}

/** Whether nothing may run before the visitor has chosen. */
export function isAskedFirst({
  rule,
  country,
  awaited,
}: Omit<Circumstances, "refused">): boolean {
  return (
    rule === "required" ||
    awaited ||
    country === null ||
    !OBJECTION_IS_ENOUGH.includes(country)
  );
}

/** What third parties may be used for now. What the visitor chose counts; until then the law of the place and the brand. */
export function allowedPurposes(
  consent: Consent | null,
  circumstances: Circumstances,
): readonly Purpose[] {
  if (consent !== null) return consent.purposes;
  if (circumstances.refused || isAskedFirst(circumstances)) return [];
  return PURPOSES;
}
