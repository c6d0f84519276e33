import { useEffect, useRef, useState } from "react";
import { type OfferStatus, useCheckout } from "../checkout/use-checkout.ts";
import { unbroken } from "../../generated/unbroken.ts";
import { useBrand } from "../hooks/use-page.ts";
import { usePrice } from "../hooks/use-price.ts";
import { Button } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import styles from "./outcome.module.css";

type Ended = Exclude<OfferStatus, "idle" | "pending">;

interface Words {
  readonly title: string;
  readonly text: string;
  /** Null where the page's own buttons are what comes next. */
  readonly action: string | null;
  readonly tone: "calm" | "bad";
}

const WORDS: { readonly [S in Ended]: Words } = {
  declined: {
    title: "The payment was declined",
    text: "Your bank did not approve it, and nothing was charged. Try again, or with another card.",
    action: "Try again",
    tone: "bad",
  },
  cancelled: {
    title: "The payment was not finished",
    text: "You left the payment page before paying. Nothing was charged.",
    action: "Back to payment",
    tone: "calm",
  },
  "needs-authentication": {
    title: "Your bank asks you to confirm",
    text: "Confirm the payment with your bank to finish. Nothing is charged until you do.",
    action: "Confirm the payment",
    tone: "calm",
  },
  "price-changed": {
    title: "This price has ended",
    text: "Nothing was charged.",
    action: "Go on",
    tone: "calm",
  },
  outdated: {
    title: "This page is out of date",
    text: "Nothing was charged. What is offered here has changed since the page was opened.",
    action: "Show the offer as it is now",
    tone: "calm",
  },
  unreachable: {
    title: "The payment page could not be reached",
    text: "Nothing was charged. Wait a moment or check your connection, then try again.",
    action: "Try again",
    tone: "bad",
  },
  unknown: {
    title: "We do not know yet whether the payment went through",
    text: "There is no need to pay again. We ask our payment provider first, so you are never charged twice.",
    action: "Check again",
    tone: "bad",
  },
  "still-open": {
    title: "The payment is not finished",
    text: "No money has reached us. If you have just paid, wait a minute: we ask again before the payment page opens, and you are charged once.",
    action: "Back to payment",
    tone: "calm",
  },
  "nothing-found": {
    title: "No payment was found",
    text: "There is none of yours for this order. You can pay now, and are charged once.",
    action: null,
    tone: "calm",
  },
};

/** What was left open may have been paid in another tab. */
const LEFT_OPEN: Words = {
  ...WORDS.unreachable,
  text: "Wait a moment or check your connection, then try again. We ask first whether it was paid, so you are never charged twice.",
};

function priceWords(price: string): Words {
  return {
    ...WORDS["price-changed"],
    text: `Nothing was charged. It ${unbroken(`costs ${price} now`)}.`,
    action: `Go on ${unbroken(`for ${price}`)}`,
  };
}

/** The next tap charges at once, so that its button says how much. */
function chargingWords(words: Words, price: string): Words {
  return { ...words, action: `${words.action} ${unbroken(`for ${price}`)}` };
}

/**
 * After these the payment page is next: a saved card that was refused is refused again, and what was left there is not
 * to be charged by itself.
 */
const HOSTED_NEXT: readonly OfferStatus[] = [
  "declined",
  "cancelled",
  "still-open",
];

/**
 * What became of a payment, with its next action; nothing of one for what is not sold any more, of which the page says
 * that it is bought. `instead` is what is sold in the place of a product whose price has
 * ended: without it, the product itself.
 */
export function Outcome({
  retryBy,
  isSold,
  instead = (product) => product,
  owned,
}: {
  retryBy: "hosted" | "saved";
  /** Whether a product may still be sold here; null stands for one that is not known. */
  isSold: (product: string | null) => boolean;
  instead?: (product: string) => string;
  /** What is shown as bought where another product is sold. */
  owned?: readonly string[];
}) {
  const checkout = useCheckout();
  const { status: now, product, isLeftOpen, isPaid, pay, check } = checkout;
  const price = usePrice();
  const { status, waits, times } = useLastOutcome(now);
  const moment = (
    <div role="status" className="sr-only">
      {now === "pending"
        ? "One moment, the payment is being prepared or checked."
        : null}
    </div>
  );
  if (status === null || isPaid || !isSold(product)) return moment;
  const changed = status === "price-changed" && product !== null;
  const sold = changed ? instead(product) : (product ?? "");
  const isUnreachable = status === "unreachable";
  const known = isUnreachable && isLeftOpen ? LEFT_OPEN : WORDS[status];
  const words = changed
    ? priceWords(price(sold).text)
    : isUnreachable && retryBy === "saved" && product !== null
      ? chargingWords(known, price(sold).text)
      : known;
  const next = () => {
    if (status === "outdated") return location.reload();
    // A button that names no price charges nothing.
    if (status === "unknown") return check();
    pay(sold, HOSTED_NEXT.includes(status) ? "hosted" : retryBy, owned);
  };
  return (
    <>
      <Panel
        key={times}
        words={words}
        status={status}
        waits={waits}
        onNext={next}
      />
      {moment}
    </>
  );
}

interface LastOutcome {
  /** Null before there was one. */
  readonly status: Ended | null;
  /** The next one is on its way: this one stays, so that the page does not move up, and then down again. */
  readonly waits: boolean;
  /** How many there have been: each is told of anew. */
  readonly times: number;
}

function useLastOutcome(status: OfferStatus): LastOutcome {
  const [last, setLast] = useState<LastOutcome>({
    status: null,
    waits: false,
    times: 0,
  });
  const next = afterStatus(last, status);
  if (next !== last) setLast(next);
  return next;
}

function afterStatus(last: LastOutcome, status: OfferStatus): LastOutcome {
  switch (status) {
    case "idle":
      return last.status === null
        ? last
        : { ...last, status: null, waits: false };
    case "pending":
      return last.status === null || last.waits
        ? last
        : { ...last, waits: true };
    default:
      return last.status === status && !last.waits
        ? last
        : { status, waits: false, times: last.times + 1 };
  }
}

/** Takes the focus: the visitor comes back from another page and has to find out first. */
function Panel({
  status,
  words,
  waits,
  onNext,
}: {
  status: Ended;
  words: Words;
  waits: boolean;
  onNext: () => void;
}) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  const { title, text, action, tone } = words;
  return (
    <div
      ref={panel}
      className={styles.panel}
      role={tone === "bad" ? "alert" : "status"}
      tabIndex={-1}
      data-outcome={status}
      data-tone={tone}
    >
      <p className={styles.title}>{title}</p>
      <p>{text}</p>
      {status === "unknown" ? <Help /> : null}
      {action === null ? null : (
        <Button look="secondary" pending={waits} onClick={onNext}>
          {action}
        </Button>
      )}
    </div>
  );
}

/** Asking again may never help: a browser without the session that was paid in is told nothing of it. */
function Help() {
  const { supportEmail } = useBrand().project;
  return (
    <p>
      A person looks it up for you at{" "}
      <Link href={`mailto:${supportEmail}`}>{supportEmail}</Link>.
    </p>
  );
}
