import { useState } from "react";
import type { Text } from "../../generated/contract.ts";
import { Button } from "../ui/button.tsx";
import { Inline } from "../ui/text.tsx";
import styles from "./coupon.module.css";

/** A promo code to copy; until it is made, `prefix` and something of the same width keep its place. */
export function Coupon({
  code,
  prefix = "",
  saves,
}: {
  code: string | null;
  prefix?: string;
  saves: Text;
}) {
  return (
    <div className={styles.coupon}>
      <p className={styles.saves}>
        <Inline text={saves} />
      </p>
      <p className={styles.code}>
        <span className="sr-only">Your code: </span>
        {code ?? <span aria-hidden="true">{`${prefix}-····`}</span>}
      </p>
      <Copy code={code} />
      <p className={styles.note}>
        It is applied by itself. You need not type it anywhere.
      </p>
    </div>
  );
}

function Copy({ code }: { code: string | null }) {
  const [said, setSaid] = useState<string | null>(null);
  const copy = async () => {
    if (code !== null) setSaid(await copied(code));
  };
  return (
    <div className={styles.copy}>
      <Button look="secondary" onClick={() => void copy()}>
        Copy the code
      </Button>
      <p role="status" className={styles.said}>
        {said}
      </p>
    </div>
  );
}

/** Clipboards refuse in frames, without a permission or without https. */
async function copied(code: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(code);
    return "Copied.";
  } catch {
    return "Your browser did not allow it. Press and hold the code to copy it.";
  }
}
