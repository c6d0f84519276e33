import { providerLimits } from "../../../generated/providers.ts";
import { minorDigits } from "../../checkout/money.ts";
import { ProblemError } from "../../http/problem.ts";

const { currencies, wholeUnits } = providerLimits.paypal;
const TAKEN: ReadonlySet<string> = new Set(currencies);
/** ISO 4217 gives hundredths to all of these but the yen. */
const WHOLE: ReadonlySet<string> = new Set(wholeUnits);

/**
 * An amount in minor units as PayPal writes it: 3999 USD -> "39.99", 500 JPY -> "500". Throws a 503 for one that it
 * would refuse: the price shown is the price charged, so nothing is rounded.
 */
export function toValue(amount: number, currency: string): string {
  const value = valueOf(amount, currency);
  if (value === null)
    throw new ProblemError(
      "payment-unavailable",
      `PayPal does not take ${amount} ${currency} in minor units.`,
    );
  return value;
}

/** The same; null for what it would refuse. */
export function valueOf(amount: number, currency: string): string | null {
  const digits = minorDigits(currency);
  const text = String(amount).padStart(digits + 1, "0");
  const whole = text.slice(0, text.length - digits);
  const rest = text.slice(text.length - digits);
  const isTaken =
    TAKEN.has(currency) && !(WHOLE.has(currency) && /[1-9]/.test(rest));
  if (!isTaken) return null;
  return WHOLE.has(currency) ? whole : `${whole}.${rest}`;
}

/** What PayPal writes, in minor units: "39.99" USD -> 3999; null for what is no sum, or finer than they are. */
export function fromValue(value: string, currency: string): number | null {
  const [, whole, rest = ""] = /^(\d+)(?:\.(\d+))?$/.exec(value) ?? [];
  if (whole === undefined) return null;
  const digits = minorDigits(currency);
  if (!/^0*$/.test(rest.slice(digits))) return null;
  return Number(`${whole}${rest.slice(0, digits).padEnd(digits, "0")}`);
}

/** Whether a value of PayPal's is exactly this amount in minor units. */
export function isAmount(
  value: string,
  amount: number,
  currency: string,
): boolean {
  return fromValue(value, currency) === amount;
}
