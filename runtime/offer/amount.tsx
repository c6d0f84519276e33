import { usePrice } from "../hooks/use-price.ts";
import styles from "./amount.module.css";

/** What a product costs; before it, struck through, what `regular` costs, or what it costs without the visitor's code. */
export function Amount({
  product,
  regular,
}: {
  product: string;
  regular?: string | null | undefined;
}) {
  const price = usePrice();
  const now = price(product);
  const listed = price(product, "without-code");
  const later =
    regular === null || regular === undefined
      ? listed
      : price(regular, "without-code");
  const before = later.minor > listed.minor ? later : listed;
  const isLower = before.minor > now.minor;
  return (
    <span className={styles.amount}>
      {isLower ? (
        <s className={styles.before}>
          <span className="sr-only">Regular price </span>
          {before.text}
        </s>
      ) : null}
      {isLower ? <span className="sr-only">, now </span> : null}
      <strong data-price>{now.text}</strong>
    </span>
  );
}
