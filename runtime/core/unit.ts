import type { Text } from "../../generated/contract.ts";

interface Counted<Words extends Text> {
  readonly unit: Words;
  readonly singular?: Words | undefined;
}

/** What is said behind a number: "cups" of two, "cup" of one. */
export function unitOf<Words extends Text>(
  value: number,
  { unit, singular }: Counted<Words>,
): Words {
  return value === 1 ? (singular ?? unit) : unit;
}
