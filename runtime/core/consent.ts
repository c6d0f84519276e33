import type { Brand } from "../../generated/contract.ts";

export type Choice = "accepted" | "declined";

/** Reads the stored choice; null when it makes no sense. */
export function readChoice(value: unknown): Choice | null {
  return value === "accepted" || value === "declined" ? value : null;
}

/**
 * Whether third parties may run. What the visitor chose counts; until then the brand's rule, unless the browser says
 * for them that they do not want it (`refused`).
 */
export function mayMeasure(
  rule: Brand["consent"],
  choice: Choice | null,
  refused: boolean,
): boolean {
  if (choice !== null) return choice === "accepted";
  return rule !== "required" && !refused;
}
