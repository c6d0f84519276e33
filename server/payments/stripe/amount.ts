import { ProblemError } from "../../http/problem.ts";

/**
 * Where Stripe counts more or fewer digits after the point than ISO 4217. The króna and the shilling have lost their
 * hundredths, which Stripe goes on counting; those of the ariary it does not count.
 * https://docs.stripe.com/currencies#special-cases
 */
const UNITS: Readonly<Record<string, Units>> = {
  ISK: { ours: 1, theirs: 100 },
  UGX: { ours: 1, theirs: 100 },
  MGA: { ours: 100, theirs: 1 },
};
const SAME: Units = { ours: 1, theirs: 1 };

/** How many units of ours are how many of Stripe's. */
interface Units {
  readonly ours: number;
  readonly theirs: number;
}

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
  const sum = stripeSum(minor, code);
  if (sum === null)
    throw new ProblemError(
      "payment-unavailable",
      `Stripe does not take ${minor} ${code} in minor units.`,
    );
  return sum;
}

/** The same; null for what it would refuse. */
export function stripeSum(minor: number, code: string): StripeSum | null {
  const { ours, theirs } = UNITS[code] ?? SAME;
  const amount = (minor * theirs) / ours;
  const step = THREE_DIGITS.has(code) ? 10 : 1;
  return amount % step !== 0 ? null : { amount, currency: code.toLowerCase() };
}

/** What Stripe says it has taken, in minor units of ours. */
export function fromStripe({ amount, currency }: StripeSum): {
  readonly amount: number;
  readonly currency: string;
} {
  const code = currency.toUpperCase();
  const { ours, theirs } = UNITS[code] ?? SAME;
  return { amount: (amount * ours) / theirs, currency: code };
}
