import { own } from "../core/read.ts";
import { unbroken } from "../../generated/unbroken.ts";
import { useFunnel } from "../hooks/use-page.ts";
import { useCurrency } from "../hooks/use-currency.ts";
import { worthOf } from "./code-words.ts";
import { Copy } from "./copy.tsx";
import styles from "./coupon.module.css";

/** A promo code to copy; until the server has given it, something of the same width keeps its place. */
export function Coupon({ id, code }: { id: string; code: string | null }) {
  const { codes, products } = useFunnel();
  const rule = useCurrency();
  const declared = own(codes, id);
  if (declared === undefined) return null;
  const renews = Object.keys(declared.prices).some(
    (product) => own(products, product)?.renewal,
  );
  return (
    <div className={styles.coupon}>
      <p className={styles.saves}>
        {unbroken(`${worthOf(declared, rule)} off`)} your first payment
      </p>
      <p className={styles.code}>
        <span className="sr-only">Your code: </span>
        {code ?? (
          <span aria-hidden="true">{`${declared.prefix ?? ""}-······`}</span>
        )}
      </p>
      <Copy text={code} what="the code" />
      <p className={styles.note}>
        It is applied by itself. You need not type it anywhere.
        {renews ? " Renewals cost what they cost without it." : null}
      </p>
    </div>
  );
}
