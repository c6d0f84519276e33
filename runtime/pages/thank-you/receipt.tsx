import { useId } from "react";
import type { Text } from "../../../generated/contract.ts";
import { symbolOf } from "../../core/currency.ts";
import { money } from "../../core/money.ts";
import { useBrand } from "../../hooks/use-page.ts";
import type { Purchase, PurchasesHandle } from "../../hooks/use-purchases.ts";
import { Button } from "../../ui/button.tsx";
import { Inline } from "../../ui/text.tsx";
import surface from "../../sections/surface.module.css";
import styles from "./receipt.module.css";

const RECEIPT = `${surface.card} ${styles.receipt}`;

/** What was bought, as the server has it. */
export function Receipt({
  status,
  items,
  empty,
  retry,
}: PurchasesHandle & { empty: Text }) {
  if (status === "loading") {
    return (
      <div className={RECEIPT} role="status" aria-busy="true">
        <span className="sr-only">Loading your order</span>
        <span className={styles.ghost} />
        <span className={styles.ghost} />
      </div>
    );
  }
  if (status === "failed") {
    return (
      <div className={RECEIPT} role="alert">
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
      <div className={RECEIPT}>
        <p>
          <Inline text={empty} />
        </p>
      </div>
    );
  }
  return <Order items={items} />;
}

function Order({ items }: { items: readonly Purchase[] }) {
  const id = useId();
  return (
    <section className={RECEIPT} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
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
  const [first, ...rest] = items;
  if (first === undefined) return null;
  if (rest.some((item) => item.currency !== first.currency)) return null;
  const sum = items.reduce((before, item) => before + item.amount, 0);
  return (
    <p className={styles.total}>
      <span>Paid today</span>
      <strong data-price>
        {money(sum, symbolOf(currencies, first.currency))}
      </strong>
    </p>
  );
}
