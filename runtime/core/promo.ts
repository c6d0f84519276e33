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
  const id = readText(value["id"], 60);
  const code = readText(value["code"], 60);
  return id !== null && code !== null && /^[A-Z0-9-]*$/.test(code)
    ? { id, code }
    : null;
}
