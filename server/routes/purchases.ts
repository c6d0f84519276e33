import type { Purchases } from "../../generated/api.ts";
import type { Route, Services } from "../context.ts";
import { findPurchases } from "../db/checkouts.ts";
import { requireSession } from "../session.ts";

export function purchases(services: Services): Route {
  return async (c) => {
    const session = await requireSession(c, services);
    const rows = await findPurchases(services.db, session.id);
    const answer: Purchases["answer"] = {
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
    return c.json(answer);
  };
}
