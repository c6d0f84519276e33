import { atom } from "jotai";
import {
  chooseVariant,
  type Experiments,
  isForced,
  NO_EXPERIMENTS,
  readExperiments,
  type Variant,
  variantOf,
  variantShown,
  withVariant,
} from "../core/experiments.ts";
import { logWarning } from "../core/log.ts";
import { whenIdle } from "../core/when-idle.ts";
import { stored } from "./stored.ts";
import { visitAtom } from "./visit.ts";
import { EXPERIMENTS_KEY } from "../core/storage-keys.ts";

export const experimentsStored = stored<Experiments>({
  key: () => EXPERIMENTS_KEY,
  read: readExperiments,
  empty: NO_EXPERIMENTS,
});

/** Chooses a variant for each experiment of the funnel that has none, or that the query forces. */
export const chooseVariantsAtom = atom(null, (get, set) => {
  const visit = get(visitAtom);
  if (visit === null) return;
  for (const name of visit.funnel.experiments) {
    const known = get(experimentsStored.state);
    const current = variantOf(known, name);
    const { abtest } = visit.attribution;
    const chosen = chooseVariant(
      abtest,
      // Where storage is blocked, the page shows a side all the same.
      current ?? variantShown(visit.dataset, name),
      visit.random,
    );
    const forced = abtest !== null;
    if (chosen !== current || (forced && !isForced(known, name))) {
      set(experimentsStored.state, (experiments) =>
        withVariant(experiments, name, chosen, forced),
      );
    }
  }
});

const exposedAtom = atom<readonly string[]>([]);

/** Records that a variant is on screen: it becomes the last used experiment, and the server is told, once a visit. */
export const exposeAtom = atom(
  null,
  (get, set, name: string, value: Variant) => {
    const { lastUsedExperiment: last } = get(experimentsStored.state);
    if (last.name !== name || last.value !== value) {
      set(experimentsStored.state, (experiments) =>
        withVariant(experiments, name, value),
      );
    }
    const side = `${name}/${value}`;
    if (get(visitAtom) === null || get(exposedAtom).includes(side)) return;
    set(exposedAtom, (sides) => [...sides, side]);
    const report = async () => {
      try {
        const { reportSideAtom } = await import("./ab-configuration.ts");
        const forced = isForced(get(experimentsStored.state), name);
        await set(
          reportSideAtom,
          { variable_block: name, component: value },
          forced,
        );
      } catch (error) {
        logWarning("the shown side could not be told", error);
      }
    };
    whenIdle(() => void report());
  },
);
