import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { type Answer, useServer } from "../../testing/server.ts";
import { expectAnswer, initiate, type Visitor } from "../../testing/calls.ts";
import { providersOf } from "../registry.ts";
import { sandbox } from "../sandbox/provider.ts";
import { payPalAt } from "./provider.ts";
import {
  CLIENT,
  type FakePayPal,
  startFakePayPal,
  WEBHOOK_ID,
} from "./stand-in.fixture.ts";
import { transmission } from "./stand-in-messages.fixture.ts";

/** A server that is paid at a stand-in for PayPal, for all tests of a file. */
export function usePayPalShop() {
  const fake = useStandIn();
  const payPal = () =>
    payPalAt({
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      webhookId: WEBHOOK_ID,
      api: fake().url,
    });

  const lines: unknown[] = [];
  const server = useServer(() => ({
    providers: providersOf([sandbox, payPal()]),
    log: (entry) => lines.push(entry),
  }));
  function deliver(
    event: string,
    headers = transmission(event, WEBHOOK_ID),
  ): Promise<Answer> {
    const path = "/api/pay/paypal/webhook";
    return server.send(path, { method: "POST", headers, body: event });
  }

  async function deliverAll(events: readonly string[]): Promise<void> {
    for (const event of events)
      expect(await deliver(event)).toMatchObject({ status: 200 });
  }

  /** How often money was taken of a checkout. */
  const capturesOf = (checkoutId: string) =>
    [...fake().bank.orders.values()]
      .filter((order) => order.custom_id === checkoutId)
      .flatMap(({ captures }) => captures);

  /** What the log says of refused payments, since it was last asked. */
  const refusalsLogged = () =>
    lines
      .splice(0)
      .filter((line) => Object(line).message === "payment refused");

  return {
    server,
    fake,
    payPal,
    deliver,
    deliverAll,
    capturesOf,
    refusalsLogged,
  };
}

/** Asks for PayPal's page of the journal. */
export async function askForPage(
  visitor: Visitor,
  key: string = randomUUID(),
  product = "journal",
): Promise<Answer> {
  return visitor.call("/api/pay/make-checkout", {
    method: "POST",
    headers: { "idempotency-key": key },
    body: {
      provider: "paypal",
      product,
      email: "ann@mail.example",
      return_path: "/quiz/oto?utm_source=x",
    },
  });
}

/** Opens an order for the journal, as a page does. */
export async function openOrder(visitor: Visitor) {
  await initiate(visitor, "journal");
  const answer = expectAnswer("make-checkout", await askForPage(visitor));
  const url = String(answer["url"]);
  const order = new URL(url).searchParams.get("token") ?? "";
  return { id: String(answer["checkout_id"]), url, order };
}

/** The stand-in is there before the server is started, and forgets its faults between tests. */
function useStandIn(): () => FakePayPal {
  let fake: FakePayPal | null = null;
  const started = () => {
    if (fake === null) throw new Error("there is no PayPal outside of tests");
    return fake;
  };
  beforeAll(async () => {
    fake = await startFakePayPal();
  });
  beforeEach(() => {
    const { bank, calls } = started();
    started().fault = null;
    started().losesAnswers = false;
    bank.next = "COMPLETED";
    bank.refundsAre = "COMPLETED";
    bank.events.length = 0;
    calls.length = 0;
  });
  afterAll(() => fake?.stop());
  return started;
}
