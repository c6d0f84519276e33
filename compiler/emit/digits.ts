import { DIGITS } from "../shared/minor-digits.ts";
import { BANNER, literal, type EmittedFile } from "./file.ts";

/** The currencies that pages would write wrongly with two digits: all of ISO 4217 is more than they load. */
export function emitDigits(): EmittedFile {
  const others = [...DIGITS].filter(([, count]) => count !== 2);
  const lines = [
    "/** Digits after the point of the currencies that have more or less than two, as ISO 4217 has them. */",
    `export const otherDigits: Readonly<Record<string, number>> = ${literal(Object.fromEntries(others))};`,
  ];
  return { name: "digits.ts", content: `${BANNER}${lines.join("\n")}\n` };
}
