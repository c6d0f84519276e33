import type { SectionProps } from "../../../generated/names.ts";
import { usePurchases } from "../../checkout/use-purchases.ts";
import { Order } from "../../offer/order.tsx";

/** What was bought so far, and not given back; nothing where nothing was, or where the server cannot say. */
export function Section({ heading }: SectionProps["purchases"]) {
  const { items: all } = usePurchases();
  const items = all.filter(({ isRefunded }) => !isRefunded);
  return items.length === 0 ? null : <Order heading={heading} items={items} />;
}
