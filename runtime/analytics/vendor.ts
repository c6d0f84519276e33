import type { Brand, Funnel, Sensitivity } from "../../generated/contract.ts";
import type { Purpose } from "../core/consent.ts";
import type { Identity, ReportingUser } from "../core/identity.ts";
import type { VisitEvent } from "../state/events.ts";

/** What a vendor may know of a visit. */
export interface VisitContext {
  readonly brand: Brand;
  readonly funnel: Funnel;
  readonly deviceId: () => string | null;
  /** Null while there is no visitor info. */
  readonly visitorId: () => string | null;
  /** Null, with a warning, while there is no visitor info. */
  readonly identity: () => Identity | null;
  /** Null, with a line in the log, while no email is known. */
  readonly user: () => ReportingUser | null;
  /** The device id that the vendor made. */
  readonly reportDevice: (id: string) => void;
  /** Whether third parties may be used for this. */
  readonly allows: (purpose: Purpose) => boolean;
  /** How sensitive the page on screen is; `listen` is called before others can see that it has changed. */
  readonly sensitive: () => Sensitivity;
  readonly onSensitive: (listen: () => void) => () => void;
  readonly location: Pick<Location, "href" | "hostname" | "origin">;
}

/** The same, with what becomes of its run. */
export interface VendorContext extends VisitContext {
  /** Whether it was stopped, which may be before it is there. */
  readonly isStopped: () => boolean;
}

/** A third party: what has to be there for it, and how it is started. */
export interface Vendor {
  /** Whether this funnel of this brand uses it. */
  readonly wanted: (brand: Brand, funnel: Funnel) => boolean;
  readonly purpose: Purpose;
  /** What it does beside, where that is allowed too. */
  readonly also?: Purpose;
  /** Its script looks at the page by itself, and cannot be told to look away. */
  readonly readsPage?: true;
  /**
   * Loads and starts it, unless it is stopped by the time it is loaded. What is thrown here or later stays here: no
   * visitor notices.
   */
  readonly start: (context: VendorContext) => Promise<RunningVendor>;
}

export interface RunningVendor {
  readonly track: (event: VisitEvent) => void | Promise<void>;
  /** The visitor does not want it any more. */
  readonly stop: () => void;
}

/** In the place of one that was stopped before it was there, or that nobody can speak to. */
export const NOT_RUNNING: RunningVendor = {
  track: () => undefined,
  stop: () => undefined,
};

/** Where answers are given. Which of them was given is nobody's business, the visitor's answers stay with them. */
export const ANSWER_PLACE = "[data-answer]";

/** Links that hold the visitor's answers, or open what they bought, to whoever has them. */
export const PRIVATE_PLACE = "[data-private]";

/** A failure in words of our own, which may stand in the log. */
export class VendorFault extends Error {
  override readonly name = "VendorFault";
}
