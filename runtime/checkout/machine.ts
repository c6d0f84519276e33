/**
 * Paying in the browser, as one machine: its states, what happens to it and what it asks for. `reduce.ts` says what
 * follows from what, `run.ts` carries it out.
 */
import type { Payments, Product } from "../../generated/contract.ts";
import type { PaymentForm } from "../api/max-pay.ts";
import type { Attempt, Order } from "../core/attempt.ts";
import type { Geo } from "../core/currency.ts";
import type { AttemptIds } from "./attempts.ts";

/** What the visitor sees of paying at one offer. */
export type CheckoutStatus =
  | "idle"
  | "pending"
  | "paid"
  | "declined"
  | "cancelled"
  | "needs-authentication"
  | "unknown";

/** What became of a payment, as the server says. */
export type Outcome =
  | {
      readonly kind: "paid" | "declined" | "cancelled" | "open";
      readonly product: string;
    }
  | {
      readonly kind: "needs-authentication";
      readonly product: string;
      readonly url: string;
    }
  /** Nothing of this session: never begun, or long ago. */
  | { readonly kind: "gone" };

/** How the visitor gets to a payment page: by its address, or by a form that is sent there. */
export type WayThere =
  | { readonly kind: "leave"; readonly url: string }
  | { readonly kind: "send"; readonly form: PaymentForm };

/** One wish to pay. */
export interface PayRequest {
  readonly order: Order;
  readonly how: "hosted" | "saved";
  /** What charges the saved method. */
  readonly saved: Payments["saved"];
  readonly product: Product;
  readonly returnPath: string;
  readonly geo: Geo | null;
}

/** Paying at one offer. */
export interface Payment {
  readonly state: State;
  /** The product being paid for, or whose outcome the state is. */
  readonly product: string | null;
  /** A payment that the visitor came back from and whose outcome is still unknown: to be asked about first. */
  readonly unsettled: string | null;
  /** Counts what was begun here: the answer to an older call moves nothing any more. */
  readonly run: number;
  /** The arrival on the page in which the run began. */
  readonly arrival: number;
}

export const NO_PAYMENT: Payment = {
  state: { kind: "idle" },
  product: null,
  unsettled: null,
  run: 0,
  arrival: 0,
};

/** The payment named in the address, and how often it was asked about. */
interface Return {
  readonly payment: string;
  /** Whether the server can tell this visitor from another. */
  readonly knowable: boolean;
  readonly asked: number;
}

/** An attempt on its way to being paid. */
interface Underway {
  readonly request: PayRequest;
  readonly attempt: Attempt;
}

export type State =
  | { readonly kind: "idle" }
  /** The server is asked about the payment whose page the visitor comes back from. */
  | ({ readonly kind: "asking-on-return" } & Return)
  /** It was still open; it will be asked about again. */
  | ({ readonly kind: "waiting-to-ask" } & Return)
  /** The server is asked about the stored attempt, because its page is shown again. */
  | { readonly kind: "asking-on-arrival" }
  /** The server is asked about the attempt before this one. */
  | {
      readonly kind: "asking-earlier";
      readonly request: PayRequest;
      readonly earlier: Attempt | null;
      readonly ids: AttemptIds;
    }
  /** The price is being confirmed, for a charge or for a payment page. */
  | ({
      readonly kind: "confirming";
      readonly next: "charge" | "open";
    } & Underway)
  /** A charge by reference needs the visitor's id. */
  | ({
      readonly kind: "finding-visitor";
      readonly reference: string;
    } & Underway)
  | ({ readonly kind: "charging" } & Underway)
  /** The payment page is being opened. */
  | { readonly kind: "opening" }
  | { readonly kind: "leaving" }
  | { readonly kind: Exclude<CheckoutStatus, "idle" | "pending"> };

