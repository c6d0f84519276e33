import type { Checkout } from "./checkout-store.ts";
import { logInfo, logWarning } from "./log.ts";
import type { VisitorInfo } from "./visitor-info.ts";

/** What analytics is told about a visitor (spec 3); only what is not empty. */
export interface Identity {
  readonly adset_name?: string;
  readonly campaign_name?: string;
  readonly ad_name?: string;
  readonly user_id?: string;
  readonly email?: string;
  /** Seconds since the epoch. */
  readonly signup_date?: number;
  readonly device_id?: string;
  readonly utm_source?: string;
  readonly utm_campaign?: string;
}

/** The user that error reports name (spec 7). */
export interface ReportingUser {
  readonly email: string;
  readonly username?: string;
}

/** The identity properties; null, with a warning, while there is no visitor info (spec 5). */
export function identityOf(
  visitor: VisitorInfo,
  checkout: Checkout,
): Identity | null {
  if (visitor.visitor_id === null) {
    logWarning("Visitor info is missing");
    return null;
  }
  const properties = {
    adset_name: checkout.adsetName,
    campaign_name: checkout.campaignName,
    ad_name: checkout.adName,
    user_id: checkout.userId ?? visitor.visitor_id,
    email: emailOf(visitor),
    signup_date: epochSeconds(visitor.contact_info.sign_up),
    device_id: checkout.deviceId,
    utm_source: checkout.utmSource,
    utm_campaign: checkout.utmCampaign,
  };
  return Object.fromEntries(
    Object.entries(properties).filter(([, value]) => Boolean(value)),
  );
}

/** Null, with a line in the log, while no email is known (spec 8). */
export function reportingUser(visitor: VisitorInfo): ReportingUser | null {
  const email = emailOf(visitor);
  const username = visitor.contact_info.name ?? visitor.session?.name;
  if (email) return { email, ...(username && { username }) };
  logInfo("the visitor's email is missing");
  return null;
}

/** What was given in this visit counts before the server has confirmed it. */
function emailOf({ contact_info, session }: VisitorInfo): string | null {
  return session?.email ?? contact_info.email ?? null;
}

function epochSeconds(date: string | undefined): number | null {
  const ms = Date.parse(date ?? "");
  return Number.isNaN(ms) ? null : Math.floor(ms / 1_000);
}
