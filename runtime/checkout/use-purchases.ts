import { atom, useSetAtom } from "jotai";
import { useCallback, useLayoutEffect, useRef } from "react";
import type { CurrencyRule, MoneyForm } from "../../generated/contract.ts";
import { getPurchases, type Purchase as Bought } from "../api/pay.ts";
import { formOf } from "../core/money-form.ts";
import { logWarning } from "../core/log.ts";
import { money } from "../core/money.ts";
import { dayWords } from "../../generated/day-words.ts";
import { recurring } from "../../generated/period.ts";
import { unbroken } from "../../generated/unbroken.ts";
import { useAtomValue } from "../hooks/use-atom-value.ts";
import { useHydrated } from "../hooks/use-hydrated.ts";
import { useBrand, useStep } from "../hooks/use-page.ts";
import { useReturn } from "../hooks/use-return.ts";
import { checkoutStored } from "../state/checkout-store.ts";
import { visitAtom } from "../state/visit.ts";
import { unknownOffersAtom } from "./run.ts";

/** The day of a purchase that was paid on the day on which it is read. */
export const TODAY = "today";

export interface Purchase {
  readonly product: string;
  readonly name: string;
  /** Minor units, charged. */
  readonly amount: number;
  /** Minor units, of these: what did not go back. */
  readonly kept: number;
  /** ISO 4217. */
  readonly currency: string;
  /** "$39.99" */
  readonly text: string;
  /** When it was paid, where the visitor is: "today", "March 14". */
  readonly day: string;
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
  /** Why a plan that renewed does not now; null for everything else. */
  readonly stopped: "cancelled" | "paused" | null;
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
  /**
   * `earlier`: nothing was bought in this visit, but this browser remembers a purchase of one that is over. `unknown`:
   * the server knows of nothing, nor what became of a payment that was begun.
   */
  readonly status: "loading" | "ready" | "earlier" | "unknown" | "failed";
  /** Complete when ready; else what was known before. */
  readonly items: readonly Purchase[];
  /**
   * Whether a method that was paid with is saved, so that one tap charges it; before the answer, most likely. Where the
   * server is away, as it said last.
   */
  readonly isSaved: boolean;
  /** Loading, and this browser remembers a purchase: there will most likely be one. */
  readonly isExpected: boolean;
  retry(): void;
}

interface Purchases {
  readonly status: Exclude<PurchasesHandle["status"], "earlier" | "unknown">;
  /** As the server said last; when loading or failed, more may have been bought since. */
  readonly items: readonly Bought[];
  /** Null where the server has not said. */
  readonly isSaved: boolean | null;
  /** How many times the server was asked. */
  readonly asked: number;
}

const purchasesAtom = atom<Purchases>({
  status: "loading",
  items: [],
  isSaved: null,
  asked: 0,
});

const boughtAtom = atom((get) => get(purchasesAtom).items);

/** The day on which the visitor was last back on the page, which may stand for days; null before that. */
const returnedOnAtom = atom<string | null>(null);

/** What was bought, in words; made anew only when the server has answered, or on another day. */
const inWordsAtom = atom<readonly Purchase[]>((get) => {
  const visit = get(visitAtom);
  if (visit === null) return [];
  get(returnedOnAtom);
  const reading = { page: visit.location.href, now: visit.now() };
  return get(boughtAtom).map((item) =>
    inWords(item, visit.brand.currencies, reading),
  );
});

/** Asks the server what this session has paid for; an answer to an earlier call is not shown any more. */
export const loadPurchasesAtom = atom(null, async (get, set): Promise<void> => {
  const visit = get(visitAtom);
  if (visit === null) return;
  const before = get(purchasesAtom);
  const asked = before.asked + 1;
  const show = (status: Purchases["status"], known: Partial<Purchases>) => {
    set(purchasesAtom, { ...before, ...known, status, asked });
  };
  show("loading", {});
  try {
    const { purchases, saved = null } = await getPurchases(visit.client);
    if (get(purchasesAtom).asked === asked)
      show("ready", { items: purchases, isSaved: saved });
  } catch (error) {
    logWarning("loading the purchases failed", error);
    if (get(purchasesAtom).asked === asked) show("failed", {});
  }
});

/** The visitor is back: asks again where the server could not be asked. Several parts of a page do it once. */
const returnAtom = atom(null, (get, set) => {
  const visit = get(visitAtom);
  if (visit !== null) set(returnedOnAtom, new Date(visit.now()).toDateString());
  if (get(purchasesAtom).status === "failed") void set(loadPurchasesAtom);
});

