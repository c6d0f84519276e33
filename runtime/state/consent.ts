import { type Choice, CONSENT_KEY, readChoice } from "../core/consent.ts";
import { stored } from "./stored.ts";

/** Null until the visitor has chosen. */
export const consentStored = stored<Choice | null>({
  key: () => CONSENT_KEY,
  read: readChoice,
  empty: null,
});
