import type { Step } from "../../generated/contract.ts";
import { isHidden } from "../../generated/privacy.ts";

/** A step in reports, which third parties read. */
export function nameOf({ id, sensitive }: Step): string {
  return isHidden(sensitive) ? "a sensitive step" : id;
}
