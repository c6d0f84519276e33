/** Tables of what visitors are offered: until when, and with which promo code. */

/** When the countdown of a funnel ends for somebody; moved forward, and back only when it is extended. */
export interface CountdownTable {
  brand: string;
  funnel: string;
  /** `session:` or `email:`, and the digest of it. */
  holder: string;
  ends_at: Date;
  /** How often, ten times at most. */
  extended: number;
}

/** A promo code in somebody's hands. */
export interface PromoCodeTable {
  brand: string;
  /** Which of the declared codes it is: `ex-back/welcome`. */
  promo: string;
  /** As of a countdown. */
  holder: string;
  code: string;
  given_at: Date;
}

/** An order that a promo code lowers, once for each holder; it counts while the order waits or is paid. */
export interface PromoUseTable {
  checkout_id: string;
  brand: string;
  promo: string;
  holder: string;
}

/** Orders with one promo code are stored one after the other. */
export interface PromoTurnTable {
  brand: string;
  promo: string;
}
