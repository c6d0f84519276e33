export interface Answered {
  readonly status: number;
  readonly body: unknown;
}

interface Amount {
  readonly currency_code: string;
  readonly value: string;
}
export interface Capture {
  readonly id: string;
  status: string;
  amount: Amount;
}
export interface FakeRefund {
  readonly id: string;
  readonly capture: string;
  status: string;
  readonly amount: Amount;
  readonly custom_id: unknown;
}
export interface FakeDispute {
  readonly id: string;
  readonly capture: string;
  readonly amount: Amount;
}
export interface FakeOrder {
  readonly id: string;
  status: string;
  readonly custom_id: string;
  amount: Amount;
  /** As it was asked for. */
  readonly asked: unknown;
  readonly captures: Capture[];
}

/** An error as PayPal words it. */
export function problem(name: string, issue?: string) {
  return { name, ...(issue !== undefined && { details: [{ issue }] }) };
}

export const unprocessable = (issue: string): Answered => ({
  status: 422,
  body: problem("UNPROCESSABLE_ENTITY", issue),
});

/** Why PayPal takes no money by an order that was approved. */
export const REFUSALS = [
  "INSTRUMENT_DECLINED",
  "PAYER_CANNOT_PAY",
  "PAYER_ACCOUNT_RESTRICTED",
  "PAYER_ACCOUNT_LOCKED_OR_CLOSED",
  "PAYEE_BLOCKED_TRANSACTION",
  "TRANSACTION_BLOCKED_BY_PAYEE",
  "TRANSACTION_REFUSED",
  "TRANSACTION_LIMIT_EXCEEDED",
  "TRANSACTION_RECEIVING_LIMIT_EXCEEDED",
  "REDIRECT_PAYER_FOR_ALTERNATE_FUNDING",
  "COMPLIANCE_VIOLATION",
  "CARD_EXPIRED",
  "MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED",
  // A reason that PayPal has not had so far.
  "REASON_TO_COME",
] as const;
export type Refusal = (typeof REFUSALS)[number];
