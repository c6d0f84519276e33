import type { Text } from "../../generated/contract.ts";
import { formOf } from "../core/currency.ts";
import { money } from "../core/money.ts";
import { useBrand } from "../hooks/use-page.ts";
import type { Purchase } from "../checkout/use-purchases.ts";
import { Block } from "../ui/block.tsx";
import styles from "./order.module.css";

/** What was bought, for how much, and what it renews at. */
export function Order({
  heading,
  items,
}: {
  heading: Text;
  items: readonly Purchase[];
}) {
  return (
    <Block section="purchases" heading={heading} as="card">
      <ul className={styles.items}>
        {items.map((item, i) => (
          <Item key={i} item={item} />
        ))}
      </ul>
      {items.length > 1 ? <Total items={items} /> : null}
    </Block>
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
        {money(sum, formOf(currencies, first.currency))}
      </strong>
    </p>
  );
}
