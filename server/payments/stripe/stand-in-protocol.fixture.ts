import { randomUUID } from "node:crypto";

export interface Answered {
  readonly status: number;
  readonly body: unknown;
}

/** A form's fields by name, those in brackets inside. */
export type Form = { [name: string]: string | Form | undefined };

/** An error as Stripe words it. */
export function failure(
  type: string,
  code: string,
  more: Readonly<Record<string, unknown>> = {},
) {
  return { error: { type, code, message: code, ...more } };
}

/** What every card of the stand-in looks like. */
export const CARD = { brand: "visa", last4: "4242" };

export function newId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll("-", "")}`;
}
