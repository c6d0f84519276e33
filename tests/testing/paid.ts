/** Payments that are made over HTTP, where a test is about what comes after them. */
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { site } from "../../generated/server.ts";
import { SESSION_HEADER } from "../../generated/call.ts";
import { ask } from "./ask.ts";
import type { BrandId } from "./content.ts";
import { cards } from "./pay.ts";
import { someEmail } from "./stored.ts";

/** The session of somebody whose card has paid for a product of a brand. */
export async function paidBefore(
  brand: BrandId,
  code: string,
  card: string = cards.good,
  email: string = someEmail(),
): Promise<string> {
  const product = Object.values(site.brands[brand].products).find(
    (each) => each.code === code,
  );
  if (product === undefined) throw new Error(`${brand} sells no ${code}`);
  const known = await ask(brand, "/api/visitor/visitor-info");
  const session = String(known.headers[SESSION_HEADER]);
  const headers = {
    [SESSION_HEADER]: session,
    "content-type": "application/json",
    "idempotency-key": randomUUID(),
  };
  const call = async (path: string, body: object) => {
    const answer = await ask(brand, `/api${path}`, {
      headers,
      body: JSON.stringify(body),
    });
    expect(answer.status, path).toBe(200);
    return JSON.parse(answer.body.toString());
  };
  await call("/visitor/initiate-checkout", {
    product: code,
    price: product.prices.USD,
    currency: "USD",
    event_id: randomUUID(),
  });
  const return_path = "/quiz/oto";
  const { url } = await (product.renewal === null
    ? call("/pay/make-stripe-checkout", { product: code, return_path })
    : call("/pay/make-stripe-subscription", {
        product: code,
        email,
        return_path,
      }));
  await fillIn(brand, new URL(url, "http://any").pathname, card);
  return session;
}

/** Fills in the payment page, and answers for the bank where it asks. */
async function fillIn(
  brand: BrandId,
  page: string,
  card: string,
): Promise<void> {
  const post = async (path: string, fields: Readonly<Record<string, string>>) =>
    ask(brand, path, {
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "sec-fetch-site": "same-origin",
      },
      body: new URLSearchParams(fields).toString(),
    });
  const paid = await post(page, { number: card, expiry: "12/34", cvc: "123" });
  expect(paid.status).toBe(303);
  if (!paid.location?.endsWith("/confirm")) return;
  const confirmed = await post(paid.location, { decision: "confirm" });
  expect(confirmed.status).toBe(303);
}
