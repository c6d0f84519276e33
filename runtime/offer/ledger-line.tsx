import type { ReactNode } from "react";
import type { Text } from "../../generated/contract.ts";
import { unbroken } from "../../generated/unbroken.ts";
import {
  type Purchase,
  TODAY,
  usePurchases,
} from "../checkout/use-purchases.ts";
import { own } from "../core/read.ts";
import { useAtomValue } from "../hooks/use-atom-value.ts";
import { useCameByDocument } from "../hooks/use-came-by-document.ts";
import { usePage } from "../hooks/use-page.ts";
import { usePrice } from "../hooks/use-price.ts";
import { checkoutStored } from "../state/checkout-store.ts";
import { answersAtom } from "../state/journey.ts";
import { Icon } from "../ui/icon.tsx";
import { Room } from "../ui/room.tsx";
import { Lead } from "../ui/screen.tsx";
import { Inline } from "../ui/text.tsx";
import styles from "./ledger-line.module.css";
import { leadingTo } from "./sold-at.ts";

interface Lines {
  /** Said once something was bought, and not all of it was given back. */
  readonly paid?: Text | undefined;
  /** Said while nothing was. */
  readonly empty?: Text | undefined;
}

/**
 * A line that depends on what the server has on record, however the visitor came here. Whoever came by paying reads what
 * they have paid, also where the content says nothing of it; a page that nobody comes to so, and without lines of its
 * own, asks for nothing.
 */
export function LedgerLine(lines: Lines) {
  const { funnel, step } = usePage();
  const answers = useAtomValue(answersAtom);
  const before = leadingTo(funnel, step, answers);
  return lines.paid === undefined &&
    lines.empty === undefined &&
    before.length === 0 ? null : (
    <Known {...lines} before={before} />
  );
}

const EARLIER =
  "Nothing was bought in this visit. This browser remembers an earlier purchase.";

/** Marks room that a document keeps only where this browser has just paid what leads to its page. */
export const PAID_ROOM = "data-paid-room";

/**
 * Nothing is claimed while the server is asked, and where it cannot say; the line's room is kept for the answer, so that
 * nothing moves when it comes.
 */
function Known({
  paid,
  empty,
  before,
}: Lines & {
  /** The products that lead here when they are bought. */
  readonly before: readonly string[];
}) {
  const { status, items } = usePurchases();
  const room = useRoom(before);
  const mayCome = paid ?? room.text ?? empty;
  const isKept = items.some(({ isRefunded }) => !isRefunded);
  const known = {
    loading: undefined,
    failed: undefined,
    unknown: undefined,
    earlier: empty && EARLIER,
    ready:
      items.length === 0
        ? empty
        : isKept
          ? (paid ?? paidHere(items, before))
          : undefined,
  }[status];
  return (
    <div className={styles.line}>
      {mayCome !== undefined && (room.isKept || status === "loading") ? (
        <div
          {...(room.isKept && paid === undefined && empty === undefined
            ? {
                className: `${styles.room} ${styles.paidRoom}`,
                [PAID_ROOM]: "",
              }
            : { className: styles.room })}
        >
          <Line isPaid={mayCome !== empty}>
            <Room text={mayCome} />
          </Line>
        </div>
      ) : null}
      <div role="status">
        {known === undefined ? null : (
          <Line isPaid={isKept}>
            <Inline text={known} />
          </Line>
        )}
      </div>
    </div>
  );
}

/** What was paid stands out from what is said below a headline: whoever has just paid looks for it. */
function Line({ isPaid, children }: { isPaid: boolean; children: ReactNode }) {
  return isPaid ? (
    <p className={styles.paid}>
      <Icon name="check" className={styles.sign} />
      <span>{children}</span>
    </p>
  ) : (
    <Lead>{children}</Lead>
  );
}

/** Of the purchase that has led here, which is the last one; nothing of it where it has gone back. */
function paidHere(
  items: readonly Purchase[],
  before: readonly string[],
): string | undefined {
  const last = items.at(-1);
  return last === undefined || last.isRefunded || !before.includes(last.product)
    ? undefined
    : received(last.name, last.text, last.day);
}

/** `price` in words, and the day as `Purchase` has it. */
function received(name: string, price: string, day: string): string {
  const on = day === TODAY ? "" : ` on ${day}`;
  return `Payment ${unbroken(`of ${price}`)} received${on}: ${name}`;
}

/**
 * What takes as much room as the line that may come: of what this browser has just paid, else nothing; in a document,
 * which may be anybody's, the longest one, and for good: before it is painted, the document's head finds out who has
 * paid.
 */
function useRoom(before: readonly string[]) {
  const { products } = usePage().funnel;
  const { attempts } = useAtomValue(checkoutStored.state);
  const price = usePrice();
  const isKept = useCameByDocument();
  const last = attempts.filter(({ paid }) => paid).at(-1)?.order.product;
  const text = before
    .filter((code) => isKept || code === last)
    .flatMap((code) => own(products, code) ?? [])
    .map(({ code, name }) => received(name, price(code).text, TODAY))
    .reduce<string | undefined>(
      (longest, line) =>
        line.length > (longest?.length ?? 0) ? line : longest,
      undefined,
    );
  return { text, isKept };
}
