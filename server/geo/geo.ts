/** A visitor's country, by headers or a table. */
import countryToCurrency from "country-to-currency";
import type { VisitorIp } from "../../generated/api.ts";

/** What people pay with in each country; the site decides what they are charged in. */
const currencies = new Map<string, string>(Object.entries(countryToCurrency));
const names = new Intl.DisplayNames(["en"], {
  type: "region",
  fallback: "none",
});

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
  // Proxies say XX or T1 (Tor) for "unknown".
  if (!/^[A-Z]{2}$/.test(country_code) || country_code === "XX")
    return unknownPlace;
  const country = names.of(country_code);
  if (country === undefined) return unknownPlace;
  return {
    ...unknownPlace,
    status: "success",
    country_code,
    city: nearer.city,
    postcode: nearer.postcode,
    country,
    currency: currencies.get(country_code) ?? "",
  };
}
