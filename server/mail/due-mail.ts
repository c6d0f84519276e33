import { dayWords } from "../../generated/day-words.ts";
import type { Database } from "../db/tables.ts";
import type { Origins } from "../http/origin.ts";
import type { Hosts, SiteBrand, SiteMail } from "../site.ts";
import type { Values } from "./render.ts";

/** What mails are made from. */
export interface MailServices {
  readonly db: Database;
  readonly hosts: Hosts;
  readonly origins: Origins;
  /** `https://api.example` when the API has a host of its own; empty on the same origin. */
  readonly apiOrigin: string;
}

/** A mail that is due: whose it is, what it says, and to whom. */
export interface DueMail {
  /** The same each time that the same thing is told. */
  readonly id: string;
  readonly brand: SiteBrand;
  readonly template: Pick<SiteMail, "picture" | "subject" | "text" | "button">;
  readonly values: Values;
  /** Where its button leads. */
  readonly address: string;
  readonly to: string;
  /** Where its reader asks for their orders; null for what belongs to none, and where the brand has no such page. */
  readonly orders: {
    readonly address: string;
    readonly renews: boolean;
  } | null;
  /** Where the brand's own pages are, for a mail that its reader may refuse; null for what belongs to an order. */
  readonly refusedAt: string | null;
}

/** The mail of a moment: the funnel's own, else the brand's. */
export function findTemplate(
  { mails = [] }: SiteBrand,
  moment: string,
  funnel: string | null,
): SiteMail | null {
  const ofMoment = mails.filter((mail) => mail.moment === moment);
  const own = ofMoment.find((mail) => mail.funnel === funnel);
  return own ?? ofMoment.find((mail) => (mail.funnel ?? null) === null) ?? null;
}

/**
 * Where a brand's pages are for the reader of a mail: where they were when it came about, if that is one of the
 * brand's.
 */
export function ownOrigin(
  told: string | null,
  brand: SiteBrand,
  { hosts, origins }: Pick<MailServices, "hosts" | "origins">,
): string {
  const isOwn =
    told !== null &&
    origins(told) &&
    hosts.known(new URL(told).host)?.id === brand.id;
  return isOwn ? told : `https://${brand.hosts[0] ?? "localhost"}`;
}

/** A day as mails name it: `January 29, 2030`. */
export function dayInWords(at: Date): string {
  return dayWords(at, { withYear: true, timeZone: "UTC" });
}
