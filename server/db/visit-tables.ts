import type { ColumnType } from "kysely";
import type { Json } from "./json.ts";
import type { StoreConsent } from "../../generated/api.ts";

/** How often a page was seen, or left for the next one within some time, on one day; nothing of anybody. */
export interface PageCountTable {
  day: ColumnType<Date, string, never>;
  brand: string;
  funnel: string;
  page: string;
  event: "seen" | "on";
  within_s: number;
  count: ColumnType<string, number, number>;
}

/** What a visitor chose about third parties; a new choice is a new row. */
export interface ConsentTable {
  session_id: string;
  event_id: string;
  /** Whose device it was, as long as that is known. */
  visitor_id: string;
  brand: string;
  /** Which question they answered. */
  version: number;
  purposes: Json<readonly Purpose[]>;
  /** By the clock of their device. */
  chosen_at: Date;
  stored_at: Date;
}

/** What third parties may be used for. */
type Purpose = StoreConsent["body"]["purposes"][number];
