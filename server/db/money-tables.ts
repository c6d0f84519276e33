import type { ColumnType } from "kysely";
import type {
  DisputeState,
  PaymentState,
  RefundStatus,
} from "../ledger/payment.ts";
import type { SubscriptionStatus } from "../ledger/subscription.ts";

/** What refunds and disputes have come to, kept in step with their rows. */
interface Kept {
  /** Minor units given back. */
  refunded: ColumnType<number, number | undefined, number>;
  /** Minor units taken back by disputes that were lost. */
  withdrawn: ColumnType<number, number | undefined, number>;
  state: ColumnType<PaymentState, PaymentState | undefined, PaymentState>;
}

/** Money taken. At most one for each checkout is not to go back: the table itself says so. */
export interface PaymentTable extends Kept {
  payment_id: string;
  checkout_id: string;
  session_id: string;
  amount: number;
  currency: string;
  card_brand: string | null;
  card_last4: string | null;
  paid_at: Date;
  /** The provider's name for the transaction; null where it has none, or none is known. */
  transaction: string | null;
  /** Taken once too often. */
  refund_due: boolean;
  /** When all of it had gone back; null until then. */
  refunded_at: Date | null;
}

/** What renews until it is cancelled; begun by a paid checkout. */
export interface SubscriptionTable {
  checkout_id: string;
  session_id: string;
  provider: string;
  /** The provider's name for it. */
  reference: string | null;
  status: SubscriptionStatus;
  /** Minor units, at each renewal. */
  amount: number;
  currency: string;
  every_days: number;
  renews_at: Date;
  created_at: Date;
  /** When it ends at the end of a period that is paid for; null: it goes on, or is over. */
  ends_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** When the last news of it was told. */
  told_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Its provider charges nothing for the time being. */
  paused: ColumnType<boolean, boolean | undefined, boolean>;
  /** From when on nothing was to be charged, as its provider said last; null: it has said no end. */
  told_end: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** When the provider said that. */
  told_end_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The order by which the same email had the same plan already, in another session. */
  also_of: ColumnType<string | null, string | null | undefined, string | null>;
  /** When its provider was last asked to end it, because its money went back. */
  asked_to_end_at: ColumnType<Date | null, Date | null | undefined, Date>;
  /** When its buyer asked for its end, the last time. */
  cancel_asked_at: ColumnType<Date | null, Date | null | undefined, Date>;
  /** When its provider had taken that up; null: it has not. */
  cancel_taken_up_at: ColumnType<
    Date | null,
    Date | null | undefined,
    Date | null
  >;
  /** The `renews_at` and the `amount` that its buyer was told of beforehand. */
  told_renewal: ColumnType<Date | null, Date | null | undefined, Date>;
  told_amount: ColumnType<number | null, number | null | undefined, number>;
}

/** Money taken by a renewal, once for each of the provider's invoices. */
export interface RenewalTable extends Kept {
  reference: string;
  checkout_id: string;
  amount: number;
  currency: string;
  paid_at: Date;
  /** It was taken after the end of its plan, before its buyer asked for another end. */
  after_end: ColumnType<boolean, boolean | undefined, boolean>;
}

/** A renewal that could not be charged, once for each try. */
export interface FailedRenewalTable {
  /** Of the invoice. */
  reference: string;
  attempt: number;
  checkout_id: string;
  amount: number;
  currency: string;
  /** null: it is not tried again, or nobody knows when. */
  next_try_at: Date | null;
  failed_at: Date;
}

/** Money that goes back: one row for each status that a refund has reached. Rows are added, and a status never changed. */
export interface RefundTable {
  /** Ours, or the provider's name for it where we did not ask for it. */
  refund_id: string;
  status: RefundStatus;
  checkout_id: string;
  /** Which money goes back: a payment's transaction or a renewal's reference; null: the checkout's own payment. */
  transaction: string | null;
  /** Minor units. */
  amount: number;
  currency: string;
  /** The provider's name for the refund; null until it has answered. */
  reference: string | null;
  reason: string | null;
  /** When it was written down. */
  at: Date;
  /** When it was made, by the provider's clock; null where nobody has said, or a version before has written it down. */
  made_at: Date | null;
  /** When its provider was last asked what became of it; of a row whose refund is on its way. */
  asked_at: Date | null;
}

/** What was told of a dispute, each thing once. Rows are added, never changed. */
export interface DisputeTable {
  provider: string;
  /** The provider's name for the dispute. */
  reference: string;
  state: DisputeState;
  /** By the provider's clock. */
  told_at: Date;
  checkout_id: string;
  transaction: string | null;
  /** Minor units that are disputed. */
  amount: number;
  /** Minor units that the dispute itself takes back; zero where that is told as a refund. */
  withdrawn: number;
  currency: string;
  reason: string | null;
  at: Date;
}

/** What a provider has told, each event once. */
export interface WebhookEventTable {
  event_id: string;
  provider: string;
  type: string;
  received_at: Date;
  /** null until everything that follows from it is stored. */
  processed_at: Date | null;
  /** The checkout that it names, whether there is one or not; null where it names none of ours. */
  checkout_id: ColumnType<string | null, string | null | undefined, never>;
  /** It tells of money that was taken for an order that is not there. */
  no_order: ColumnType<boolean, boolean | undefined, boolean>;
  /** Why it could not be dealt with so far. */
  problem: ColumnType<string | null, string | null | undefined, string | null>;
}
