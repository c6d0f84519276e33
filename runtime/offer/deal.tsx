import { type KeyboardEvent, useId } from "react";
import type { Text } from "../../generated/contract.ts";
import { useCameByDocument } from "../hooks/use-came-by-document.ts";
import { useCheckout } from "../checkout/use-checkout.ts";
import { usePurchases } from "../checkout/use-purchases.ts";
import { unbroken } from "../../generated/unbroken.ts";
import { usePrice } from "../hooks/use-price.ts";
import { isPress, useUnread } from "../hooks/use-unread.ts";
import { Button } from "../ui/button.tsx";
import { ActionBelow, StickyAction } from "../ui/sticky-action.tsx";
import { Inline } from "../ui/text.tsx";
import surface from "../ui/surface.module.css";
import styles from "./deal.module.css";
import { RoomForTerms, Terms } from "./terms.tsx";

/**
 * Yes, with its price on the button, and No, of equal reach. Charges the payment method of the order
 * before it, in one tap; never in one that was meant for the offer before, or for another price of this one.
 */
export function Deal(props: {
  /** Null while nothing is picked; then `why` says what to do. */
  product: string | null;
  why?: string;
  acceptLabel: Text;
  declineLabel: Text;
  onDecline: () => void;
}) {
  const { product, why, acceptLabel, declineLabel, onDecline } = props;
  const { status, pay } = useCheckout();
  const priceOf = usePrice();
  const price = product === null ? null : priceOf(product).text;
  const terms = useId();
  const unread = useUnread({ product, price });
  const { isSaved } = usePurchases();
  const keepsRoom = useCameByDocument();
  const pending = status === "pending";
  const onKeyDown = (event: KeyboardEvent) => {
    if (isPress(event) && (unread || event.repeat)) event.preventDefault();
  };
  // Until something is picked, it would only lie over what there is to be picked.
  const Action = product === null ? ActionBelow : StickyAction;
  return (
    <Action>
      {product === null ? null : (
        <div className={`${surface.aligned} ${styles.terms}`}>
          <Terms product={product} id={terms} isSaved={isSaved} />
          {keepsRoom ? <RoomForTerms product={product} /> : null}
        </div>
      )}
      <div className={styles.deal} data-unread={unread || undefined}>
        <Button
          action="accept"
          data-product={product ?? undefined}
          aria-describedby={product === null ? undefined : terms}
          why={product === null ? (why ?? null) : null}
          pending={pending}
          onKeyDown={onKeyDown}
          onClick={() => product !== null && pay(product, "saved")}
        >
          <Inline text={acceptLabel} />
          {price === null ? null : (
            <>
              {` ${unbroken("for ")}`}
              <span data-price>{price}</span>
            </>
          )}
        </Button>
        <Button
          look="secondary"
          action="decline"
          onKeyDown={onKeyDown}
          onClick={() => !pending && onDecline()}
        >
          <Inline text={declineLabel} />
        </Button>
      </div>
    </Action>
  );
}
