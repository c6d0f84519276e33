import type { Text } from "../../../generated/contract.ts";
import type { PurchasesHandle } from "../../checkout/use-purchases.ts";
import { Order } from "../../offer/order.tsx";
import { Button } from "../../ui/button.tsx";
import surface from "../../ui/surface.module.css";
import { Inline } from "../../ui/text.tsx";
import styles from "./receipt.module.css";

const RECEIPT = `${surface.card} ${styles.receipt}`;

type Props = Pick<PurchasesHandle, "status" | "items" | "retry"> & {
  empty: Text;
  refunded: Text;
};

/**
 * What was bought, as the server has it, and whether all of it was given back: in one region that stays, so that those
 * who heard that it loads hear it come.
 */
export function Receipt(props: Props) {
  return (
    <div
      className={styles.region}
      role="status"
      aria-busy={props.status === "loading" || undefined}
    >
      <Answer {...props} />
    </div>
  );
}

function Answer({ status, items, empty, refunded, retry }: Props) {
  if (status === "loading") {
    return (
      <div className={RECEIPT}>
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
  if (status === "earlier") {
    return (
      <div className={RECEIPT}>
        <p>
          <strong>This visit has no order.</strong> This browser remembers an
          earlier one, which is not listed here: orders are shown only in the
          visit in which they were paid.
        </p>
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
  const isBack = items.every(({ isRefunded }) => isRefunded);
  return (
    <>
      {isBack ? (
        <div className={RECEIPT}>
          <p>
            <Inline text={refunded} />
          </p>
        </div>
      ) : null}
      <Order heading="Your order" items={items} />
    </>
  );
}
