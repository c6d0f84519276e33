/** The folder `checkout` holds paying, as a state machine. */

/**
 * Paying in the browser, as one machine: its states, what happens to it and what it asks for. `reduce.ts` says what
 * follows from what, `run.ts` carries it out.
 */
import type { Payments, Product } from "../../generated/contract.ts";
import type { Attempt, Order } from "../core/attempt.ts";
import type { Geo } from "../core/currency.ts";

/** Shown as they are; any other state is a call that is waited for. */
const SEEN = [
  "idle",
  "paid",
  "declined",
  "cancelled",
  "needs-authentication",
  "price-changed",
  "outdated",
  "unreachable",
  "unknown",
  "still-open",
  "nothing-found",
] as const;

/** What the visitor sees of paying at one offer. */
export type CheckoutStatus = (typeof SEEN)[number] | "pending";

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
  /** Nothing of this session: never begun, or long ago. Unknowable: the server cannot tell whose session it was. */
  | { readonly kind: "gone" | "unknowable" };

/** A form that the page sends in the visitor's name. */
export interface PaymentForm {
  readonly action: string;
  readonly method: "GET" | "POST";
  readonly fields: Readonly<Record<string, string>>;
}

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
  /** The products that were shown as bought where this one was wanted: it is bought beside them. */
  readonly owned: readonly string[];
  readonly returnPath: string;
  readonly geo: Geo | null;
}

/** Paying at one offer. */
export interface Payment {
  readonly state: State;
  /** What was begun here, as it is stored on the device: another tab may change it, and what is changed is stored. */
  readonly attempt: Attempt | null;
  /** The product being paid for, or whose outcome the state is. */
  readonly product: string | null;
  /** A payment that the visitor came back from and whose outcome is still unknown: to be asked about first. */
  readonly unsettled: string | null;
  /** The payment that the server has called open since the visitor left its page; null while there is none. */
  readonly leftOpen: string | null;
  /** How often the page has come to the screen. */
  readonly arrivals: number;
  /** The arrival after which it was begun to pay or to ask. */
  readonly begun: number;
  /** The visitor was at the offer, and is elsewhere. */
  readonly isLeft: boolean;
}

export const NO_PAYMENT: Payment = {
  state: { kind: "idle" },
  attempt: null,
  product: null,
  unsettled: null,
  leftOpen: null,
  arrivals: 0,
  begun: 0,
  isLeft: false,
};

/** Where paying stands. */
export type State = Seen | Waiting;

/** Shown as it is. */
interface Seen {
  readonly kind: (typeof SEEN)[number];
}

/**
 * Each stands for one call, with all that it needs: entering the state makes the call, and its answer is the next
 * event.
 */
export type Waiting =
  | Asking
  | OnTheWay
  | {
      readonly kind: "leaving";
      readonly way: WayThere;
      /** Whose page it is: another tab may begin another one at the same offer. */
      readonly attempt: Attempt;
    };

/**
 * The server is asked what became of a payment. `closed`: the one of a sheet that has closed while another tab had begun
 * something else; it takes that one's place only where it was paid, or may be.
 */
export type Asking =
  /** Of the one whose page the visitor comes back from, or of one that is unknown. */
  | {
      readonly kind: "asking-on-return";
      readonly about: Asked;
      /** How often it was still open; each time is waited for longer. */
      readonly open: number;
      /** The visitor has asked, and is told as well that there is none. */
      readonly isSought: boolean;
      readonly closed?: Attempt;
    }
  /** Of the stored attempt, because its page is shown again. */
  | {
      readonly kind: "asking-on-arrival";
      readonly about: Asked;
      readonly closed?: Attempt;
    }
  /** Of what was begun before, because the visitor pays. */
  | {
      readonly kind: "asking-earlier";
      readonly about: Asked;
      readonly request: PayRequest;
      readonly fresh: Attempt;
    };

/** An attempt is on its way to being paid. */
export type OnTheWay = {
  readonly request: PayRequest;
  readonly attempt: Attempt;
} & (
  | {
      /** The price is being confirmed. */
      readonly kind: "confirming";
      readonly next: "charge" | "open";
    }
  /** A charge by reference needs the visitor's id. */
  | { readonly kind: "finding-visitor"; readonly reference: string }
  | {
      /** The saved method is being charged. */
      readonly kind: "charging";
      readonly reference: string;
      /** Null where the charge does without. */
      readonly visitorId: string | null;
    }
  /** The payment page is being opened. */
  | { readonly kind: "opening" }
);

/** A payment by its id; or a charge whose answer was lost on the way, which the server knows by its product. */
export type Asked = string | Attempt;

export type StateOf<K extends State["kind"]> = State & { readonly kind: K };

/** What the visitor does. */
export type Act =
  | {
      readonly kind: "pay";
      readonly request: PayRequest;
      /** What begins if nothing goes on. */
      readonly fresh: Attempt;
    }
  /** From the page of the payment that the address names. */
  | { readonly kind: "returned"; readonly payment: string }
  /** The offer's page is on the screen. */
  | { readonly kind: "shown" }
  /** Asks once more about what is unknown. */
  | { readonly kind: "checked" }
  /** An outcome has moved the visitor on. */
  | { readonly kind: "moved-on" };

/** What comes of the call of the very state that it names; it moves no other. */
export type Answer =
  /** The server's word on a payment: it was asked, or has charged. */
  | {
      readonly kind: "outcome";
      readonly to: Asking | StateOf<"charging">;
      readonly outcome: Outcome;
      /** Null when the server knows of none. */
      readonly payment: string | null;
      /** Whose payment this turns out to be; null where that was known. */
      readonly attempt: Attempt | null;
    }
  /** The price is confirmed; the reference of a saved method, null when there is none. */
  | {
      readonly kind: "confirmed";
      readonly to: StateOf<"confirming">;
      readonly reference: string | null;
    }
  | {
      readonly kind: "visitor-found";
      readonly to: StateOf<"finding-visitor">;
      readonly visitorId: string | null;
    }
  /** There is no saved method that the server knows. */
  | { readonly kind: "nothing-saved"; readonly to: StateOf<"charging"> }
  | {
      readonly kind: "opened";
      readonly to: StateOf<"opening">;
      /** With its payment. */
      readonly attempt: Attempt;
      readonly way: WayThere;
    }
  /** The payment page could not be reached. */
  | { readonly kind: "stayed"; readonly to: StateOf<"leaving"> }
  /** The payment page stood in a sheet over the offer, and is gone: to its end, or because the visitor closed it. */
  | {
      readonly kind: "sheet-closed";
      readonly to: StateOf<"leaving">;
      readonly atEnd: boolean;
    }
  /** The price does not hold any more; nothing was begun at the provider. */
  | { readonly kind: "price-changed"; readonly to: Waiting }
  | {
      readonly kind: "failed";
      readonly to: Waiting;
      readonly why: Failure;
    };

/**
 * Why a call failed. Refused: the same one would be refused again. Outdated: the page is of another build than the
 * server, and offers what is not sold so. In flight: another call for the same payment is at work, and may charge.
 */
export type Failure = "refused" | "outdated" | "in-flight" | "passing";

export type Event = Act | Answer;

export type EventOf<K extends Event["kind"]> = Event & { readonly kind: K };

/** Whether a call is waited for. */
export function isWaiting(state: State): state is Waiting {
  return statusOf(state) === "pending";
}

/** What the visitor sees of a state. */
export function statusOf({ kind }: State): CheckoutStatus {
  return SEEN.find((seen) => seen === kind) ?? "pending";
}
