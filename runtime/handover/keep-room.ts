/**
 * Runs before the body is painted, in documents that say what was just paid: keeps the room of that line where this
 * browser has paid what leads to the page, so that nothing moves.
 */
import { isRecord } from "../core/read.ts";
import { CHECKOUT_KEY } from "../core/storage-keys.ts";
import { readStored } from "./stored.ts";

const html = document.documentElement;
const { paidBefore } = html.dataset;

if (paidBefore?.split(" ").includes(lastPaid()) === true)
  html.dataset["paid"] = "";

/** The product that was paid last; empty where there is none. */
function lastPaid(): string {
  const attempts = recordOf(readStored(CHECKOUT_KEY))["attempts"];
  const paid = (Array.isArray(attempts) ? attempts : [])
    .map(recordOf)
    .filter((attempt) => attempt["paid"] === true);
  return String(recordOf(paid.at(-1)?.["order"])["product"] ?? "");
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}
