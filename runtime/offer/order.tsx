import type { Text } from "../../generated/contract.ts";
import { formOf } from "../core/money-form.ts";
import { money } from "../core/money.ts";
import { unbroken } from "../../generated/unbroken.ts";
import { useBrand } from "../hooks/use-page.ts";
import { type Purchase, TODAY } from "../checkout/use-purchases.ts";
import { Block } from "../ui/block.tsx";
import surface from "../ui/surface.module.css";
import { GiftLink } from "./gift-link.tsx";
import styles from "./order.module.css";

/** What was bought, for how much, what it renews at, and what of it went back. */
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
      <Total items={items} />
    </Block>
  );
}

function Item({ item }: { item: Purchase }) {
  return (
    <li>
      <span>{item.name}</span>
      <strong data-price>{item.text}</strong>
      <span className={`${styles.renewal} ${surface.sums}`}>
        {stateOf(item)}
      </span>
      {item.gift === null ? null : <GiftLink {...item.gift} />}
    </li>
  );
}

/** What is said of a purchase that is charged for no more. */
const ENDED = {
  cancelled: "Cancelled. It does not renew any more.",
  paused: "Payments are paused. Nothing is charged until they go on.",
  once: "Paid once. It does not renew.",
};

function stateOf({ isRefunded, refunded, renewal, stopped }: Purchase): string {
  // Whoever got a payment back may still have a plan that renews.
  if (isRefunded)
    return ["Refunded in full.", ...(renewal ? [renewal.text] : [])].join(" ");
  const terms = renewal?.text ?? ENDED[stopped ?? "once"];
  return refunded === null
    ? terms
    : `${unbroken(`${refunded} was`)} refunded. ${terms}`;
}

/** Only amounts of one currency can be added up. What went back was not paid in the end. */
function Total({ items: all }: { items: readonly Purchase[] }) {
  const { currencies } = useBrand();
  const items = all.filter(({ isRefunded }) => !isRefunded);
  const [first, ...rest] = items;
  if (first === undefined || rest.length === 0) return null;
  if (rest.some((item) => item.currency !== first.currency)) return null;
  const sum = items.reduce((before, item) => before + item.kept, 0);
  return (
    <p className={styles.total}>
      <span>{paidOn(items)}</span>
      <strong data-price>
        {money(sum, formOf(currencies, first.currency))}
      </strong>
    </p>
  );
}

/** A receipt is read on other days, too: "Paid on March 14", "Paid from March 14 to March 15". */
function paidOn(items: readonly Purchase[]): string {
  const [first, last] = [items[0], items.at(-1)].map((item) => item?.day);
  if (first !== last) return `Paid from ${first} to ${last}`;
  return first === TODAY ? "Paid today" : `Paid on ${first}`;
}
