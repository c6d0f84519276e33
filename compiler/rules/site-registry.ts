import { currencyDefault } from "./currency-default.ts";
import { currencyReached } from "./currency-reached.ts";
import { currencyIso } from "./currency-unknown.ts";
import { defaultBrand } from "./default-brand.ts";
import {
  brandlessHost,
  duplicateAlias,
  duplicateHost,
  hostLoop,
} from "./duplicate-host.ts";
import type { SiteRule } from "./rule.ts";
import { safeSitePaths } from "./safe-paths.ts";
import { severities } from "./severities.ts";
import { sharedOffer } from "./shared-offer.ts";

export const siteRules: readonly SiteRule[] = [
  defaultBrand,
  duplicateHost,
  duplicateAlias,
  hostLoop,
  brandlessHost,
  safeSitePaths,
  sharedOffer,
  currencyIso,
  currencyDefault,
  currencyReached,
  severities,
];
