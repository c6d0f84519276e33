import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createServices } from "../app.ts";
import { settle } from "../checkout/settle.ts";
import { erasePerson } from "../db/erase.ts";
import { findPurchases } from "../db/payments.ts";
import { eraseOutlived } from "../db/retention.ts";
import { settleAfterSale } from "../checkout/after-sale.ts";
import { findCheckout } from "../db/checkouts.ts";
import {
  arrive,
  expectAnswer,
  expectProblem,
  goodCard,
  initiate,
  post,
  readObject,
  type TestProduct,
} from "../testing/calls.ts";
import { providersOf } from "../payments/registry.ts";
import { sandbox } from "../payments/sandbox/provider.ts";
import { GIFT_PATH } from "./routes.ts";
import { storeCheckout, storeSession } from "../testing/checkout.ts";
import { useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";
import { digest, systemRandom } from "../token.ts";

const server = useServer();
const DAY_MS = 86_400_000;

/** Somebody who has paid for a product, and what their thank-you page is told of it. */
async function buy(product: TestProduct = "gift") {
  const visitor = await arrive(server);
  await initiate(visitor, product);
  const answer = await visitor.call("/api/pay/make-stripe-checkout", {
    method: "POST",
    headers: { "idempotency-key": randomUUID() },
    body: { product, return_path: "/quiz/oto-gift" },
  });
  const { checkout_id, url } = expectAnswer("make-stripe-checkout", answer);
  await post(visitor, String(url), goodCard);
  const told = async () => {
    const purchases = expectAnswer(
      "purchases",
      await visitor.call("/api/pay/purchases"),
    )["purchases"];
    if (!Array.isArray(purchases)) throw new Error("nothing was bought");
    return readObject(purchases[0]);
  };
  return { visitor, id: String(checkout_id), told };
}

async function give(product: "gift" | "circle" = "gift") {
  const bought = await buy(product);
  const { url } = readObject((await bought.told())["gift"]);
  return { ...bought, link: String(url) };
}

const look = (link: string) => server.send(link);
const open = (link: string, email: string) =>
  server.send(link, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ email }).toString(),
  });
const newEmail = () => `bob+${randomUUID()}@mail.example`;
const messages = async (kind: string) =>
  (
    await server.db
      .selectFrom("outbox")
      .select("payload")
      .where("kind", "=", kind)
      .orderBy("created_at")
      .orderBy("message_id")
      .execute()
  ).map(({ payload }) => payload);

async function refund(id: string): Promise<void> {
  const checkout = await findCheckout(server.db, id);
  if (checkout === null) throw new Error("there is no order");
  await settleAfterSale(
    {
      db: server.db,
      now: () => new Date(server.clock.ms),
      random: systemRandom,
    },
    checkout,
    {
      kind: "refund",
      refund: null,
      reference: randomUUID(),
      transaction: null,
      amount: checkout.amount,
      currency: checkout.currency,
      status: "succeeded",
      reason: null,
    },
  );
}

describe("the link of a gift", () => {
  test("is there once it was paid, the same each time, and of nothing else", async () => {
    const { told, link, id } = await give();
    expect(link).toMatch(/^\/api\/visitor\/gift\?token=[A-Za-z0-9_-]{22}$/);
    expect(await told()).toMatchObject({
      gift: { url: link, places: 1, opened: 0 },
    });
    const other = await buy("journal");
    expect(await other.told()).toMatchObject({ gift: null });
    expect((await messages("payment.taken")).slice(-2)).toMatchObject([
      { checkout_id: id, gift: true },
      { checkout_id: other.id, gift: false },
    ]);
    expect((await give()).link).not.toBe(link);
  });

  test("says what was given and nothing of who gave it; looking opens nothing", async () => {
    const { link, told, id, visitor } = await give();
    for (let i = 0; i < 3; i += 1) {
      const page = await look(link);
      expect(page.status).toBe(200);
      expect(page.text).toContain("The journal");
      expect(page.text).toContain("can be opened once");
      for (const secret of [id, visitor.session, "9.99"])
        expect(page.text).not.toContain(secret);
    }
    expect(await told()).toMatchObject({ gift: { opened: 0 } });
  });

  test("leads to the product, by a token for the email that was typed", async () => {
    const { link, told, id } = await give();
    const email = newEmail();
    const answer = await open(link, ` ${email.toUpperCase()} `);
    expect(answer.status).toBe(303);
    const to = new URL(String(answer.headers.location));
    const sent = to.searchParams.get("token") ?? "";
    to.searchParams.delete("token");
    expect(to.href).toBe("https://calm.example/");
    const token = await server.db
      .selectFrom("auth_tokens")
      .select(["brand", "email"])
      .where("token_digest", "=", digest(sent))
      .executeTakeFirst();
    expect(token).toEqual({ brand: "calm", email });
    expect(await told()).toMatchObject({ gift: { opened: 1 } });
    const opened = (await messages("gift.opened")).filter(
      (one) => one["checkout_id"] === id,
    );
    expect(opened).toEqual([
      {
        gift_id: expect.any(String),
        checkout_id: id,
        brand: "calm",
        product: "gift",
        email,
      },
    ]);
  });

  test("opens once, whoever comes, and again for whoever opened it", async () => {
    const { link, id } = await give();
    expect((await look(link)).text).toContain("with this email from now on");
    const emails = Array.from({ length: 8 }, newEmail);
    const answers = await Promise.all(emails.map((one) => open(link, one)));
    const statuses = answers
      .map(({ status }) => status)
      .toSorted((a, b) => a - b);
    expect(statuses).toEqual([303, ...Array.from({ length: 7 }, () => 409)]);
    const winner = emails[answers.findIndex(({ status }) => status === 303)];
    expect((await open(link, winner ?? "")).status).toBe(303);
    const { text } = await look(link);
    expect(text).toContain("This gift is open");
    expect(text).not.toContain("from now on");
    const opened = (await messages("gift.opened")).filter(
      (one) => one["checkout_id"] === id,
    );
    expect(opened).toHaveLength(1);
  });

  test("opens for as many as the price list says", async () => {
    const { link, told } = await give("circle");
    expect((await look(link)).text).toContain("2 people can open it");
    const statuses = [];
    for (let i = 0; i < 3; i += 1)
      statuses.push((await open(link, newEmail())).status);
    expect(statuses).toEqual([303, 303, 409]);
    expect(await told()).toMatchObject({ gift: { places: 2, opened: 2 } });
  });

  test("is over when the money went back", async () => {
    const { link, told, id } = await give();
    await refund(id);
    expect((await look(link)).status).toBe(410);
    expect((await open(link, newEmail())).status).toBe(410);
    expect(await told()).toMatchObject({ gift: null, status: "refunded" });
  });

  test.each(["", "bob", "bob@mail", `${"b".repeat(250)}@mail.example`])(
    "asks again for the email %j",
    async (email) => {
      const { link, told } = await give();
      const page = await open(link, email);
      expect(page.status).toBe(422);
      expect(page.text).toContain("That is not an email address");
      expect(await told()).toMatchObject({ gift: { opened: 0 } });
    },
  );

  test("lets its form lead to the product, and shows what was typed as text", async () => {
    const { link } = await give();
    const page = await open(link, '"><script>x</script>');
    expect(page.text).not.toContain("<script>x");
    expect(page.headers["content-security-policy"]).toContain(
      "form-action 'self' https://calm.example",
    );
  });

  test.each(["", "?token=", "?token=x", `?token=${"a".repeat(22)}`])(
    "with %j is none",
    async (query) => {
      const path = `/api/visitor/gift${query}`;
      expect((await look(path)).status).toBe(404);
      expect((await open(path, newEmail())).status).toBe(404);
    },
  );
});

