import { useLayoutEffect, useRef, useState } from "react";
import type { PageWith } from "../../generated/names.ts";
import { unbroken } from "../../generated/unbroken.ts";
import {
  type Purchase,
  TODAY,
  usePurchases,
} from "../checkout/use-purchases.ts";
import { own } from "../core/read.ts";
import { useFlow } from "../hooks/use-flow.ts";
import { useFunnel } from "../hooks/use-page.ts";
import { Button } from "../ui/button.tsx";
import outcome from "./outcome.module.css";

interface BoughtHandle {
  /** Which of them the visitor has bought, and is not sold again; null where there is none. */
  readonly bought: Purchase | null;
  /** The server is being asked, and this browser remembers a purchase. */
  readonly isAsked: boolean;
  /** Whether a product may be sold: it can be bought again, or was not bought so far. Of null: whether any may. */
  readonly isSold: (product: string | null) => boolean;
}

/** What the visitor has bought of the products that a page sells, as the server says. */
export function useBought(
  sold: readonly string[],
  isWanted = true,
): BoughtHandle {
  const { products } = useFunnel();
  const { items, isExpected } = usePurchases(isWanted);
  const once = items.filter(
    ({ product, isRefunded }) =>
      !isRefunded && own(products, product)?.repeatable !== true,
  );
  const isSold = (code: string | null): boolean =>
    code === null
      ? sold.some(isSold)
      : !once.some(({ product }) => product === code);
  return {
    bought: once.filter(({ product }) => sold.includes(product)).at(-1) ?? null,
    isAsked: isExpected,
    isSold,
  };
}

/**
 * Stands where a product was sold that the visitor has: that it is bought, and the way on. It takes the focus where what
 * had it is gone.
 */
export function Bought({
  item: { name, text, day, refunded },
  hasOthers = false,
}: {
  item: Purchase;
  /** Other plans are sold below. */
  hasOthers?: boolean;
}) {
  const { go } = useFlow<PageWith<"accept">>();
  const panel = useRef<HTMLDivElement>(null);
  const [focusedBefore] = useState(() => document.activeElement);
  useLayoutEffect(() => {
    if (focusedBefore?.isConnected === false) panel.current?.focus();
  }, [focusedBefore]);
  const back =
    refunded === null ? "" : `, and ${unbroken(`${refunded} was`)} refunded`;
  return (
    <div
      ref={panel}
      className={outcome.panel}
      tabIndex={-1}
      data-bought
      data-tone="good"
    >
      <div role="status">
        <p className={outcome.title}>You have bought this</p>
        <p>
          {name}. You paid {text} {day === TODAY ? day : `on ${day}`}
          {back}
          {hasOthers
            ? ". The other plans are below."
            : "; there is nothing to pay here."}
        </p>
      </div>
      <Button action="continue" onClick={() => go("accept")}>
        Continue
      </Button>
    </div>
  );
}
