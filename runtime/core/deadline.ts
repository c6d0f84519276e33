import {
  OFFER_TERMS_EXTENDED_MAX,
  OFFER_TERMS_LEFT_MS_MAX,
} from "../../generated/call.ts";
import { readNumber } from "./read.ts";

/** A deadline that lies further ahead than any countdown is wrong (a changed clock) and dropped. */
export function readDeadline(value: unknown, now: number): number | null {
  const deadline = readNumber(value);
  return deadline !== null && deadline <= now + OFFER_TERMS_LEFT_MS_MAX
    ? deadline
    : null;
}

/** How often a countdown was extended; what it cannot have been is dropped. */
export function readExtended(value: unknown): number {
  const times = readNumber(value) ?? 0;
  return Number.isInteger(times) &&
    times >= 0 &&
    times <= OFFER_TERMS_EXTENDED_MAX
    ? times
    : 0;
}
