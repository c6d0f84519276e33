import type { Funnel, Step } from "../../generated/contract.ts";
import type { AnyNames } from "../../generated/funnel-names.ts";
import type { Answers } from "../core/answers.ts";
import type { Contact } from "../core/contact.ts";

/** What a guard decides by. */
export interface GuardContext {
  readonly funnel: Funnel;
  readonly step: Step;
  readonly answers: Answers;
  readonly contact: Contact;
  /** The visitor came to an offer of an earlier edition of the funnel. */
  readonly wasOffered: boolean;
  readonly visitorMissing: boolean;
  /** The visitor came back from a payment page, by a document of its own. */
  readonly returned: boolean;
  /** Never rejects. */
  loadVisitor(): Promise<void>;
  sleep(ms: number): Promise<void>;
}

export type GuardResult =
  | { readonly kind: "pass" }
  | { readonly kind: "redirect"; readonly to: AnyNames["step"] };

/** What must hold before a step is shown. An answer at once shows the step at once. */
export type Guard = (
  context: GuardContext,
) => GuardResult | Promise<GuardResult>;

export const PASS: GuardResult = { kind: "pass" };
