import type { CurrencyRule } from "../../generated/contract.ts";
import { type Geo, readGeo } from "../core/currency.ts";
import { openStorage, type SafeStorage } from "../core/storage.ts";
import { TESTER_GEO_KEY } from "../core/storage-keys.ts";

/** A place at which a currency rule is the one that fits. */
export function placeOf({ country, currency, code }: CurrencyRule): Geo {
  return {
    status: "success",
    country_code: country ?? "",
    currency: currency ?? code,
    city: "",
    country: "",
    postcode: "",
  };
}

/** The place that was chosen before, null when none was. */
export function forcedGeo(storage: SafeStorage = openStorage()): Geo | null {
  return readGeo(storage.read(TESTER_GEO_KEY));
}

export function keepForcedGeo(
  place: Geo | null,
  storage: SafeStorage = openStorage(),
): void {
  if (place === null) storage.remove(TESTER_GEO_KEY);
  else storage.write(TESTER_GEO_KEY, place);
}
