import { randomUUID } from "node:crypto";
import type { Visitor } from "../../testing/calls.ts";

const CHARGE = "/ai-api/pay/pay-pro-make-immediate-charge";
export const keyed = () => ({ "idempotency-key": randomUUID() });

/** One immediate charge. */
export const charge = (
  visitor: Visitor,
  product: string,
  headers: Record<string, string> = keyed(),
) =>
  visitor.call(CHARGE, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      ...headers,
    },
    body: new URLSearchParams({ product_code: product }).toString(),
  });
