import type { ColumnType, Kysely } from "kysely";
import type {
  AbAssignmentTable,
  AbConfigurationTable,
  ConversionTable,
} from "./experiment-tables.ts";
import type { Json } from "./json.ts";
import type {
  MailTable,
  OutboxTable,
  ReceiverTable,
  UnsubscribeTable,
} from "./message-tables.ts";
import type {
  DisputeTable,
  FailedRenewalTable,
  PaymentTable,
  RefundTable,
  RenewalTable,
  SubscriptionTable,
  WebhookEventTable,
} from "./money-tables.ts";
import type {
  CountdownTable,
  GiftOpeningTable,
  GiftTable,
  PromoCodeTable,
  PromoTurnTable,
  PromoUseTable,
} from "./offer-tables.ts";
import type { PreviewTable } from "./preview-table.ts";
import type { ConsentTable, PageCountTable } from "./visit-tables.ts";

export type Database = Kysely<Tables>;

export interface Tables {
  readonly visitors: VisitorTable;
  readonly sessions: SessionTable;
  readonly contacts: ContactTable;
  readonly consents: ConsentTable;
  readonly page_counts: PageCountTable;
  readonly quotes: QuoteTable;
  readonly checkouts: CheckoutTable;
  readonly payments: PaymentTable;
  readonly saved_methods: SavedMethodTable;
  readonly idempotency_keys: IdempotencyTable;
  readonly outbox: OutboxTable;
  readonly receivers: ReceiverTable;
  readonly mails: MailTable;
  readonly unsubscribe_links: UnsubscribeTable;
  readonly call_limits: CallLimitTable;
  readonly auth_tokens: AuthTokenTable;
  readonly rights_requests: RightsRequestTable;
  readonly preview_jobs: PreviewTable;
  readonly subscriptions: SubscriptionTable;
  readonly renewals: RenewalTable;
  readonly failed_renewals: FailedRenewalTable;
  readonly refunds: RefundTable;
  readonly disputes: DisputeTable;
  readonly operator_actions: OperatorActionTable;
  readonly webhook_events: WebhookEventTable;
  readonly ab_configurations: AbConfigurationTable;
  readonly ab_assignments: AbAssignmentTable;
  readonly conversions: ConversionTable;
  readonly countdowns: CountdownTable;
  readonly promo_codes: PromoCodeTable;
  readonly promo_uses: PromoUseTable;
  readonly promo_turns: PromoTurnTable;
  readonly gifts: GiftTable;
  readonly gift_openings: GiftOpeningTable;
}

/** A device that came by; null when it did not say which one it is. Its time over, one with an order or a side `stays`. */
interface VisitorTable {
  visitor_id: string;
  device_id: string | null;
  created_at: Date;
  /** When its last session began, and at which brand; null where that was not written down. */
  seen_at: ColumnType<Date, Date | undefined, Date>;
  brand: ColumnType<string | null, string | null | undefined, string | null>;
  stays: ColumnType<boolean, boolean | undefined, boolean>;
}

interface SessionTable {
  /** SHA-256 of the id that the visitor holds; the id itself is nowhere. */
  session_id: string;
  visitor_id: string;
  /** This session met its visitor first. */
  is_new_visitor: boolean;
  created_at: Date;
  expires_at: Date;
  /** At whose pages it began; null for sessions of earlier versions. */
  brand: ColumnType<string | null, string | null | undefined, string | null>;
  /** When its time was over and nothing was left of the person in it. */
  erased_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** It has ended, and left something that keeps it until that is erased. */
  stays: ColumnType<boolean, boolean | undefined, boolean>;
}

export interface ContactTable {
  session_id: string;
  event_id: string;
  body_digest: string;
  fields: Json<Record<string, string>>;
  external_referrer: string | null;
  fbclid: string | null;
  fbp: string | null;
  fbc: string | null;
  created_at: Date;
  /** Whose pages it was left on; null for contacts of earlier versions. */
  brand: ColumnType<string | null, string | null | undefined, string | null>;
  /** The funnel that it was left in; null outside of all. */
  funnel: ColumnType<string | null, string | null | undefined, string | null>;
}

/** A price the visitor saw and the server confirmed. */
export interface QuoteTable {
  session_id: string;
  event_id: string;
  product: string;
  /** Minor units. */
  amount: number;
  currency: string;
  fbp: string | null;
  fbc: string | null;
  confirmed_at: Date;
  /** Charges `method_id` once; null when nothing was saved when the quote was made. */
  reference: string | null;
  method_id: string | null;
  /** The checkout that the reference was used for. */
  checkout_id: string | null;
  /** The promo code that lowers the amount; null where the list's price was confirmed. */
  promo: string | null;
  /** What it renews at, as `termsText` words it; null for prices that versions before have confirmed. */
  terms: string | null;
}

