import type { Hono } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import type { Origins } from "../http/origin.ts";
import type { SessionServices } from "../sessions/session.ts";
import type { Log } from "../log.ts";
import type { Hosts } from "../site.ts";
import type { Card, Checkout } from "../db/checkouts.ts";
import type { RefundStatus } from "../ledger/payment.ts";
import type { AfterSale, PlanNews } from "./news.ts";

/** What a provider says of a sale when it is asked. */
export interface Review {
  readonly news: readonly AfterSale[];
  /** Of what could not be read, why. */
  readonly faults: readonly unknown[];
}

/**
 * What became of a charge on a saved payment method; pending: the provider does not know yet; missing: it has saved
 * none.
 */
export type ChargeOutcome =
  | "paid"
  | "declined"
  | "needs_authentication"
  | "pending"
  | "missing";

export interface Order {
  readonly checkout: Checkout;
  /** Where the visitor's pages live: `https://calm.example`. */
  readonly origin: string;
  /** Where the API lives: the same, or a host of its own. */
  readonly api: string;
  /** What PayPro is told of the brand; null for brands without it. */
  readonly payPeoValue: string | null;
  /** When the provider is asked. */
  readonly at: Date;
}

export interface Opened {
  /** Where the visitor pays: a path of the API's origin, or an address. */
  readonly page: string;
  /** The provider's name for the payment; null when it has none. */
  readonly reference: string | null;
}

export interface Charged {
  readonly outcome: ChargeOutcome;
  readonly reference?: string;
  /** Where the visitor confirms. */
  readonly page?: string;
  readonly subscription?: string;
  /** As of a finding. */
  readonly reason?: string;
}

/** What a provider knows of a checkout that is not settled here. */
export interface Finding {
  readonly status: "paid" | "declined" | "cancelled";
  readonly card?: Card | null;
  readonly subscription?: string;
  /** What the provider calls the payment from now on. */
  readonly reference?: string;
  /** The provider's name for the transaction by which it was paid: another one is money taken once more. */
  readonly transaction?: string;
  /** The provider's code of why it took nothing, where that may be a fault or a rule of ours and is not the buyer's. */
  readonly reason?: string;
}

/** Money to be given back. */
export interface Refund {
  /** Ours: asked for twice under one name, it is given back once. */
  readonly id: string;
  readonly checkout: Checkout;
  /** What is given back of: the checkout's payment, one that was taken once too often, or a renewal. */
  readonly of: "payment" | "renewal";
  /** The provider's name for the transaction, or a renewal's reference; null where none is known. */
  readonly transaction: string | null;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
}

/** What a provider says of a refund that it was asked for. */
export type Refunded =
  | {
      readonly kind: "told";
      readonly status: RefundStatus;
      /** The provider's name for it; null where it has none. */
      readonly reference: string | null;
      /** Why it has failed, where it says so. */
      readonly reason?: string;
    }
  /** It cannot give money back, or not this: what the operator can do instead. */
  | { readonly kind: "unable"; readonly detail: string };

/** A plan whose buyer wants no more of it. */
export interface EndingPlan {
  /** The provider's name for it; null where none is known. */
  readonly reference: string | null;
  /** When it would renew, as far as is known here. */
  readonly paidUntil: Date;
  /** Whether a payment is missing, as far as is known here: nothing of it is paid for then. */
  readonly isBehind: boolean;
  /** When the provider is asked. */
  readonly at: Date;
}

/** A form that the visitor's page sends, with fields that nobody can change unnoticed. */
export interface PaymentForm {
  readonly action: string;
  readonly method: "GET" | "POST";
  readonly fields: Record<string, string>;
}

/** What taking money takes. */
export interface PaymentServices extends SessionServices {
  readonly hosts: Hosts;
  readonly origins: Origins;
  readonly providers: Providers;
  readonly log: Log;
  /** `https://api.example` when the API has a host of its own; empty on the same origin. */
  readonly apiOrigin: string;
  /** Payments lead back to the hosts of brands alone; else to any that was called, as on a developer's machine. */
  readonly production: boolean;
}

