import { useState } from "react";
import { useAtomValue } from "jotai";
import { own } from "../core/read.ts";
import { useFunnel } from "../hooks/use-page.ts";
import { useCurrency } from "../hooks/use-currency.ts";
import { refusedAtom } from "../state/offer-terms.ts";
import { REFUSED, worthOf } from "./code-words.ts";
import { Button } from "../ui/button.tsx";
import styles from "./coupon.module.css";

/** A promo code to copy; until the server has given it, something of the same width keeps its place. */
export function Coupon({ id, code }: { id: string; code: string | null }) {
  const { codes, products } = useFunnel();
  const rule = useCurrency();
  const refused = useAtomValue(refusedAtom);
  const declared = own(codes, id);
  if (declared === undefined) return null;
  const renews = Object.keys(declared.prices).some(
    (product) => own(products, product)?.renewal,
  );
  return (
    <div className={styles.coupon}>
      <p className={styles.saves}>
        {worthOf(declared, rule)} off your first payment
      </p>
      <p className={styles.code}>
        <span className="sr-only">Your code: </span>
        {code ?? (
          <span aria-hidden="true">{`${declared.prefix ?? ""}-······`}</span>
        )}
      </p>
      <Copy code={code} />
      <p className={styles.note}>
        {refused === null
          ? "It is applied by itself. You need not type it anywhere."
          : REFUSED[refused]}
        {renews ? " Renewals cost what they cost without it." : null}
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
