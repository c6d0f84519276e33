import type { SectionProps } from "../../../generated/names.ts";
import { usePurchases } from "../../checkout/use-purchases.ts";
import { Order } from "../../offer/order.tsx";

/** What was bought so far; nothing where nothing was, or where the server cannot say. */
export function Section({ heading }: SectionProps["purchases"]) {
  const { items } = usePurchases();
  return items.length === 0 ? null : <Order heading={heading} items={items} />;
}
