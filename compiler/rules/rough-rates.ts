/** Currencies whose units are worth less than a dollar, by how many of them come near one. */
const TO_A_DOLLAR = [
  [4, "AED BRL BYN GEL ILS LYD MYR PEN PGK PLN QAR RON SAR TMT TND"],
  [
    10,
    "BOB BOV BWP CNY COU CZK DKK ERN GHS GTQ HKD HNL LSL MAD MDL MOP MVR MXN NAD NOK SCR SEK SLE STN SVC SZL TJS TTD TWD UYI ZAR ZMW ZWG",
  ],
  [
    100,
    "AFN ALL AMD BDT BTN CVE DJF DOP DZD EGP ETB GMD GYD HTG HUF INR ISK JMD JPY KES KGS KMF LKR LRD MKD MRU MUR MZN NIO NPR PHP PKR RSD RUB SRD THB TRY UAH UYU VED VES VUV XPF YER",
  ],
  [
    1000,
    "AOA ARS BIF CDF CLP COP CRC IQD KPW KRW KZT MMK MNT MWK NGN RWF SDG SOS SSP TZS UGX XAF XOF",
  ],
  [10_000, "GNF IDR KHR LAK MGA PYG SYP UZS VND"],
  [100_000, "IRR LBP"],
] as const;
/** Currencies whose units are worth more than two dollars. */
const DEARER = "BHD CLF JOD KWD OMR";
/** A price like many, in dollars. */
export const USUAL = 29.9;

/** About how many units of a currency come to a dollar, for what is wrong by far. */
export function unitsToADollar(code: string): number {
  if (DEARER.includes(code)) return 1 / 3;
  const [units] = TO_A_DOLLAR.find(([, codes]) => codes.includes(code)) ?? [1];
  return units;
}
