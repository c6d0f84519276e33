import { FetchError } from "ofetch";
import { isRecord } from "../core/read.ts";

/** Whether the server refused a price that does not hold any more: its time has ended, or its code. */
export function isPriceChanged(error: unknown): boolean {
  if (!(error instanceof FetchError)) return false;
  const problem: unknown = error.data;
  return isRecord(problem) && problem["type"] === "urn:problem:price-changed";
}
