import { randomUUID } from "node:crypto";
import { digest } from "../token.ts";
import {
  arrive,
  expectAnswer,
  goodCard,
  initiate,
  openHosted,
  post,
} from "./calls.ts";
import type { TestServer } from "./server.ts";

/** Somebody who has left an email and a name, and paid 9.99 for the journal. */
export type Buyer = Awaited<ReturnType<typeof buy>>;

export async function buy(
  server: Pick<TestServer, "send">,
  email: string,
  name = "=Ann",
) {
  const visitor = await arrive(server);
  const contact = randomUUID();
  await visitor.call("/api/visitor/store-contact-info", {
    method: "POST",
    body: { event_id: contact, email, name },
  });
  const { id, url } = await openHosted(visitor);
  await post(visitor, url, goodCard);
  return { visitor, email, id, contact, session: digest(visitor.session) };
}

/** Somebody who has bought a plan under an email; answers its order. */
export async function buyPlan(
  server: Pick<TestServer, "send">,
  email: string,
): Promise<string> {
  const visitor = await arrive(server);
  await initiate(visitor, "plan");
  const answer = await visitor.call("/api/pay/make-stripe-subscription", {
    method: "POST",
    headers: { "idempotency-key": randomUUID() },
    body: { product: "plan", email, return_path: "/quiz/oto" },
  });
  const bought = expectAnswer("make-stripe-subscription", answer);
  await post(visitor, String(bought["url"]), goodCard);
  return String(bought["checkout_id"]);
}

/** An address that nobody has had before, in large and small letters. */
export const newEmail = () => `Ann+${randomUUID()}@Mail.example`;
