/** The folder `analytics` holds third parties: consent, vendors, what they are told. */
import { abScript } from "./ab-script.ts";
import { posthog } from "./posthog.ts";
import { replay } from "./replay.ts";
import type { Vendors } from "./run-vendors.ts";
import { sentry } from "./sentry.ts";
import { tagManager } from "./tag-manager.ts";

/** Every third party that a brand may have. */
export const vendors: Vendors = {
  posthog,
  replay,
  tagManager,
  abScript,
  sentry,
};