export type CheckoutStatus =
  | "open"
  | "paid"
  | "declined"
  | "cancelled"
  | "needs_authentication";

/** What a checkout is that waits for its visitor or for the provider. */
export const WAITING = [
  "open",
  "needs_authentication",
] as const satisfies readonly CheckoutStatus[];

/** What a call to the provider does for a checkout. */
export const PROVIDER_CALLS = ["opening", "charging", "closing"] as const;
export type ProviderCall = (typeof PROVIDER_CALLS)[number];

export interface CheckoutTable {
  checkout_id: string;
  session_id: string;
  brand: string;
  provider: string;
  status: CheckoutStatus;
  product: string;
  product_name: string;
  /** Minor units, due today. */
  amount: number;
  currency: string;
  renewal_amount: number | null;
  renewal_days: number | null;
  event_id: string;
  return_path: string;
  /** Where the visitor's pages live when the API has its own host; empty on the same origin. */
  return_origin: string;
  /** Where the page is on which it was ordered; null for checkouts of earlier versions. */
  page_origin: string | null;
  email: string | null;
  details: Json<Record<string, unknown>>;
  card_token: string | null;
  card_brand: string | null;
  card_last4: string | null;
  /** The provider's name for this payment; null until it has answered, and where it has none. */
  provider_reference: string | null;
  /** Where the visitor pays or confirms, when the provider has told an address. */
  provider_page: string | null;
  /** Days until the first renewal. */
  first_days: number | null;
  /** The path of the page that sells it; null once it was set aside, and for checkouts of earlier versions. */
  offer: string | null;
  /** Paid on the provider's page, or by what is saved. */
  way: "page" | "saved";
  /** The visitor may buy the product again. */
  repeatable: boolean;
  created_at: Date;
  settled_at: Date | null;
  /** When the provider was last asked after a checkout that had waited too long, or what happened after the sale. */
  asked_at: Date | null;
  /** Since when nobody can say whether it was paid; null while somebody can. */
  unknown_since: Date | null;
  /** Since when it has waited with a provider that cannot be asked, and that has told nothing of it: most likely nobody paid. */
  untold_since: Date | null;
  /** When a provider that sends no messages has last answered what happened after the sale. */
  reviewed_at: Date | null;
  /** The promo code that lowered the amount. */
  promo: string | null;
  /** How many people can open it as a gift; null where it is none. */
  gift_places: number | null;
  /** The call that is under way for it, and since when; null where none is. */
  busy_with: ProviderCall | null;
  busy_since: Date | null;
}

export interface SavedMethodTable {
  method_id: string;
  session_id: string;
  provider: string;
  /** The provider's name for the card, never its number. */
  token: string;
  brand: string;
  last4: string;
  saved_at: Date;
}

/** Opens the product to the owner of an email. */
export interface AuthTokenTable {
  /** SHA-256 of the token; the token itself is nowhere. */
  token_digest: string;
  brand: string;
  /** In small letters. */
  email: string;
  created_at: Date;
  expires_at: Date;
}

/** Somebody asks for a copy or the erasure of what is kept of them. */
export interface RightsRequestTable {
  request_id: string;
  wanted: "export" | "erase" | "orders";
  /** At whose pages. */
  brand: string;
  /** In small letters. */
  email: string;
  /** Where these pages live. */
  origin: string;
  /** SHA-256 of the token in the mail; null until that is sent. */
  token_digest: string | null;
  expires_at: Date;
}

/** What an operator has done: written down before it is done, and how it ended. */
interface OperatorActionTable {
  action_id: string;
  action: string;
  /** What it was done to: the id of a checkout. */
  subject: string;
  asked: Json<Record<string, unknown>>;
  /** null while it is under way, or where it ended with the process. */
  outcome: ColumnType<
    Record<string, unknown> | null,
    string | null,
    string | null
  >;
  begun_at: Date;
  ended_at: Date | null;
}

interface IdempotencyTable {
  session_id: string;
  key: string;
  body_digest: string;
  /** null while the first call is still at work. */
  answer: Json<Record<string, unknown>> | null;
  started_at: Date;
}

/** How much of a budget of calls is spent, by the digest of whose it is. */
interface CallLimitTable {
  key: string;
  begun_at: Date;
  calls: number;
}

/** A checkout as it is read. */
export interface Checkout extends Omit<CheckoutTable, "details"> {
  readonly details: Readonly<Record<string, unknown>>;
}
