import { usePrice } from "../hooks/use-price.ts";
import styles from "./amount.module.css";

/** What a product costs; before it, struck through, what `regular` costs. */
export function Amount({
  product,
  regular,
}: {
  product: string;
  regular?: string | null | undefined;
}) {
  const price = usePrice();
  const now = price(product);
  const before =
    regular === null || regular === undefined ? null : price(regular);
  return (
    <span className={styles.amount}>
      {before === null || before.minor <= now.minor ? null : (
        <s className={styles.before}>
          <span className="sr-only">Regular price </span>
          {before.text}
        </s>
      )}
      <strong data-price>
        {before === null ? null : <span className="sr-only">, now </span>}
        {now.text}
      </strong>
    </span>
  );
}
