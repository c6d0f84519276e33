import { useSetAtom, useStore } from "jotai";
import { useCallback, useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { PageWith } from "../../generated/names.ts";
import { nextStep, stepById } from "../core/flow.ts";
import {
  CHECKOUT_PARAMETER,
  checkoutParameter,
  returnPath,
  without,
} from "../core/query.ts";
import { afterDanger } from "../guards/after-danger.ts";
import { useAtomValue } from "../hooks/use-atom-value.ts";
import { useFlow } from "../hooks/use-flow.ts";
import { usePage } from "../hooks/use-page.ts";
import { usePrice } from "../hooks/use-price.ts";
import { useStepNavigation } from "../hooks/use-step-navigation.ts";
import { testerAtom } from "../state/app.ts";
import { emailAtom } from "../state/contact.ts";
import { geoAtom } from "../state/geo.ts";
import { answersAtom, givenAnswersAtom } from "../state/journey.ts";
import { arrivalsAtom, visitAtom } from "../state/visit.ts";
import { type CheckoutStatus, statusOf } from "./machine.ts";
import {
  checkAtom,
  payAtom,
  paymentAt,
  paymentsAtom,
  settleAtom,
  takeOutcomeAtom,
  arriveAtOfferAtom,
} from "./run.ts";
import { leaveSheet } from "./sheet-entry.ts";

/** What a page says of paying at it. One that was paid is left, and says nothing more. */
export type OfferStatus = Exclude<CheckoutStatus, "paid">;

export interface CheckoutHandle {
  readonly status: OfferStatus;
  /** The product being paid for, or whose outcome `status` is. */
  readonly product: string | null;
  /** A payment page that the visitor has left is still open: another tab may have paid there. */
  readonly isLeftOpen: boolean;
  /** It is paid, and the visitor on the way to the next step. */
  readonly isPaid: boolean;
  /**
   * `hosted` leads to the payment page, `saved` charges the saved method (hosted when there is none).
   * After "needs-authentication" it leads to the bank's page; after "unknown" it asks the server first, then goes on.
   * Does nothing while pending. Of the products that are named as `owned`, the page shows that they are bought: what was
   * paid for one of them is no reason not to sell another one.
   */
  pay(
    product: string,
    how: "hosted" | "saved",
    owned?: readonly string[],
  ): void;
  /** After "unknown": asks the server once more, and pays nothing. */
  check(): void;
}

/**
 * Paying on the step on screen, shared by everything on it. The outcome is the server's word: "paid" goes on
 * by `accept`, "declined" by `failed` where the step has such an edge.
 */
export function useCheckout(): CheckoutHandle {
  const offer = useOffer();
  const payment = paymentAt(useAtomValue(paymentsAtom), offer);
  const { product, attempt, leftOpen } = payment;
  const status = statusOf(payment.state);
  const ask = useSetAtom(checkAtom);
  const check = useCallback(() => void ask(offer), [ask, offer]);
  const arrive = useSetAtom(arriveAtOfferAtom);
  useEffect(() => arrive(offer), [arrive, offer]);
  useSettling(offer);
  const isLeaving = useOutcome(offer, status);
  const isBusy = isLeaving || status === "paid" || status === "pending";
  useDanger(isBusy || status === "unknown");
  return {
    status: isBusy ? "pending" : status,
    product,
    isLeftOpen: leftOpen !== null && leftOpen === attempt?.payment,
    isPaid: status === "paid",
    pay: usePay(offer),
    check,
  };
}

function useOffer(): string {
  const { funnel, step } = usePage();
  return `${funnel.brand}/${funnel.id}/${step.id}`;
}

function usePay(offer: string): CheckoutHandle["pay"] {
  const store = useStore();
  const price = usePrice();
  const { brand, funnel, mount } = usePage();
  const { saved } = brand.payments;
  const checkout = funnel.checkouts[mount] ?? brand.payments.checkout;
  return useCallback(
    (code, how, owned = []) => {
      const visit = store.get(visitAtom);
      if (visit === null) return;
      const { minor, currency, product, renewal } = price(code);
      const email = store.get(emailAtom) ?? "";
      const order = {
        offer,
        product: product.code,
        price: minor,
        currency,
        renewal: renewal && {
          price: renewal.minor,
          every_days: renewal.everyDays,
          first_days: renewal.firstDays,
        },
        email,
        checkout,
      };
      void store.set(payAtom, {
        order,
        how,
        saved,
        product,
        owned,
        returnPath: returnPath(visit.location),
        geo: store.get(geoAtom),
      });
    },
    [store, price, offer, checkout, saved],
  );
}

/** Asks what became of a payment on the way back from its page: by the address, by Back, or by a reload. */
function useSettling(offer: string): void {
  const settle = useSetAtom(settleAtom);
  const arrivals = useAtomValue(arrivalsAtom);
  const navigate = useNavigate();
  const { search, hash, state } = useLocation();
  const rest = without(search, [CHECKOUT_PARAMETER]);
  useEffect(() => {
    if (arrivals === 0 || rest === search) return;
    const returned = checkoutParameter(search);
    if (returned !== null) void settle(offer, returned);
    // Read once, on arrival: a reload or a shared address must not ask again.
    void navigate({ search: rest, hash }, { replace: true, state });
  }, [arrivals, settle, offer, rest, search, hash, state, navigate]);
  useEffect(() => {
    if (arrivals === 0) return;
    const find = () => void settle(offer, null);
    void leaveSheet();
    find();
    // Without network nothing was found out on arrival.
    window.addEventListener("online", find);
    return () => window.removeEventListener("online", find);
  }, [arrivals, settle, offer]);
}

/** Moves on when the outcome says so; one of several users of this hook does it. Yields whether it says so. */
function useOutcome(offer: string, status: CheckoutStatus): boolean {
  const { funnel, step } = usePage();
  const store = useStore();
  const { go } = useFlow<PageWith<"accept"> & PageWith<"failed">>();
  const on =
    status === "paid" ? "accept" : status === "declined" ? "failed" : null;
  const isLeaving =
    on !== null && nextStep(funnel, step, on, store.get(answersAtom)) !== null;
  useEffect(() => {
    if (isLeaving && store.set(takeOutcomeAtom, offer, status)) go(on);
  }, [isLeaving, on, status, store, offer, go]);
  return isLeaving;
}

/**
 * Whoever says in another tab that they are in danger is sold nothing more here either. While it `isUnsettled` what
 * becomes of a payment, that comes first.
 */
function useDanger(isUnsettled: boolean): void {
  const { funnel, step } = usePage();
  const goTo = useStepNavigation();
  const answers = useAtomValue(givenAnswersAtom);
  const returned = useAtomValue(visitAtom)?.returned === true;
  const skipped = useAtomValue(testerAtom) || isUnsettled;
  const kept = afterDanger({ funnel, step, answers, returned });
  const to = skipped || kept.kind === "pass" ? null : stepById(funnel, kept.to);
  useEffect(() => {
    if (to !== null) goTo(to, { replace: true });
  }, [to, goTo]);
}