/** How many parts of the page on screen show it. */
const usersAtom = atom(0);
/** The step whose page has asked; null once nothing on screen shows it. */
const askedByAtom = atom<string | null>(null);

interface Showing {
  readonly step: string;
  /** It was on screen, and did not want it. */
  readonly wasIdle: boolean;
}

/**
 * A part of the page shows it from now on; the first one asks for all, and one that begins to want it on a page that
 * asked before. Yields what ends that.
 */
const showPurchasesAtom = atom(null, (get, set, shown: Showing) => {
  if (get(usersAtom) === 0 || shown.wasIdle) void set(loadPurchasesAtom);
  set(askedByAtom, shown.step);
  set(usersAtom, (users) => users + 1);
  return () => {
    set(usersAtom, (users) => users - 1);
    if (get(usersAtom) === 0) set(askedByAtom, null);
  };
});

/**
 * What the visitor has bought, as the server says; asked anew whenever a page shows it, and loading from that page's
 * first frame, so that no receipt is shown from before the last purchase. Asks nothing unless it `isWanted`.
 */
export function usePurchases(isWanted = true): PurchasesHandle {
  const { payments } = useBrand();
  const { status: known, isSaved } = useAtomValue(purchasesAtom);
  const items = useAtomValue(inWordsAtom);
  // What is known before this page has asked was said to the page before.
  const status = useAsked(isWanted) ? known : "loading";
  const isPurchased = useHasPurchased();
  const isUnknown = useAtomValue(unknownOffersAtom).length > 0;
  const nothing = isUnknown ? "unknown" : isPurchased ? "earlier" : "ready";
  const load = useSetAtom(loadPurchasesAtom);
  const retry = useCallback(() => void load(), [load]);
  // A provider that charges at once does not tell what it has saved: it may have, of whoever has paid.
  const told =
    (payments.saved === "reference" ? isSaved : null) ??
    items.some(({ isRefunded }) => !isRefunded);
  return {
    status: status === "ready" && items.length === 0 ? nothing : status,
    items,
    isSaved: status === "loading" ? isPurchased : told,
    isExpected: status === "loading" && isPurchased,
    retry,
  };
}

/** Whether this browser remembers that its visitor has paid. */
export function useHasPurchased(): boolean {
  return useAtomValue(checkoutStored.state).isPurchased;
}

/**
 * Asks while it is wanted, and again on the way back from where nobody could be asked: until then, what is bought is sold
 * on the page. Yields whether the answer is to this page, or none is wanted.
 */
function useAsked(isWanted: boolean): boolean {
  const hydrated = useHydrated();
  useReturn(hydrated && isWanted, useSetAtom(returnAtom));
  const show = useSetAtom(showPurchasesAtom);
  const step = useStep().id;
  const isAsked = useAtomValue(askedByAtom) === step;
  const wasIdle = useRef(false);
  useLayoutEffect(() => {
    if (!hydrated) return;
    if (!isWanted) {
      wasIdle.current = true;
      return;
    }
    const end = show({ step, wasIdle: wasIdle.current });
    wasIdle.current = false;
    return end;
  }, [hydrated, isWanted, step, show]);
  return isAsked || !isWanted;
}

/** Where and when it is read. Links of the API's own origin are told without the address of the page. */
interface Reading {
  readonly page: string;
  /** Milliseconds. */
  readonly now: number;
}

function inWords(
  bought: Bought,
  rules: readonly CurrencyRule[],
  { page, now }: Reading,
): Purchase {
  const { product, name, amount, currency, renewal, refunded, gift } = bought;
  const form = formOf(rules, currency);
  const text = money(amount, form);
  return {
    product,
    name,
    amount,
    kept: amount - refunded,
    currency,
    text,
    day: dayOf(bought.paid_at, now),
    isRefunded: bought.status === "refunded",
    refunded: refunded === 0 ? null : money(refunded, form),
    renewal: renewal && { ...renewal, text: termsOf(renewal, form) },
    stopped: bought.stopped ?? null,
    gift: gift == null ? null : { ...gift, url: new URL(gift.url, page).href },
  };
}

function termsOf(
  { everyDays, amount }: NonNullable<Bought["renewal"]>,
  form: MoneyForm,
): string {
  const terms = recurring(money(amount, form), everyDays);
  return `Renews ${unbroken("at ")}${terms} until you cancel.`;
}

function dayOf(paidAt: string, now: number): string {
  const [day, today] = [new Date(paidAt), new Date(now)];
  return day.toDateString() === today.toDateString() ? TODAY : dayWords(day);
}
