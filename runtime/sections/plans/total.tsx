import { formOf } from "../../core/currency.ts";
import { money } from "../../core/money.ts";
import { useBrand } from "../../hooks/use-page.ts";
import { usePrice } from "../../hooks/use-price.ts";
import { usePromo } from "../../hooks/use-promo.ts";
import { type Plan, soldProduct } from "../../offer/plan.ts";
import styles from "./total.module.css";

/** What is paid today, and what was taken off to get there. */
export function Total({
  plan,
  ended,
  promo,
}: {
  plan: Plan;
  ended: boolean;
  promo: boolean;
}) {
  const price = usePrice();
  const code = usePromo();
  const { currencies } = useBrand();
  const now = price(soldProduct(plan, ended));
  const before =
    plan.regular === undefined || ended ? null : price(plan.regular);
  const saved = before === null ? 0 : before.minor - now.minor;
  const form = formOf(currencies, now.currency);
  return (
    <dl className={styles.total}>
      {before === null || saved <= 0 ? null : (
        <>
          <div>
            <dt>Regular price</dt>
            <dd>{before.text}</dd>
          </div>
          <div className={styles.off}>
            <dt>{promo && code !== null ? <>Code {code}</> : "You save"}</dt>
            <dd>−{money(saved, form)}</dd>
          </div>
        </>
      )}
      <div className={styles.today}>
        <dt>Total today</dt>
        <dd data-price>{now.text}</dd>
      </div>
    </dl>
  );
}
