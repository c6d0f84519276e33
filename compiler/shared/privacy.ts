/**
 * What leaves the browser, as far as compiler, runtime and server have to agree on it. Emitted as it stands to
 * `generated/privacy.ts`.
 */
import type { Sensitivity } from "./contract.ts";

/** The questions whose answers are stored with the contact (spec 3), by id. No other answer is sent anywhere. */
export const SENT_ANSWERS = ["gender", "age"] as const;

/** A picture made from a visitor's photo is deleted so many days after it was asked for. */
export const PICTURE_KEPT_DAYS = 7;

/** Whether that a visitor is on the page is told to nobody. */
export function isHidden(sensitive: Sensitivity): boolean {
  return sensitive === "whole" || sensitive === "last";
}
