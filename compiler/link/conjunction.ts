import type { Condition } from "../shared/contract.ts";

/** Both conditions together; null stands for "always". */
export function both(
  a: Condition | null,
  b: Condition | null,
): Condition | null {
  if (a === null || b === null) return a ?? b;
  return { kind: "all", of: [a, b] };
}
