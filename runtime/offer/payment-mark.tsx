import type { PaymentMethod } from "../../generated/names.ts";
import styles from "./payment-mark.module.css";

/** What people know a way to pay by, in its own colours on a white plate in every brand. A file in `marks` draws each. */
export function PaymentMark({ method }: { readonly method: PaymentMethod }) {
  return (
    <span className={styles.mark} data-method={method} aria-hidden="true" />
  );
}
