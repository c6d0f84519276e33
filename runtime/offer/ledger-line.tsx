import type { Text } from "../../generated/contract.ts";
import { usePurchases } from "../checkout/use-purchases.ts";
import { Lead } from "../ui/screen.tsx";
import { Inline } from "../ui/text.tsx";
import styles from "./ledger-line.module.css";

interface Lines {
  /** Said once something was bought, and not all of it was given back. */
  readonly paid: Text | undefined;
  /** Said while nothing was. */
  readonly empty: Text | undefined;
}

/** A line that depends on what the server has on record, however the visitor came here; it is asked for no other page. */
export function LedgerLine(lines: Lines) {
  return lines.paid === undefined && lines.empty === undefined ? null : (
    <Known {...lines} />
  );
}

const EARLIER =
  "Nothing was bought in this visit. This browser remembers an earlier purchase.";

/**
 * The line's room is kept while the server is asked; where the server cannot say, and where all that was paid has gone
 * back, nothing is claimed.
 */
function Known({ paid, empty }: Lines) {
  const { status, items } = usePurchases();
  const isKept = items.some(({ isRefunded }) => !isRefunded);
  const known = {
    loading: paid ?? empty,
    failed: undefined,
    earlier: empty && EARLIER,
    ready: items.length === 0 ? empty : isKept ? paid : undefined,
  }[status];
  return (
    <div
      role="status"
      className={status === "loading" ? styles.unknown : undefined}
    >
      {known === undefined ? null : (
        <Lead>
          <Inline text={known} />
        </Lead>
      )}
    </div>
  );
}
