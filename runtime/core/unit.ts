import type { Text } from "../../generated/contract.ts";

interface Counted {
  readonly unit: Text;
  readonly singular?: Text | undefined;
}

/** What is said behind a number: "cups" of two, "cup" of one. */
export function unitOf(value: number, { unit, singular }: Counted): Text {
  return value === 1 ? (singular ?? unit) : unit;
}
