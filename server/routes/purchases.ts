import { findPurchases } from "../db/payments.ts";
import { route } from "./route.ts";
import { requireSession } from "../sessions/session.ts";

export const purchases = route("purchases", {
  method: "GET",
  path: "/pay/purchases",
  answer: async ({ c, services }) => {
    const session = await requireSession(c, services);
    const rows = await findPurchases(services.db, session.id);
    return {
      purchases: rows.map((row) => ({
        checkout_id: row.checkout_id,
        product: row.product,
        name: row.product_name,
        amount: row.amount,
        currency: row.currency,
        renewal:
          row.renewal_days === null || row.renewal_amount === null
            ? null
            : { everyDays: row.renewal_days, amount: row.renewal_amount },
        paid_at: row.paid_at.toISOString(),
      })),
    };
  },
});
