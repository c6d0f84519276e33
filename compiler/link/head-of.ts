import { data } from "../schema/read.ts";
import type { Step } from "../shared/contract.ts";
import { plainText, plainTextIn } from "./plain-text.ts";

/** What a page says first: its question or headline; its title where it has none. */
export function headOf({ props, title }: Step): string {
  const { ask, heading } = data(props);
  return plainTextIn(ask) || plainTextIn(heading) || plainText(title);
}
