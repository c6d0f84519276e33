import { OFFER_TERMS_PROMO_MAX } from "../../generated/call.ts";
import { isRecord, readText } from "./read.ts";

/** A promo code of the visitor's, as the server gave it. */
export interface Promo {
  /** Which of the funnel's codes it is. */
  readonly id: string;
  /** Empty while the server was asked and has not answered yet. */
  readonly code: string;
}

/** Reads a stored code, null when it cannot be one of ours. */
export function readPromo(value: unknown): Promo | null {
  if (!isRecord(value)) return null;
  const id = readText(value["id"], OFFER_TERMS_PROMO_MAX);
  const code = readText(value["code"], OFFER_TERMS_PROMO_MAX);
  return id !== null && code !== null && /^[A-Z0-9-]*$/.test(code)
    ? { id, code }
    : null;
}
