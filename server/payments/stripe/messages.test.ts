import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { startTestServer } from "../../testing/server.ts";
import {
  arrive,
  countPayments,
  expectProblem,
  openHosted,
} from "../../testing/calls.ts";
import { providersOf } from "../registry.ts";
import { signed } from "./stand-in.fixture.ts";
import { sessionOf, stripeAt, useStripeShop } from "./shop.fixture.ts";

const { server, fake, deliver, deliverAll } = useStripeShop();

describe("a message", () => {
  const event = JSON.stringify({
    id: "evt_1",
    object: "event",
    type: "invoice.paid",
    data: { object: {} },
  });

  test.each<[string, () => Record<string, string>]>([
    ["without a signature", () => ({ "content-type": "application/json" })],
    [
      "signed by somebody else",
      () => signed(event, { secret: "whsec_other", at: server.clock.ms }),
    ],
    [
      "that is six minutes old",
      () => signed(event, { at: server.clock.ms - 360_000 }),
    ],
    [
      "signed for another body",
      () => signed(`${event} `, { at: server.clock.ms }),
    ],
    ["with half a signature", () => ({ "stripe-signature": "t=1" })],
  ])("%s is refused, and leaves nothing behind", async (_, headers) => {
    expectProblem("not-signed", await deliver(event, headers()));
    const kept = await server.db
      .selectFrom("webhook_events")
      .select("event_id")
      .where("event_id", "=", "evt_1")
      .execute();
    expect(kept).toEqual([]);
  });

  test("about a checkout that is not ours is taken and changes nothing", async () => {
    const strange = JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: "event",
      type: "payment_intent.succeeded",
      data: {
        object: {
          id: "pi_x",
          metadata: { checkout_id: "AAAAAAAAAAAAAAAAAAAAAA" },
        },
      },
    });
    expect((await deliver(strange)).json).toEqual({ received: true });
  });

  test("that could not be dealt with is dealt with when it comes again", async () => {
    const visitor = await arrive(server);
    const { id, url } = await openHosted(visitor);
    fake.bank.pay(sessionOf(url));
    const [first = ""] = fake.bank.events;
    fake.fault = 500;
    expect((await deliver(first)).status).toBeGreaterThanOrEqual(500);
    fake.fault = null;
    await deliverAll([first]);
    expect(await countPayments(server, id)).toBe(1);
  });

  test("is refused while there is no secret to check it by", async () => {
    const open = await startTestServer({
      providers: providersOf([stripeAt(fake.url, null)]),
    });
    const answer = await open.send("/api/pay/stripe/webhook", {
      method: "POST",
      headers: signed(event, { secret: "whsec_", at: open.clock.ms }),
      body: event,
    });
    expect(expectProblem("payment-unavailable", answer)["status"]).toBe(503);
    await open.stop();
  });
});
