import { ProblemError } from "../../http/problem.ts";

/**
 * Where Stripe counts more or fewer digits after the point than ISO 4217. The króna and the shilling have lost their
 * hundredths, which Stripe goes on counting; those of the ariary it does not count.
 * https://docs.stripe.com/currencies#special-cases
 */
const MORE_DIGITS: Readonly<Record<string, number>> = {
  ISK: 2,
  UGX: 2,
  MGA: -2,
};

/** Currencies of three digits, of which Stripe takes only amounts that end in 0. */
const THREE_DIGITS = new Set(["BHD", "JOD", "KWD", "OMR", "TND"]);

/** What Stripe calls a sum: an amount in its own units, and the currency's code in small letters. */
export interface StripeSum {
  readonly amount: number;
  readonly currency: string;
}

/**
 * A sum of ours in minor units, as Stripe wants it. Throws a 503 for one that it would refuse: the price shown is the
 * price charged, so nothing is rounded.
 */
export function toStripe(minor: number, code: string): StripeSum {
  const amount = shifted(minor, MORE_DIGITS[code] ?? 0);
  const step = THREE_DIGITS.has(code) ? 10 : 1;
  if (!Number.isInteger(amount) || amount % step !== 0)
    throw new ProblemError(
      "payment-unavailable",
      `Stripe does not take ${minor} ${code} in minor units.`,
    );
  return { amount, currency: code.toLowerCase() };
}

/** What Stripe says it has taken, in minor units of ours. */
export function fromStripe({ amount, currency }: StripeSum): {
  readonly amount: number;
  readonly currency: string;
} {
  const code = currency.toUpperCase();
  return { amount: shifted(amount, -(MORE_DIGITS[code] ?? 0)), currency: code };
}

/** An amount counted with so many digits more; a division that comes out even is exact, as a product with 0.01 is not. */
function shifted(amount: number, digits: number): number {
  return digits < 0 ? amount / 10 ** -digits : amount * 10 ** digits;
}
