/** Currencies whose units are worth far less than a dollar, by how many of them come near one. */
const TO_A_DOLLAR = [
  [
    10,
    "BOB BWP CNY CZK DKK EGP ERN GHS GTQ HKD HNL LSL MAD MDL MOP MVR MXN NAD NIO NOK SCR SEK SLE SRD STN SVC SZL TJS TTD TWD ZAR ZMW ZWG",
  ],
  [
    100,
    "AFN ALL AMD AOA BDT BTN CVE DJF DOP DZD ETB GMD GYD HTG HUF INR ISK JMD JPY KES KGS KMF LKR LRD MKD MRU MUR MZN NPR PHP PKR RSD RUB THB TRY UAH UYU VED VES VUV XPF YER",
  ],
  [
    1000,
    "ARS BIF CDF CLP COP CRC IQD KPW KRW KZT MMK MNT MWK NGN RWF SDG SOS SSP TZS UGX XAF XOF",
  ],
  [10_000, "GNF IDR KHR LAK MGA PYG SYP UZS VND"],
  [100_000, "IRR LBP"],
] as const;
/** Currencies whose units are worth far more than a dollar. */
const DEARER = "BHD JOD KWD OMR";

/** A price to be replaced, about as high in each currency: 29.99 USD, 2990 JPY, 9.99 KWD. */
export function firstPrice(code: string): number {
  if (DEARER.includes(code)) return 9.99;
  const [units] = TO_A_DOLLAR.find(([, codes]) => codes.includes(code)) ?? [1];
  return units === 1 ? 29.99 : units * 29.9;
}
