import type { Text } from "../../generated/contract.ts";
import { usePurchases } from "../checkout/use-purchases.ts";
import { Lead } from "../ui/screen.tsx";
import { Inline } from "../ui/text.tsx";
import styles from "./ledger-line.module.css";

interface Lines {
  /** Said once something was bought. */
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

/** The line's room is kept while the server is asked; where the server cannot say, nothing is claimed. */
function Known({ paid, empty }: Lines) {
  const { status, items } = usePurchases();
  const known = {
    loading: paid ?? empty,
    failed: undefined,
    ready: items.length > 0 ? paid : empty,
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
