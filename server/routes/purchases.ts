import { findPurchases } from "../db/payments.ts";
import { latestMethod } from "../db/quotes.ts";
import { GIFT_PATH } from "../gifts/routes.ts";
import { isReturned, type PaymentState } from "../ledger/payment.ts";
import { route } from "./route.ts";
import { requireSession } from "../sessions/session.ts";

export const purchases = route("purchases", {
  method: "GET",
  path: "/pay/purchases",
  answer: async ({ c, services }) => {
    const session = await requireSession(c, services);
    const rows = await findPurchases(services.db, session.id);
    const method = await latestMethod(
      services.db,
      session.id,
      services.providers.all.map(({ id }) => id),
    );
    return {
      saved: method !== null,
      purchases: rows.map((row) => ({
        checkout_id: row.checkout_id,
        product: row.product,
        name: row.product_name,
        amount: row.amount,
        currency: row.currency,
        ...renewalOf(row),
        status: statusOf(row.state),
        refunded: Math.min(row.amount, row.refunded + row.withdrawn),
        paid_at: row.paid_at.toISOString(),
        gift:
          row.gift_token === null || isReturned(row.state)
            ? null
            : {
                url: `${services.apiOrigin}${GIFT_PATH}?token=${row.gift_token}`,
                places: row.gift_places ?? 1,
                opened: Number(row.gift_opened ?? 0),
              },
      })),
    };
  },
});

type BoughtRow = Awaited<ReturnType<typeof findPurchases>>[number];

/** What a plan goes on with, or else why it does not; of what was paid once, neither. */
function renewalOf(row: BoughtRow): {
  readonly renewal: { everyDays: number; amount: number } | null;
  readonly stopped?: "cancelled" | "paused";
} {
  if (row.renewal_days === null || row.renewal_amount === null)
    return { renewal: null };
  if (row.subscription === "cancelled" || row.ends_at !== null)
    return { renewal: null, stopped: "cancelled" };
  if (row.paused === true) return { renewal: null, stopped: "paused" };
  return {
    renewal: { everyDays: row.renewal_days, amount: row.renewal_amount },
  };
}

/** What the buyer is told: a chargeback has given them their money back, and a dispute is not decided yet. */
function statusOf(
  state: PaymentState,
): "paid" | "partly_refunded" | "refunded" {
  if (isReturned(state)) return "refunded";
  return state === "partly_refunded" ? state : "paid";
}
