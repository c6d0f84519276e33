import {
  findHeld,
  giveCode,
  type Held,
  isGiven,
  isUsedUp,
  type PromoUse,
} from "../db/promo-codes.ts";
import type { Holders, SessionHolders } from "../db/countdowns.ts";
import type { Database } from "../db/tables.ts";
import { DAY_MS } from "../durations.ts";
import { ProblemError } from "../http/problem.ts";
import type { SiteBrand, SiteCode } from "../site.ts";
import type { Random } from "../token.ts";
import { HOLD_MS } from "./countdown.ts";

/** Without 0, O, 1, I and L, which are read as each other. */
const LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const LENGTH = 6;

interface PromoServices {
  readonly db: Database;
  readonly now: () => Date;
  readonly random: Random;
}

/** Why a code lowers nothing: there is none, its time is over, it was used, or it is another visitor's. */
export type Refused = "unknown" | "expired" | "used-up" | "foreign";

/** Gives a visitor the code that a page hands out: the same one whenever they come, and on every device. */
export async function handOut(
  { db, now, random }: PromoServices,
  holders: Holders,
  { key: promo, prefix }: SiteCode,
): Promise<void> {
  if (prefix === null) return;
  const code = `${prefix}-${letters(random)}`;
  await giveCode(db, holders, { promo, code, given_at: now() });
}

/** Takes a code that a visitor has typed in; null when it is theirs from now on, or was before. */
export async function typeIn(
  { db, now }: PromoServices,
  { codes }: SiteBrand,
  holders: SessionHolders,
  typed: string,
): Promise<Refused | null> {
  const code = typed.normalize("NFKC").trim().toUpperCase();
  const word = codes.find((each) => each.word === code);
  if (word !== undefined) {
    const refused = await refusalOf({ db, now }, word, holders);
    if (refused !== null) return refused;
    await giveCode(db, holders, { promo: word.key, code, given_at: now() });
    return null;
  }
  const held = await findHeld(db, holders);
  if (held.some((own) => own.code === code)) return null;
  return (await isGiven(db, holders.brand, code)) ? "foreign" : "unknown";
}

/** The code that a visitor has in a funnel, the last one first; and why it lowers nothing. */
export async function codeOf(
  { db, now }: PromoServices,
  { codes }: SiteBrand,
  holders: SessionHolders,
  funnel: string,
): Promise<{ readonly held: Held; readonly refused: Refused | null } | null> {
  const all = await findHeld(db, holders);
  const own = all
    .filter(({ promo }) => promo.startsWith(`${funnel}/`))
    .toSorted((a, b) => b.given_at.getTime() - a.given_at.getTime());
  const states = [];
  for (const held of own) {
    const code = codes.find(({ key }) => key === held.promo);
    if (code === undefined) continue;
    const refused = await refusalOf({ db, now }, code, holders);
    states.push({ held, refused } as const);
  }
  return states.find(({ refused }) => refused === null) ?? states[0] ?? null;
}

/**
 * The promo of a price that a page has shown; null where no code of the visitor's makes it. Throws a 409 when one did
 * and does no longer.
 */
export async function promoOf(
  { db, now }: PromoServices,
  { codes }: SiteBrand,
  holders: SessionHolders,
  shown: {
    readonly product: string;
    readonly price: number;
    readonly currency: string;
  },
): Promise<string | null> {
  const fitting = codes.filter(
    (code) => priceWith(code, shown.product, shown.currency) === shown.price,
  );
  const held = await findHeld(db, holders);
  const own = fitting.filter(({ key }) =>
    held.some(({ promo }) => promo === key),
  );
  for (const code of own)
    if ((await refusalOf({ db, now }, code, holders)) === null) return code.key;
  if (own.length > 0)
    throw new ProblemError("price-changed", "The code does not hold any more.");
  return null;
}

/**
 * How a confirmed price that a promo lowers is counted. Throws a 409 when the promo does not make it any more: it was
 * changed, or has ended for longer than what was confirmed in time is held.
 */
export function requirePromo(
  { codes }: Pick<SiteBrand, "codes">,
  holders: SessionHolders,
  confirmed: {
    readonly promo: string;
    readonly product: string;
    readonly amount: number;
    readonly currency: string;
  },
  now: Date,
): PromoUse {
  const { promo, product, amount, currency } = confirmed;
  const code = codes.find(({ key }) => key === promo);
  if (
    code === undefined ||
    priceWith(code, product, currency) !== amount ||
    isOver(code, new Date(now.getTime() - HOLD_MS))
  )
    throw new ProblemError("price-changed", "The code does not hold any more.");
  return useOf(code, holders);
}

function priceWith(
  { prices }: SiteCode,
  product: string,
  currency: string,
): number | undefined {
  const own = Object.hasOwn(prices, product) ? prices[product] : undefined;
  return own?.[currency];
}

function useOf(
  { key, limit, each }: SiteCode,
  holders: SessionHolders,
): PromoUse {
  return { promo: key, holders, limit, each };
}

/** Why a code lowers nothing for those who have it; null while it does. */
async function refusalOf(
  { db, now }: Omit<PromoServices, "random">,
  code: SiteCode,
  holders: SessionHolders,
): Promise<"expired" | "used-up" | null> {
  if (isOver(code, now())) return "expired";
  return (await isUsedUp(db, useOf(code, holders))) ? "used-up" : null;
}

/** Whether the last day of a code is over. */
function isOver({ until }: SiteCode, now: Date): boolean {
  return until !== null && now.getTime() >= Date.parse(until) + DAY_MS;
}

/** Each letter as likely as any other: a byte beyond the last whole round of letters is thrown away. */
function letters(random: Random): string {
  const fair = 256 - (256 % LETTERS.length);
  let text = "";
  while (text.length < LENGTH)
    for (const byte of random(LENGTH))
      if (byte < fair && text.length < LENGTH)
        text += LETTERS.charAt(byte % LETTERS.length);
  return text;
}
