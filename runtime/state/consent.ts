import { type Choice, readChoice } from "../core/consent.ts";
import { stored } from "./stored.ts";
import { CONSENT_KEY } from "../core/storage-keys.ts";

/** Null until the visitor has chosen. */
export const consentStored = stored<Choice | null>({
  key: () => CONSENT_KEY,
  read: readChoice,
  empty: null,
});
