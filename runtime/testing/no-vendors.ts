import type { Brand } from "../../generated/contract.ts";

/** Of a brand that has no third party. */
export const NO_VENDORS: Brand["vendors"] = {
  posthog: null,
  replay: null,
  tagManager: null,
  abScript: null,
  sentry: null,
};
