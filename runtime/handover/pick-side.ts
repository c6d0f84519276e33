/**
 * Runs before the body is painted, in documents with two sides of an experiment: picks the one to be seen.
 */
import {
  chooseVariant,
  NO_EXPERIMENTS,
  readExperiments,
  variantOf,
  withVariant,
} from "../core/experiments.ts";
import { EXPERIMENTS_KEY } from "../core/storage-keys.ts";
import { readStored, writeStored } from "./stored.ts";

const html = document.documentElement;
const { experiment } = html.dataset;

if (experiment !== undefined) html.dataset["side"] = sideOf(experiment);

function sideOf(name: string): string {
  const known = readExperiments(readStored(EXPERIMENTS_KEY)) ?? NO_EXPERIMENTS;
  const abtest = new URLSearchParams(location.search).get("abtest");
  const forced = abtest === "a" || abtest === "b" ? abtest : null;
  const stored = variantOf(known, name);
  const side = chooseVariant(forced, stored, Math.random);
  const isForced = forced !== null;
  if (isForced || side !== stored)
    writeStored(EXPERIMENTS_KEY, withVariant(known, name, side, isForced));
  return side;
}
