/**
 * Runs before the body is painted, in documents that show something personal, a side of an experiment or a payment:
 * hides what is personal while stored state is on its way, picks the side, and keeps room for the payment where this
 * browser has just made it, so that neither the wrong words nor the wrong side are ever seen, and nothing moves.
 */
import {
  chooseVariant,
  NO_EXPERIMENTS,
  readExperiments,
  variantOf,
  withVariant,
} from "../core/experiments.ts";
import { isRecord } from "../core/read.ts";
import { CHECKOUT_KEY, EXPERIMENTS_KEY } from "../core/storage-keys.ts";

const html = document.documentElement;
const { key, experiment, paidBefore } = html.dataset;

if (key !== undefined && read(key) !== null) html.dataset["restoring"] = "";
if (experiment !== undefined) html.dataset["side"] = sideOf(experiment);
if (paidBefore?.split(" ").includes(lastPaid()) === true)
  html.dataset["paid"] = "";

/** The product that was paid last; empty where there is none. */
function lastPaid(): string {
  const attempts = recordOf(read(CHECKOUT_KEY))["attempts"];
  const paid = (Array.isArray(attempts) ? attempts : [])
    .map(recordOf)
    .filter((attempt) => attempt["paid"] === true);
  return String(recordOf(paid.at(-1)?.["order"])["product"] ?? "");
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function sideOf(name: string): string {
  const known = readExperiments(read(EXPERIMENTS_KEY)) ?? NO_EXPERIMENTS;
  const abtest = new URLSearchParams(location.search).get("abtest");
  const forced = abtest === "a" || abtest === "b" ? abtest : null;
  const stored = variantOf(known, name);
  const side = chooseVariant(forced, stored, Math.random);
  if (side !== stored) write(EXPERIMENTS_KEY, withVariant(known, name, side));
  return side;
}

/** As the app reads it: what did not fit into the storage is in the tab's own. */
function read(name: string): unknown {
  try {
    const text = sessionStorage.getItem(name) ?? localStorage.getItem(name);
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

function write(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Blocked or full: the side holds for this page.
  }
}
