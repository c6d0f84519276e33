import { atom, useAtomValue, useSetAtom } from "jotai";
import { useCallback, useLayoutEffect } from "react";
import type { CurrencyRule, MoneyForm } from "../../generated/contract.ts";
import { getPurchases, type Purchase as Bought } from "../api/pay.ts";
import { formOf } from "../core/currency.ts";
import { logWarning } from "../core/log.ts";
import { money } from "../core/money.ts";
import { recurring } from "../../generated/period.ts";
import { unbroken } from "../../generated/unbroken.ts";
import { useHydrated } from "../hooks/use-hydrated.ts";
import { useBrand } from "../hooks/use-page.ts";
import { checkoutStored } from "../state/checkout-store.ts";
import { visitAtom } from "../state/visit.ts";

export interface Purchase {
  readonly product: string;
  readonly name: string;
  /** Minor units, charged. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  /** "$39.99" */
  readonly text: string;
  /** All of it went back: it is bought no more. */
  readonly isRefunded: boolean;
  /** "$5.00": what went back; null where nothing did. */
  readonly refunded: string | null;
  /** `text`: "Renews at $39.99 every 12 weeks until you cancel." */
  readonly renewal: {
    readonly everyDays: number;
    readonly amount: number;
    readonly text: string;
  } | null;
  /** The link to pass on, how many people can open it, and how many have; null for what is no gift. */
  readonly gift: PassedOn | null;
}

/** What somebody else opens by a link. */
export interface PassedOn {
  readonly url: string;
  readonly places: number;
  readonly opened: number;
}

export interface PurchasesHandle {
  /** `earlier`: nothing was bought in this visit, but this browser remembers a purchase of one that is over. */
  readonly status: "loading" | "ready" | "earlier" | "failed";
  /** Complete when ready; else what was known before. */
  readonly items: readonly Purchase[];
  /** Loading, and this browser remembers a purchase: there will most likely be one. */
  readonly isExpected: boolean;
  retry(): void;
}

interface Purchases {
  readonly status: Exclude<PurchasesHandle["status"], "earlier">;
  /** As the server said last; when loading or failed, more may have been bought since. */
  readonly items: readonly Bought[];
  /** How many times the server was asked. */
  readonly asked: number;
}

const purchasesAtom = atom<Purchases>({
  status: "loading",
  items: [],
  asked: 0,
});

/** Asks the server what this session has paid for; an answer to an earlier call is not shown any more. */
const loadPurchasesAtom = atom(null, async (get, set): Promise<void> => {
  const visit = get(visitAtom);
  if (visit === null) return;
  const before = get(purchasesAtom);
  const asked = before.asked + 1;
  const show = (status: Purchases["status"], items: Purchases["items"]) => {
    set(purchasesAtom, { status, items, asked });
  };
  show("loading", before.items);
  try {
    const items = await getPurchases(visit.client);
    if (get(purchasesAtom).asked === asked) show("ready", items);
  } catch (error) {
    logWarning("loading the purchases failed", error);
    if (get(purchasesAtom).asked === asked) show("failed", before.items);
  }
});

/** How many parts of the page on screen show it. */
const usersAtom = atom(0);

/** A part of the page shows it from now on; the first one asks for all. Yields what ends that. */
const showPurchasesAtom = atom(null, (get, set) => {
  if (get(usersAtom) === 0) void set(loadPurchasesAtom);
  set(usersAtom, (users) => users + 1);
  return () => set(usersAtom, (users) => users - 1);
});

/**
 * What the visitor has bought, as the server says; asked anew whenever a page shows it, and loading from that page's
 * first frame, so that no receipt is shown from before the last purchase.
 */
export function usePurchases(): PurchasesHandle {
  const { currencies } = useBrand();
  const hydrated = useHydrated();
  const { status, items } = useAtomValue(purchasesAtom);
  const { isPurchased } = useAtomValue(checkoutStored.state);
  const isEarlier = status === "ready" && items.length === 0 && isPurchased;
  const visit = useAtomValue(visitAtom);
  const load = useSetAtom(loadPurchasesAtom);
  const retry = useCallback(() => void load(), [load]);
  const show = useSetAtom(showPurchasesAtom);
  useLayoutEffect(() => (hydrated ? show() : undefined), [hydrated, show]);
  return {
    status: isEarlier ? "earlier" : status,
    items: items.map((item) =>
      inWords(item, currencies, visit?.location.href ?? ""),
    ),
    isExpected: status === "loading" && isPurchased,
    retry,
  };
}

/** `page` is the address of the page: links of the API's own origin are told without it. */
function inWords(
  bought: Bought,
  rules: readonly CurrencyRule[],
  page: string,
): Purchase {
  const { product, name, amount, currency, renewal, refunded, gift } = bought;
  const form = formOf(rules, currency);
  const text = money(amount, form);
  return {
    product,
    name,
    amount,
    currency,
    text,
    isRefunded: bought.status === "refunded",
    refunded: refunded === 0 ? null : money(refunded, form),
    renewal: renewal && { ...renewal, text: termsOf(renewal, form) },
    gift: gift == null ? null : { ...gift, url: new URL(gift.url, page).href },
  };
}

function termsOf(
  { everyDays, amount }: NonNullable<Bought["renewal"]>,
  form: MoneyForm,
): string {
  const terms = recurring(money(amount, form), everyDays);
  return `Renews ${unbroken(`at ${terms}`)} until you cancel.`;
}
