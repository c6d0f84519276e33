import { period } from "../../generated/period.ts";
import { formatMoney } from "../checkout/money.ts";
import { findKeptInstead } from "../db/bought.ts";
import { type Checkout, findCheckout } from "../db/checkouts.ts";
import { findContactInfo } from "../db/contacts.ts";
import { findGiftToken } from "../db/gifts.ts";
import { isRefundFailed } from "../db/open-refunds.ts";
import type { Message } from "../db/outbox.ts";
import { findSubscription, isRenewed, type Plan } from "../db/subscriptions.ts";
import type { Database } from "../db/tables.ts";
import { SAME_PAYMENT_MS } from "../db/upcoming-renewals.ts";
import { GIFT_PATH } from "../gifts/routes.ts";
import { isToCancel, renews } from "../ledger/subscription.ts";
import { funnelAt } from "../site.ts";
import {
  dayInWords,
  type DueMail,
  findTemplate,
  ownOrigin,
  type MailServices,
} from "./due-mail.ts";
import { paidForTwoMail, paidTwiceMail } from "./paid-twice-mail.ts";
import type { Values } from "./render.ts";

/** What the receipt of a gift is called, where there is one. */
export const GIFT_MOMENT = "gift.taken";

/** The mail about something that has happened to an order; null where its brand writes none, or nobody can be written to. */
export async function orderMail(
  { db, hosts, origins, apiOrigin }: MailServices,
  message: Message,
): Promise<DueMail | null> {
  const checkout = await findCheckout(
    db,
    String(message.payload["checkout_id"]),
  );
  const brand = checkout && hosts.named(checkout.brand);
  if (!checkout || !brand) return null;
  const plan = await findSubscription(db, checkout.checkout_id);
  if (await isMisleading(db, message, plan)) return null;
  const page = checkout.offer ?? checkout.return_path.replace(/[?#].*/, "");
  const funnel = funnelAt(brand, page)?.id ?? null;
  const gift =
    message.kind === "payment.taken" && checkout.gift_places !== null
      ? await findGiftToken(db, checkout.checkout_id)
      : null;
  const template =
    (gift === null ? null : findTemplate(brand, GIFT_MOMENT, funnel)) ??
    findTemplate(brand, message.kind, funnel);
  if (template === null) return null;
  const contact = await findContactInfo(db, checkout.session_id);
  const to = checkout.email ?? contact.email;
  // Somebody who left no address cannot be written to.
  if (to === undefined) return null;
  const pages = ownOrigin(checkout.page_origin, brand, { hosts, origins });
  const origin = apiOrigin || pages;
  const { ordersPath = null } = brand;
  const money = (amount: number) =>
    formatMoney(amount, checkout.currency, brand.symbols);
  const isTwice = isPaidTwice(message);
  const kept = isTwice ? await keptInstead(db, checkout) : undefined;
  const twiceMail = kept === undefined ? paidTwiceMail : paidForTwoMail;
  const link = gift === null ? null : `${origin}${GIFT_PATH}?token=${gift}`;
  return {
    id: idOf(message, checkout),
    brand,
    template: isTwice ? twiceMail : template,
    to,
    values: {
      ...(kept !== undefined && { kept }),
      ...valuesOf(message, checkout, { to, name: contact.name, money }),
      ...renewalOf(plan, money),
      ...(plan !== null &&
        message.kind === "renewal.upcoming" && { amount: money(plan.amount) }),
      ...(link !== null && { "gift-link": link }),
    },
    address:
      template.moment === GIFT_MOMENT && link !== null
        ? link
        : brand.homepageLink,
    orders:
      ordersPath === null
        ? null
        : {
            address: `${pages}${ordersPath}`,
            renews: plan !== null && renews(plan),
          },
    refusedAt: null,
  };
}

function isPaidTwice(message: Message): boolean {
  return message.kind === "payment.taken" && isOnceTooOften(message);
}

/** What stays in the place of what was paid for, where it is called otherwise. */
async function keptInstead(
  db: Database,
  checkout: Checkout,
): Promise<string | undefined> {
  const name = (await findKeptInstead(db, checkout))?.product_name;
  return name === checkout.product_name ? undefined : name;
}

/** Another order, or another transaction, had paid for it before. */
function isOnceTooOften({ payload }: Message): boolean {
  return payload["refund_due"] === true;
}

/**
 * Whoever paid twice for a plan has it still when the second one ends; a renewal that failed may have been paid since, one
 * to come may have been paid or put off, and a refund may have failed.
 */
async function isMisleading(
  db: Database,
  message: Message,
  plan: Plan | null,
): Promise<boolean> {
  switch (message.kind) {
    case "subscription.cancelled":
      return isOnceTooOften(message);
    case "payment.refunded":
      return isRefundFailed(db, String(message.payload["refund_id"]));
    case "renewal.upcoming":
      return !isStillToCome(message, plan);
    case "renewal.failed":
      return isRenewed(db, String(message.payload["reference"]));
    default:
      return false;
  }
}

/** Whether a plan is about to take the payment that was told of; another day is told of by a message of its own. */
function isStillToCome({ payload }: Message, plan: Plan | null): boolean {
  if (plan === null || !isToRenew(plan) || plan.paused) return false;
  const told = new Date(String(payload["renews_at"])).getTime();
  return Math.abs(plan.renews_at.getTime() - told) < SAME_PAYMENT_MS;
}

/** Nobody is told of payments to come who has asked for the end: none is to. */
function isToRenew(plan: Plan): boolean {
  return renews(plan) && !isToCancel(plan);
}

/** An order has one receipt; everything else may happen to it several times, each told by a message of its own. */
function idOf(message: Message, { checkout_id }: Checkout): string {
  const { kind, message_id } = message;
  const isReceipt = kind === "payment.taken" && !isPaidTwice(message);
  return `${kind}-${isReceipt ? checkout_id : message_id}`;
}

function valuesOf(
  { payload, created_at }: Message,
  checkout: Checkout,
  {
    to,
    name,
    money,
  }: {
    readonly to: string;
    readonly name: string | undefined;
    readonly money: (amount: number) => string;
  },
): Values {
  const amount = payload["amount"];
  return {
    email: to,
    ...(name !== undefined && { name }),
    product: checkout.product_name,
    amount: money(typeof amount === "number" ? amount : checkout.amount),
    date: dayInWords(created_at),
    order: checkout.checkout_id,
    "next-try": dayOf(payload["next_try_at"]),
    ends: dayOf(payload["ends_at"]),
  };
}

/** How a plan renews, and when next; nothing of what is paid once, or is to renew no more. */
function renewalOf(
  plan: Plan | null,
  money: (amount: number) => string,
): Values {
  if (plan === null || !isToRenew(plan)) return {};
  return {
    renewal: `${money(plan.amount)} every ${period(plan.every_days)}`,
    ...(!plan.paused && { "renewal-date": dayInWords(plan.renews_at) }),
  };
}

/** The day of a time that a message tells; undefined where it tells none. */
function dayOf(time: unknown): string | undefined {
  const at = typeof time === "string" ? new Date(time) : null;
  return at === null || Number.isNaN(at.getTime()) ? undefined : dayInWords(at);
}