/** Somebody who takes money. */
export interface Provider {
  /** As content names it. */
  readonly id: string;
  /** What is said of it when the server starts. */
  readonly startLine: string;
  /** Takes play money: the sandbox's pages decide what becomes of its checkouts. */
  readonly isSandbox: boolean;
  /** Whether it charges again by itself what renews. */
  readonly renews: boolean;
  /** Prepares the payment of a new checkout, which is stored by now. */
  open(order: Order): Promise<Opened>;
  /** Where the visitor goes on with a checkout that waits for them: to pay, or to confirm. */
  pageOf(checkout: Checkout): string;
  /**
   * Charges a saved method. Must charge once however often it is asked for the same checkout, because a call whose
   * answer got lost is made again.
   */
  charge(order: Order, token: string): Promise<Charged>;
  /**
   * Asks what became of a checkout that waits, because a message about it may be late and the answer to a charge lost;
   * null when nothing was taken, so that it still waits, or when the checkout's own pages here have the last word;
   * `unknown` when the provider cannot say. A checkout that is unknown is never closed by time. Takes no money that
   * nobody has agreed to meanwhile. Left out where the provider cannot be asked: everything is unknown then.
   */
  look?(checkout: Checkout): Promise<Finding | "unknown" | null>;
  /**
   * Makes a waiting checkout one that nobody can pay any more. Left out where the provider has no such call: what was
   * asked for there is not closed at once then.
   */
  expire?(checkout: Checkout): Promise<void>;
  /**
   * Gives money back. Must give it back once however often it is asked for the same refund, because a call whose answer
   * got lost is made again. Throws a 503 when the provider is out of reach.
   */
  refund(refund: Refund): Promise<Refunded>;
  /**
   * Asks what became of a refund that the provider has taken up, by its name for it; null when it knows none. Left out
   * where that is told by messages alone.
   */
  lookAtRefund?(reference: string): Promise<Refunded | null>;
  /**
   * Ends at once what renews by a checkout, by the provider's name for it or, without one, by what it knows of the
   * checkout; false where that cannot be asked for. Asking again is harmless. Left out where the provider has no such
   * call.
   */
  endPlan?(checkout: Checkout, reference: string | null): Promise<boolean>;
  /**
   * Ends what renews by a checkout when what is paid for is over, or at once where nothing is; answers what has become
   * of it, null where that cannot be asked for. Asking again is harmless. Left out where the provider has no such call.
   */
  cancelPlan?(checkout: Checkout, plan: EndingPlan): Promise<PlanNews | null>;
  /**
   * Asks what happened after a sale; only where the provider sends no messages about that. A payment is asked after once
   * a day.
   */
  review?(checkout: Checkout): Promise<Review>;
  /** The form by which a page sends the visitor away; only where the provider is paid so. */
  form?(order: Order): PaymentForm;
  /** Whether it is asked about each message before that is believed: they are limited as calls of clients are, then. */
  readonly asksOfMessages?: true;
  /**
   * Whether messages of a type tell what came of a payment, and not what happened after its sale. Left out where all of
   * its messages do.
   */
  tellsOutcome?(type: string): boolean;
  /** What an immediate charge is made on; only where the provider charges so. */
  readonly immediate?: "card" | "session";
  /** Pages and calls of its own, below `/api/pay/<id>`. */
  routes(services: PaymentServices): Hono<AppEnv>;
}

/** The providers of one server. */
export interface Providers {
  /** Takes the money of hosted checkouts where content names nobody else; null: it is not set up, and others are. */
  readonly main: Provider | null;
  readonly all: readonly Provider[];
  /** Who takes the money of a checkout; null when that provider is not set up any more. */
  of(checkout: Pick<Checkout, "provider">): Provider | null;
  named(id: string): Provider | null;
}
