import type { Brand } from "../../generated/contract.ts";
import { isRecord, readText } from "./read.ts";

/** What third parties may be used for. */
export const PURPOSES = ["measurement", "replay", "marketing"] as const;
export type Purpose = (typeof PURPOSES)[number];

/** Of what the visitor is asked: another question makes older answers void. */
export const CONSENT_VERSION = 1;

/** What a visitor chose, and when (ISO 8601). */
export interface Consent {
  readonly v: typeof CONSENT_VERSION;
  readonly at: string;
  readonly purposes: readonly Purpose[];
}

/** Reads the stored choice; null when it makes no sense, or answers an older question. */
export function readConsent(value: unknown): Consent | null {
  if (!isRecord(value) || value["v"] !== CONSENT_VERSION) return null;
  const at = readText(value["at"], 40);
  const { purposes } = value;
  if (at === null || Number.isNaN(Date.parse(at)) || !Array.isArray(purposes))
    return null;
  return {
    v: CONSENT_VERSION,
    at,
    purposes: PURPOSES.filter((purpose) => purposes.includes(purpose)),
  };
}

/**
 * Countries whose law lets third parties measure until somebody objects. Everywhere else, and where the place is not
 * known, nobody measures before a choice.
 */
const OBJECTION_IS_ENOUGH = ["AU", "NZ", "US"];

/** Where the visitor is, and what the browser says for them. */
export interface Circumstances {
  readonly rule: Brand["consent"];
  /** Two letters (ISO 3166); null while it is not known. */
  readonly country: string | null;
  /** The browser asks for not being measured: Global Privacy Control, Do Not Track. */
  readonly refused: boolean;
}

/** Whether nothing may run before the visitor has chosen. */
export function isAskedFirst({
  rule,
  country,
}: Pick<Circumstances, "rule" | "country">): boolean {
  return (
    rule === "required" ||
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
