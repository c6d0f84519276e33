/** The folder `geo` holds what finds a visitor's country, by headers or a table. */
import countryToCurrency from "country-to-currency";
import type { VisitorIp } from "../../generated/api.ts";

/** Every country with what people pay with there; the site decides what they are charged in. */
const currencies = new Map<string, string>(Object.entries(countryToCurrency));
const names = new Intl.DisplayNames(["en"], { type: "region" });

const unknownPlace: VisitorIp["answer"] = {
  status: "fail",
  country_code: "",
  currency: "",
  city: "",
  country: "",
  postcode: "",
};

/** What a country code (ISO 3166-1 alpha-2, as a proxy or a table tells it) says about a visitor. */
export function placeOf(
  code: string | null,
  nearer: { readonly city: string; readonly postcode: string } = unknownPlace,
): VisitorIp["answer"] {
  const country_code = code?.trim().toUpperCase() ?? "";
  // Proxies and tables also name what is no country: XX, T1 (Tor), EU, ZZ.
  const currency = currencies.get(country_code);
  if (currency === undefined) return unknownPlace;
  return {
    ...unknownPlace,
    status: "success",
    country_code,
    city: nearer.city,
    postcode: nearer.postcode,
    country: names.of(country_code) ?? country_code,
    currency,
  };
}
