import type { Sensitivity, Step } from "../../generated/contract.ts";

/** Whether that a visitor is on the page is told to nobody. */
export function isHidden(sensitive: Sensitivity): boolean {
  return sensitive === "whole" || sensitive === "last";
}

/** A step in reports, which third parties read. */
export function nameOf({ id, sensitive }: Step): string {
  return isHidden(sensitive) ? "a sensitive step" : id;
}
