import type { Text } from "../../../generated/contract.ts";
import { money } from "../../core/money.ts";
import { useBrand } from "../../hooks/use-page.ts";
import type { Purchase, PurchasesHandle } from "../../hooks/use-purchases.ts";
import { Button } from "../../ui/button.tsx";
import { Inline } from "../../ui/text.tsx";
import styles from "./receipt.module.css";

/** What was bought, as the server has it. */
export function Receipt({
  status,
  items,
  empty,
  retry,
}: PurchasesHandle & { empty: Text }) {
  if (status === "loading") {
    return (
      <div className={styles.receipt} role="status" aria-busy="true">
        <span className="sr-only">Loading your order</span>
        <span className={styles.ghost} />
        <span className={styles.ghost} />
      </div>
    );
  }
  if (status === "failed") {
    return (
      <div className={styles.receipt} role="alert">
        <p>
          <strong>Your order could not be loaded.</strong> Nothing is lost: what
          you paid for is yours.
        </p>
        <Button look="secondary" onClick={retry}>
          Try again
        </Button>
      </div>
    );
  }
  if (items.length === 0) {
    return (
      <div className={styles.receipt}>
        <p>
          <Inline text={empty} />
        </p>
      </div>
    );
  }
  return (
    <section className={styles.receipt} aria-labelledby="order">
      <h2 id="order" className={styles.title}>
        Your order
      </h2>
      <ul className={styles.items}>
        {items.map((item, i) => (
          <Item key={i} item={item} />
        ))}
      </ul>
      {items.length > 1 ? <Total items={items} /> : null}
    </section>
  );
}

function Item({ item }: { item: Purchase }) {
  return (
    <li>
      <span>{item.name}</span>
      <strong data-price>{item.text}</strong>
      <span className={styles.renewal}>
        {item.renewal === null
          ? "Paid once. It does not renew."
          : item.renewal.text}
      </span>
    </li>
  );
}

/** Only amounts of one currency can be added up. */
function Total({ items }: { items: readonly Purchase[] }) {
  const { currencies } = useBrand();
  const currency = items[0]?.currency;
  if (items.some((item) => item.currency !== currency)) return null;
  const symbol =
    currencies.find((rule) => rule.code === currency)?.symbol ?? "";
  const sum = items.reduce((before, item) => before + item.amount, 0);
  return (
    <p className={styles.total}>
      <span>Paid today</span>
      <strong data-price>{money(sum, symbol)}</strong>
    </p>
  );
}
