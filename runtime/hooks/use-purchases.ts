import { useAtomValue, useSetAtom } from "jotai";
import { useCallback, useEffect } from "react";
import type { CurrencyRule, MoneyForm } from "../../generated/contract.ts";
import type { Purchase as Bought } from "../api/pay.ts";
import { formOf } from "../core/currency.ts";
import { money } from "../core/money.ts";
import { period } from "../core/period.ts";
import { loadPurchasesAtom, purchasesAtom } from "../state/purchases.ts";
import { useHydrated } from "./use-hydrated.ts";
import { useBrand } from "./use-page.ts";

export interface Purchase {
  readonly product: string;
  readonly name: string;
  /** Minor units, charged. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  /** "$39.99" */
  readonly text: string;
  /** `text`: "Renews at $39.99 every 12 weeks until you cancel." */
  readonly renewal: {
    readonly everyDays: number;
    readonly amount: number;
    readonly text: string;
  } | null;
}

export interface PurchasesHandle {
  readonly status: "loading" | "ready" | "failed";
  readonly items: readonly Purchase[];
  retry(): void;
}

/** What the visitor has bought, as the server says; asked anew whenever a page shows it. */
export function usePurchases(): PurchasesHandle {
  const { currencies } = useBrand();
  const hydrated = useHydrated();
  const purchases = useAtomValue(purchasesAtom);
  const load = useSetAtom(loadPurchasesAtom);
  const retry = useCallback(() => void load(), [load]);
  useEffect(() => {
    if (hydrated) retry();
  }, [hydrated, retry]);
  if (purchases.status !== "ready")
    return { status: purchases.status, items: [], retry };
  return {
    status: "ready",
    items: purchases.items.map((item) => inWords(item, currencies)),
    retry,
  };
}

function inWords(bought: Bought, rules: readonly CurrencyRule[]): Purchase {
  const { product, name, amount, currency, renewal } = bought;
  const form = formOf(rules, currency);
  const text = money(amount, form);
  return {
    product,
    name,
    amount,
    currency,
    text,
    renewal: renewal && { ...renewal, text: termsOf(renewal, form) },
  };
}

function termsOf(
  { everyDays, amount }: NonNullable<Bought["renewal"]>,
  form: MoneyForm,
): string {
  return `Renews at ${money(amount, form)} every ${period(everyDays)} until you cancel.`;
}