describe("whoever has opened a gift", () => {
  const person = (email: string) =>
    server.send(
      `/api/admin/contacts/person?${new URLSearchParams({ email }).toString()}`,
    );
  const emailsOf = async () =>
    (await server.db.selectFrom("gift_openings").select("email").execute()).map(
      ({ email }) => email,
    );

  test("is found and erased by the email, and the gift stays open", async () => {
    const { link, told } = await give();
    const email = newEmail();
    await open(link, email);
    expect((await person(email)).json).toMatchObject({
      gifts_opened: [{ brand: "calm", product: "gift" }],
    });
    const now = new Date(server.clock.ms);
    const { deleted } = await erasePerson(server.db, email, now, "visitor");
    expect(deleted).toMatchObject({ names_of_gifts: 1, access_tokens: 1 });
    expect(await emailsOf()).not.toContain(email);
    expect(JSON.stringify(await messages("gift.opened"))).not.toContain(email);
    expect((await person(email)).status).toBe(404);
    expect(await told()).toMatchObject({ gift: { opened: 1 } });
    expect((await open(link, newEmail())).status).toBe(409);
  });

  test("is told of, though the buyer was erased", async () => {
    const { link, visitor } = await give();
    const [buyer, email] = [newEmail(), newEmail()];
    await visitor.call("/api/visitor/store-contact-info", {
      method: "POST",
      body: { event_id: randomUUID(), email: buyer },
    });
    await open(link, email);
    await erasePerson(server.db, buyer, new Date(server.clock.ms));
    expect(JSON.stringify(await messages("gift.opened"))).toContain(email);
    expect(await emailsOf()).toContain(email);
  });

  test("is forgotten when the time of the brand is over", async () => {
    const { link } = await give();
    const email = newEmail();
    await open(link, email);
    const later = (days: number) =>
      eraseOutlived(
        server.db,
        {
          ofBrand: new Map([["calm", 40]]),
          otherwise: 400,
          atOnce: 100,
          isOver: () => false,
          sessionMs: 3 * DAY_MS,
        },
        new Date(server.clock.ms + days * DAY_MS),
      );
    await later(39);
    expect(await emailsOf()).toContain(email);
    await later(41);
    expect(await emailsOf()).not.toContain(email);
  });
});

test("a form that is too large is refused, and is no fault of the server", async () => {
  const answer = await server.send(`${GIFT_PATH}?token=${"a".repeat(22)}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: `email=${"x".repeat(10_000)}`,
  });
  expectProblem("body-too-large", answer);
  expect(answer.status).toBe(413);
});

test("of two payments for a gift the one that stays has the link, whichever went back", async () => {
  const services = createServices({
    db: server.db,
    site: testSite,
    providers: providersOf([sandbox]),
    now: () => new Date(server.clock.ms),
  });
  const { id: session_id } = await storeSession(server.db);
  const gift = { session_id, product: "gift", gift_places: 1 };
  const paid = [];
  for (const offer of ["/one", "/two"]) {
    const order = await storeCheckout(server.db, { ...gift, offer });
    paid.push(await settle(services, order, { status: "paid" }));
  }
  const [first, second] = paid;
  if (first === undefined || second === undefined) throw new Error("unpaid");
  expect(await findPurchases(server.db, session_id)).toMatchObject([
    { checkout_id: first.checkout_id, gift_token: expect.any(String) },
  ]);
  await settleAfterSale(services, first, {
    kind: "refund",
    refund: null,
    reference: randomUUID(),
    transaction: null,
    amount: first.amount,
    currency: first.currency,
    status: "succeeded",
    reason: null,
  });
  expect(await findPurchases(server.db, session_id)).toMatchObject([
    { checkout_id: second.checkout_id, gift_token: expect.any(String) },
  ]);
});
