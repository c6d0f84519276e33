import { minorDigits } from "../../checkout/money.ts";

/** Of these PayPal takes whole units only, whatever ISO 4217 says. */
const WHOLE = new Set(["HUF", "JPY", "TWD"]);

/** An amount in minor units as PayPal writes it: 3999 USD -> "39.99", 500 JPY -> "500". Throws for what it cannot take. */
export function toValue(amount: number, currency: string): string {
  const decimals = minorDigits(currency);
  const digits = String(amount).padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const rest = digits.slice(digits.length - decimals);
  if (!WHOLE.has(currency)) return decimals === 0 ? whole : `${whole}.${rest}`;
  if (/[1-9]/.test(rest))
    throw new Error(`PayPal takes whole units of ${currency} only`);
  return whole;
}

/** Whether a value of PayPal's is exactly this amount in minor units. */
export function isAmount(
  value: string,
  amount: number,
  currency: string,
): boolean {
  const [, whole, rest = ""] = /^(\d+)(?:\.(\d+))?$/.exec(value) ?? [];
  if (whole === undefined) return false;
  const decimals = minorDigits(currency);
  return (
    /^0*$/.test(rest.slice(decimals)) &&
    Number(`${whole}${rest.slice(0, decimals).padEnd(decimals, "0")}`) ===
      amount
  );
}
