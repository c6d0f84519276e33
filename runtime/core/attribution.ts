import { CONTACT_FIELD_MAX, isEmail, UTM_NAME } from "./contact.ts";
import { cut } from "./cut.ts";
import { DEVICE_ID_PARAMETER } from "./device-id.ts";
import { parsedUrl } from "./parsed-url.ts";
import { CHECKOUT_PARAMETER } from "./query.ts";

/** Where a visitor comes from, read from the address of the first page (spec 2). */
export interface Attribution {
  readonly deviceId: string | null;
  /** The forced variant. */
  readonly abtest: "a" | "b" | null;
  /** Every utm_* parameter, under the name that it was sent with. */
  readonly utm: Readonly<Record<string, string>>;
  readonly fbclid: string | null;
  readonly email: string | null;
  /** Null when the visitor comes from a page of ours, or from nowhere. */
  readonly externalReferrer: string | null;
  /** Null when the query says nothing of an advertisement: what was known of one stays. */
  readonly ad: AdFields | null;
}

/** Fields of the checkout store that come from the query, all of one arrival; null for what it does not say. */
export interface AdFields {
  readonly adsetId: string | null;
  readonly adsetName: string | null;
  readonly adId: string | null;
  readonly adName: string | null;
  readonly utmSource: string | null;
  readonly utmCampaign: string | null;
  readonly campaignName: string | null;
}

export interface Arrival {
  readonly search: string;
  readonly referrer: string;
  /** The own host, with its port. */
  readonly host: string;
  /** The page was reloaded or gone back to. */
  readonly repeated?: boolean;
}

const VALUE_MAX = 500;

/**
 * Reads the attribution; the first value of a name that is not blank counts. Values are cut at 500 characters, those of
 * utm_* at 1,024, which keep their spaces.
 */
export function readAttribution({
  search,
  referrer,
  host,
  repeated = false,
}: Arrival): Attribution {
  const query = new URLSearchParams(search);
  const value = (name: string) => {
    const sent = sentAs(query, name);
    return sent === undefined ? null : cut(sent.trim(), VALUE_MAX);
  };
  const email = value("email");
  const utm = utmOf(query);
  const ad = {
    adsetId: value("utm_term"),
    adsetName: value("adset_name"),
    adId: value("utm_content"),
    adName: value("ad_name"),
    utmSource: value("utm_source"),
    utmCampaign: value("utm_campaign"),
    campaignName: value("campaign_name"),
  };
  const said = Object.values({ ...utm, ...ad }).join("");
  return {
    // The first one whatever it is, as what is asked early has it.
    deviceId: query.get(DEVICE_ID_PARAMETER)?.trim() || null,
    abtest: forcedVariant(query.get("abtest")),
    utm,
    fbclid: value("fbclid"),
    email: email !== null && isEmail(email) ? email : null,
    // A way back from the payment page is no new arrival, nor is a page shown once more, which still names what led to it.
    externalReferrer:
      repeated || query.has(CHECKOUT_PARAMETER)
        ? null
        : externalReferrer(referrer, host),
    ad: said === "" ? null : ad,
  };
}

/** Only exactly `a` or `b` forces a variant (spec 5). */
function forcedVariant(value: string | null): "a" | "b" | null {
  return value === "a" || value === "b" ? value : null;
}

function utmOf(query: URLSearchParams): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...query.keys()]
      .filter((name) => UTM_NAME.test(name))
      .flatMap((name) => {
        const sent = sentAs(query, name);
        return sent === undefined ? [] : [[name, sent]];
      }),
  );
}

/** The first value of a parameter in which there is anything. */
function sentAs(query: URLSearchParams, name: string): string | undefined {
  return query
    .getAll(name)
    .map((value) => cut(value, CONTACT_FIELD_MAX))
    .find((value) => value.trim() !== "");
}

function externalReferrer(referrer: string, host: string): string | null {
  const url = parsedUrl(referrer);
  if (url === null) return null;
  const own = withoutWww(url.host) === withoutWww(host);
  return own ? null : cut(referrer, VALUE_MAX);
}

/** A leading www makes no other host (spec 1). */
function withoutWww(host: string): string {
  return host.replace(/^www\./, "");
}
