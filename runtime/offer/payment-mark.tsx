import type { ReactNode } from "react";
import type { PaymentMethod } from "../../generated/names.ts";
import styles from "./assurance.module.css";

/** The colours that people know the methods by, on a white plate in every brand. */
const MARKS: Readonly<Record<PaymentMethod, ReactNode>> = {
  visa: (
    <text x="20" y="18" fill="#1a1f71" fontSize="13" className={styles.slanted}>
      VISA
    </text>
  ),
  mastercard: (
    <>
      <circle cx="15.5" cy="13" r="7.5" fill="#eb001b" />
      <circle cx="24.5" cy="13" r="7.5" fill="#f79e1b" />
      <path d="M20 7a7.5 7.5 0 0 1 0 12a7.5 7.5 0 0 1 0-12" fill="#ff5f00" />
    </>
  ),
  "american-express": (
    <>
      <rect x="4" y="4" width="32" height="18" rx="2" fill="#006fcf" />
      <text x="20" y="16.5" fill="#fff" fontSize="9.5">
        AMEX
      </text>
    </>
  ),
  discover: (
    <>
      <text x="19" y="16" fill="#231f20" fontSize="7">
        DISCOVER
      </text>
      <circle cx="35" cy="20" r="3" fill="#f47216" />
    </>
  ),
  "apple-pay": <Wallet name="Apple Pay" />,
  "google-pay": <Wallet name="Google Pay" />,
  paypal: (
    <text
      x="20"
      y="17"
      fill="#003087"
      fontSize="9.5"
      className={styles.slanted}
    >
      PayPal
    </text>
  ),
};

export function PaymentMark({ method }: { readonly method: PaymentMethod }) {
  return (
    <svg className={styles.mark} viewBox="0 0 40 26" aria-hidden="true">
      {MARKS[method]}
    </svg>
  );
}

function Wallet({ name }: { readonly name: string }) {
  const [maker, pay] = name.split(" ");
  return (
    <>
      <text x="20" y="12" fill="#231f20" fontSize="7.5">
        {maker}
      </text>
      <text x="20" y="20.5" fill="#231f20" fontSize="8.5">
        {pay}
      </text>
    </>
  );
}
