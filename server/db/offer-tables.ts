/** Tables of what visitors are offered: until when, and with which promo code. */

/** When the countdown of a funnel ends for somebody; moved forward, and back only when it is extended. */
export interface CountdownTable {
  brand: string;
  funnel: string;
  /** `session:` or `email:`, and the digest of it. */
  holder: string;
  ends_at: Date;
  /** By the server's clock, where the page of the session has shown less; null: as `ends_at`. */
  server_ends_at: Date | null;
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

/** What somebody has paid for and gives to others by a link. */
export interface GiftTable {
  gift_id: string;
  /** In the link, and shown to the buyer again and again. */
  token: string;
  checkout_id: string;
  brand: string;
  /** How many people can open it. */
  places: number;
  made_at: Date;
}

/** A gift that somebody has opened, counted from 1. */
export interface GiftOpeningTable {
  gift_id: string;
  opening: number;
  /** In small letters; null where that person was erased. */
  email: string | null;
  opened_at: Date;
}

/** Orders with one promo code are stored one after the other. */
export interface PromoTurnTable {
  brand: string;
  promo: string;
}
