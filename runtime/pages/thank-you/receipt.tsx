import type { Text } from "../../../generated/contract.ts";
import type { PurchasesHandle } from "../../checkout/use-purchases.ts";
import {
  type UnknownPayments,
  useUnknownPayments,
} from "../../checkout/use-unknown-payments.ts";
import { Order } from "../../offer/order.tsx";
import { Button } from "../../ui/button.tsx";
import surface from "../../ui/surface.module.css";
import { Inline } from "../../ui/text.tsx";
import styles from "./receipt.module.css";

const CARD = `${surface.card} ${styles.card}`;

type Props = Pick<PurchasesHandle, "status" | "items" | "retry"> & {
  empty: Text | undefined;
  refunded: Text;
};

/**
 * What was bought, as the server has it, and whether all of it was given back. Those who listen hear what comes in the
 * region that has said that it loads: of an order what it is, not its links and terms.
 */
export function Receipt(props: Props) {
  const { status, items, retry } = props;
  return (
    <div className={styles.receipt}>
      <div role="status" aria-busy={status === "loading" || undefined}>
        <Said {...props} />
      </div>
      {status === "loading" ? (
        <div className={CARD}>
          <span className={styles.ghost} />
          <span className={styles.ghost} />
        </div>
      ) : null}
      {status === "failed" ? (
        <div className={CARD} role="alert">
          <p>
            <strong>Your order could not be loaded.</strong> Nothing is lost:
            what you paid for is yours.
          </p>
          <Button look="secondary" onClick={retry}>
            Try again
          </Button>
        </div>
      ) : null}
      {status === "ready" && items.length > 0 ? (
        <Order heading="Your order" items={items} />
      ) : null}
    </div>
  );
}

function Said(props: Props) {
  const { status } = props;
  const unknown = useUnknownPayments();
  return (
    <>
      {unknown.isUnknown && (status === "ready" || status === "unknown") ? (
        <Unknown {...unknown} />
      ) : null}
      <Known {...props} />
    </>
  );
}

function Unknown({ isAsking, check }: UnknownPayments) {
  return (
    <div className={CARD}>
      <p>
        <strong>We do not know yet what became of your payment.</strong> It is
        not in your order. There is no need to pay again: write to us, and a
        person looks it up.
      </p>
      <Button look="secondary" pending={isAsking} onClick={check}>
        Check again
      </Button>
    </div>
  );
}

function Known({ status, items, empty, refunded }: Props) {
  switch (status) {
    case "loading":
      return <span className="sr-only">Loading your order</span>;
    case "failed":
    case "unknown":
      return null;
    case "earlier":
      return (
        <p className={CARD}>
          <span>
            <strong>This visit has no order.</strong> This browser remembers an
            earlier one, which is not listed here: orders are shown only in the
            visit in which they were paid.
          </span>
        </p>
      );
    case "ready":
      break;
  }
  if (items.length === 0)
    return empty === undefined ? null : <Note text={empty} />;
  if (items.every(({ isRefunded }) => isRefunded))
    return <Note text={refunded} />;
  return (
    <span className="sr-only">
      Your order is here: {items.map(({ name }) => name).join(", ")}
    </span>
  );
}

function Note({ text }: { text: Text }) {
  return (
    <div className={CARD}>
      <p>
        <Inline text={text} />
      </p>
    </div>
  );
}
