import { methodTitles, providerTitles } from "../../generated/providers.ts";
import { usePage } from "../hooks/use-page.ts";
import surface from "../ui/surface.module.css";
import styles from "./assurance.module.css";
import { PaymentMark } from "./payment-mark.tsx";

/** Beside the button that buys: what can be paid with, who takes the money, and for how long it can be had back. */
export function Assurance({ days }: { readonly days: number | null }) {
  const { brand, funnel, mount } = usePage();
  const { seller, accepts, checkout } = brand.payments;
  const provider = funnel.checkouts[mount] ?? checkout;
  // What another provider takes is not known.
  const methods = provider === checkout ? accepts : [];
  return (
    <div className={styles.assurance}>
      {methods.length === 0 ? null : (
        <ul className={styles.methods} aria-label="Ways to pay">
          {methods.map((method) => (
            <li key={method}>
              <PaymentMark method={method} />
              <span className="sr-only">{methodTitles[method]}</span>
            </li>
          ))}
        </ul>
      )}
      <p className={surface.small}>
        {days === null ? null : `${days}-day money-back guarantee. `}
        {seller} takes the payment through {providerTitles[provider]} and never
        sees your card number.
      </p>
    </div>
  );
}
