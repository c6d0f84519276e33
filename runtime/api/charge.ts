import type {
  InitiateCheckout,
  MakeCharge,
  PayProMakeImmediateCharge,
} from "../../generated/api.ts";
import { isInitiateCheckout } from "../../generated/readers/initiate-checkout.ts";
import { isMakeCharge } from "../../generated/readers/make-charge.ts";
import { isPayProMakeImmediateCharge } from "../../generated/readers/pay-pro-make-immediate-charge.ts";
import { type Client, PAY_TIMEOUT_MS } from "./client.ts";
import { rethrown } from "./logged.ts";
import { understood } from "./nonsense.ts";
import type { ClickIds } from "./visitor.ts";

/** The same event_id with the same order gives the same reference again. */
export async function initiateCheckout(
  client: Client,
  order: InitiateCheckout["body"],
  { fbp, fbc }: ClickIds,
): Promise<InitiateCheckout["answer"]> {
  const answer = await client("/visitor/initiate-checkout", {
    method: "POST",
    body: order,
    headers: { "x-fbp": fbp, "x-fbc": fbc },
    repeatable: true,
  });
  return understood(isInitiateCheckout, answer);
}

export interface Charge extends ClickIds {
  readonly reference: string;
  readonly visitorId: string | null;
  readonly eventId: string;
}

/** Charges the saved method; never repeated by itself. A failure is logged and rethrown (spec 8). */
export async function makeCharge(
  client: Client,
  charge: Charge,
): Promise<MakeCharge["answer"]> {
  return rethrown("charging by reference failed", async () => {
    const answer = await client(
      `/visitor/make-charge/${encodeURIComponent(charge.reference)}`,
      {
        headers: {
          "x-visitor-id": charge.visitorId,
          "x-fbp": charge.fbp,
          "x-fbc": charge.fbc,
          "x-event-id": charge.eventId,
        },
        repeatable: false,
        timeout: PAY_TIMEOUT_MS,
      },
    );
    return understood(isMakeCharge, answer);
  });
}

/**
 * Charges the saved method at once, on the AI product's host, for the price that the event has confirmed; the key makes
 * repeating safe. A failure is logged and rethrown (spec 8).
 */
export async function makeImmediateCharge(
  client: Client,
  key: string,
  product: string,
  eventId: string,
): Promise<PayProMakeImmediateCharge["answer"]> {
  return rethrown("the immediate charge failed", async () => {
    const body = new FormData();
    body.set("product_code", product);
    const answer = await client("/pay/pay-pro-make-immediate-charge", {
      method: "POST",
      host: "ai",
      body,
      headers: { "Idempotency-Key": key, "x-event-id": eventId },
      repeatable: true,
      timeout: PAY_TIMEOUT_MS,
    });
    return understood(isPayProMakeImmediateCharge, answer);
  });
}
