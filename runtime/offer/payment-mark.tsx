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
  "apple-pay": (
    <>
      <path d="M13.4 13c0-1.5 1.2-2.2 1.3-2.3-.7-1-1.8-1.1-2.2-1.1-.9-.1-1.8.5-2.2.5-.5 0-1.2-.5-2-.5-1 0-2 .6-2.5 1.5-1.1 1.8-.3 4.5.8 6 .5.7 1.1 1.5 1.9 1.5.8 0 1.1-.5 2-.5s1.2.5 2 .5 1.4-.7 1.9-1.5c.6-.8.8-1.6.8-1.7 0 0-1.7-.7-1.8-2.4zM12 8.5c.4-.5.7-1.2.6-1.9-.6 0-1.3.4-1.7.9-.4.4-.7 1.1-.6 1.8.6 0 1.3-.3 1.7-.8" />
      <Pay fill="#000" />
    </>
  ),
  "google-pay": (
    <>
      <g fill="none" strokeWidth="2.1">
        <path d="M6.5 11.1a4.3 4.3 0 0 1 6.8-.9" stroke="#ea4335" />
        <path d="M6.5 15.1a4.3 4.3 0 0 1 0-4" stroke="#fbbc04" />
        <path d="M12.9 16.2a4.3 4.3 0 0 1-6.4-1.1" stroke="#34a853" />
        <path d="M10.2 13.1h4.3a4.3 4.3 0 0 1-1.6 3.1" stroke="#4285f4" />
      </g>
      <Pay fill="#3c4043" />
    </>
  ),
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

function Pay({ fill }: { readonly fill: string }) {
  return (
    <text x="26.5" y="17" fill={fill} fontSize="11.5">
      Pay
    </text>
  );
}
