import { atom } from "jotai";
import {
  getAbConfiguration,
  processConversion,
  updateAbConfiguration,
} from "../api/ab.ts";
import {
  type AbConfiguration,
  readAbConfiguration,
} from "../core/ab-configuration.ts";
import { logError, logWarning } from "../core/log.ts";
import { testerAtom } from "./app.ts";
import { stored } from "./stored.ts";
import { visitAtom } from "./visit.ts";
import { AB_CONFIGURATION_KEY } from "../core/storage-keys.ts";

/** Kept, because the payment page lies between the side that was shown and the purchase. */
const configurationStored = stored<AbConfiguration | null>({
  key: () => AB_CONFIGURATION_KEY,
  read: readAbConfiguration,
  empty: null,
});

/** Loads the configuration, and tells the server which side is on screen. Never rejects. */
export const reportSideAtom = atom(
  null,
  (get, set, shown: AbConfiguration, forced?: boolean): Promise<void> => {
    const done = Promise.all([
      get(reportingAtom).done,
      set(reportAtom, shown, forced),
    ]);
    set(reportingAtom, { done });
    return done.then(() => undefined);
  },
);

/** What is told of sides now. */
const reportingAtom = atom<{ readonly done: Promise<unknown> | null }>({
  done: null,
});

const reportAtom = atom(
  null,
  async (get, set, shown: AbConfiguration, forced?: boolean): Promise<void> => {
    const visit = get(visitAtom);
    if (visit === null) return;
    const { state, restore } = configurationStored;
    set(restore);
    try {
      const loaded = get(state) ?? (await getAbConfiguration(visit.client));
      set(state, () => loaded);
    } catch (error) {
      logWarning("loading the AB configuration failed", error);
    }
    // Testers skip guards and buy to try it: what they do says nothing of visitors.
    const kept = await updateAbConfiguration(
      visit.client,
      shown,
      forced === true || get(testerAtom),
    );
    // What was seen counts, where the server could not be told as well.
    set(state, (known) => kept ?? (known && shown));
  },
);

/** Counts a conversion for the stored configuration, and waits for one that is on its way. Never rejects. */
export const convertAtom = atom(null, async (get, set): Promise<void> => {
  const visit = get(visitAtom);
  if (visit === null) return;
  await get(reportingAtom).done;
  set(configurationStored.restore);
  const configuration = get(configurationStored.state);
  if (configuration === null)
    return logError("No AB configuration state available");
  await processConversion(visit.client, configuration);
});
