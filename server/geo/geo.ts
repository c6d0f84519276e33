import type { VisitorIp } from "../../generated/api.ts";

const EURO =
  "AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK AD MC SM VA ME XK BG";
const others: Readonly<Record<string, string>> = {
  US: "USD",
  CA: "CAD",
  GB: "GBP",
  AU: "AUD",
  NZ: "NZD",
  CH: "CHF",
  SE: "SEK",
  NO: "NOK",
  DK: "DKK",
  PL: "PLN",
  CZ: "CZK",
  JP: "JPY",
  IN: "INR",
  BR: "BRL",
  MX: "MXN",
  ZA: "ZAR",
};
const currencies = new Map([
  ...EURO.split(" ").map((country) => [country, "EUR"] as const),
  ...Object.entries(others),
]);
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
