import { formOf } from "../../core/money-form.ts";
import { money } from "../../core/money.ts";
import { useBrand } from "../../hooks/use-page.ts";
import { usePrice } from "../../hooks/use-price.ts";
import { usePromo } from "../../hooks/use-promo.ts";
import { type Plan, soldProduct } from "../../offer/plan.ts";
import styles from "./total.module.css";

/** What is paid today, and what was taken off to get there. */
export function Total({ plan, ended }: { plan: Plan; ended: boolean }) {
  const price = usePrice();
  const promo = usePromo();
  const { currencies } = useBrand();
  const product = soldProduct(plan, ended);
  const now = price(product);
  const listed = price(product, "without-code");
  const full =
    plan.regular === undefined || ended
      ? listed
      : price(plan.regular, "without-code");
  const form = formOf(currencies, now.currency);
  const saved = full.minor - listed.minor;
  const lowered = listed.minor - now.minor;
  return (
    <dl className={styles.total}>
      {saved <= 0 && lowered <= 0 ? null : (
        <div>
          <dt>Regular price</dt>
          <dd>{saved > 0 ? full.text : listed.text}</dd>
        </div>
      )}
      {saved <= 0 ? null : (
        <div className={styles.off}>
          <dt>You save</dt>
          <dd>−{money(saved, form)}</dd>
        </div>
      )}
      {promo === null || lowered <= 0 ? null : (
        <div className={styles.off}>
          <dt>Code {promo.code}</dt>
          <dd>−{money(lowered, form)}</dd>
        </div>
      )}
      <div className={styles.today}>
        <dt>Total today</dt>
        <dd data-price>{now.text}</dd>
      </div>
    </dl>
  );
}