/** What the visitor does. */
type Act =
  | {
      readonly kind: "pay";
      readonly request: PayRequest;
      /** The offer's attempt as stored now, by this tab or another. */
      readonly attempt: Attempt | null;
      /** For a new attempt, if one is needed. */
      readonly ids: AttemptIds;
      readonly arrival: number;
    }
  /** From the page of the payment that the address names, or to ask about it once more. */
  | {
      readonly kind: "returned";
      readonly payment: string;
      readonly knowable: boolean;
      readonly attempt: Attempt | null;
      readonly arrival: number;
    }
  /** The offer's page is on the screen. */
  | {
      readonly kind: "shown";
      readonly attempt: Attempt | null;
      readonly arrival: number;
    }
  /** Puts a shown outcome away. */
  | { readonly kind: "dismissed" }
  /** An outcome has moved the visitor on. */
  | { readonly kind: "moved-on" };

/** What comes of a call. */
export type Answer =
  /** The server's word on a payment: it was asked, or has charged. */
  | {
      readonly kind: "outcome";
      readonly outcome: Outcome;
      /** Null when the server knows of none. */
      readonly payment: string | null;
      /** The attempt whose payment this turns out to be; null where that was known. */
      readonly attempt: Attempt | null;
    }
  /** The price is confirmed; the reference of a saved method, null when there is none. */
  | { readonly kind: "confirmed"; readonly reference: string | null }
  | { readonly kind: "visitor-found"; readonly visitorId: string | null }
  /** There is no saved method that the server knows. */
  | { readonly kind: "nothing-saved" }
  | {
      readonly kind: "opened";
      readonly attempt: Attempt;
      readonly payment: string;
      readonly way: WayThere;
    }
  | { readonly kind: "waited" }
  /** The payment page could not be reached. */
  | { readonly kind: "stayed" }
  | {
      readonly kind: "failed";
      /** The same request would be refused again. */
      readonly refused: boolean;
      /** Null when it is in the log already. */
      readonly error: unknown;
    };

export type Event = Act | (Answer & { readonly run: number });

/** What is to be kept or said at once. */
export type Note =
  | { readonly kind: "begin"; readonly attempt: Attempt }
  | { readonly kind: "keep"; readonly attempt: Attempt }
  /** The offer's attempt, if it is that of the payment; whichever it is, if there is none. */
  | { readonly kind: "forget"; readonly payment: string | null }
  | {
      readonly kind: "mark-paid";
      readonly payment: string;
      readonly product: string;
    }
  | {
      readonly kind: "report";
      readonly during: "paying" | "asking";
      readonly error: unknown;
    };

/** What is to be done, and answered. */
export type Call =
  | { readonly kind: "ask-payment"; readonly payment: string }
  /** About a charge whose answer was lost on the way: the server knows it by its product. */
  | { readonly kind: "ask-charge"; readonly attempt: Attempt }
  | { readonly kind: "wait"; readonly ms: number }
  | { readonly kind: "confirm"; readonly attempt: Attempt }
  | { readonly kind: "find-visitor" }
  | {
      readonly kind: "charge-by-reference";
      readonly attempt: Attempt;
      readonly reference: string;
      readonly visitorId: string;
    }
  | { readonly kind: "charge-at-once"; readonly attempt: Attempt }
  | {
      readonly kind: "open";
      readonly attempt: Attempt;
      readonly request: PayRequest;
    }
  | { readonly kind: "leave"; readonly way: WayThere };

/** What the visitor sees of a state. */
export function statusOf({ kind }: State): CheckoutStatus {
  switch (kind) {
    case "idle":
    case "paid":
    case "declined":
    case "cancelled":
    case "needs-authentication":
    case "unknown":
      return kind;
    case "asking-on-return":
    case "waiting-to-ask":
    case "asking-on-arrival":
    case "asking-earlier":
    case "confirming":
    case "finding-visitor":
    case "charging":
    case "opening":
    case "leaving":
      return "pending";
  }
}
