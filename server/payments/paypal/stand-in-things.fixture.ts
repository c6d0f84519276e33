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
