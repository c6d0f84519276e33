import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { DUOTONE, jpeg, postForm, SEND } from "../previews/pictures.fixture.ts";
import { type Buyer, buy, newEmail } from "../testing/buyer.ts";
import {
  confirmOneTap,
  goodCard,
  initiate,
  openHosted,
  post,
  type TestProduct,
} from "../testing/calls.ts";
import { tablesWith } from "../testing/find-word.ts";
import { Pauses } from "../testing/pauses.ts";
import { type Answer, useServer } from "../testing/server.ts";
import { digest } from "../token.ts";

const server = useServer();
const pauses = new Pauses();
beforeAll(() => pauses.watch(server.db));

/** A call of somebody who has bought something before, with what comes before it. */
type Call = (buyer: Buyer) => Promise<() => Promise<Answer>>;

const posting =
  (path: string, body: (buyer: Buyer) => object): Call =>
  async (buyer) =>
  () =>
    buyer.visitor.call(path, { method: "POST", body: body(buyer) });

const opening =
  (path: string, product: TestProduct, more: (buyer: Buyer) => object): Call =>
  async (buyer) => {
    await initiate(buyer.visitor, product);
    return () =>
      buyer.visitor.call(path, {
        method: "POST",
        headers: { "idempotency-key": randomUUID() },
        body: { product, return_path: "/quiz/oto", ...more(buyer) },
      });
  };

const TERMS = "/api/visitor/offer-terms";
/** Starts a countdown, hands a code out, and takes another one. */
const WITH_TERMS = {
  funnel: "quiz",
  left_ms: 60_000,
  promo: "own",
  typed: "SPRING",
};

/** Whatever keeps something of somebody; whoever asks by an address alone begins anew. */
const CALLS: readonly (readonly [name: string, call: Call])[] = [
  [
    "a contact",
    posting("/api/visitor/store-contact-info", ({ email }) => ({
      event_id: randomUUID(),
      email,
      name: "Ann",
    })),
  ],
  [
    "a contact of somebody with a countdown and codes",
    async ({ visitor, email }) => {
      await visitor.call(TERMS, { method: "POST", body: WITH_TERMS });
      return () =>
        visitor.call("/api/visitor/store-contact-info", {
          method: "POST",
          body: { event_id: randomUUID(), email },
        });
    },
  ],
  ["a countdown and codes", posting(TERMS, () => WITH_TERMS)],
  [
    "a price that starts a countdown",
    posting("/api/visitor/initiate-checkout", () => ({
      product: "intro",
      price: 1999,
      currency: "USD",
      event_id: randomUUID(),
    })),
  ],
  [
    "a price",
    posting("/api/visitor/initiate-checkout", () => ({
      product: "gift",
      price: 999,
      currency: "USD",
      event_id: randomUUID(),
    })),
  ],
  [
    "a privacy choice",
    posting("/api/visitor/store-consent", () => ({
      event_id: randomUUID(),
      version: 1,
      chosen_at: new Date(server.clock.ms).toISOString(),
      purposes: ["measurement"],
    })),
  ],
  [
    "a photo",
    async ({ visitor }) => {
      const image = await jpeg();
      return () => postForm(visitor, SEND, { image, styles: DUOTONE });
    },
  ],
  [
    "a payment page",
    opening("/api/pay/make-stripe-checkout", "gift", () => ({})),
  ],
  [
    "a plan's payment page",
    opening("/api/pay/make-stripe-subscription", "plan", ({ email }) => ({
      email,
    })),
  ],
  [
    "a payment",
    async ({ visitor }) => {
      const { url } = await openHosted(visitor, "gift");
      return () => post(visitor, url, goodCard);
    },
  ],
  ["one tap", ({ visitor }) => confirmOneTap(visitor, "gift", "/quiz/upsell")],
];

/** Emptied of what was left in a session. */
const EMPTIED = [
  "consents",
  "contacts",
  "preview_jobs",
  "quotes",
  "saved_methods",
] as const;

/** What is left of somebody, by tables. */
async function leftOf({ email, session }: Buyer): Promise<string[]> {
  const left = await tablesWith(server.db, email);
  const digests = await tablesWith(server.db, digest(email.toLowerCase()));
  left.push(...digests.filter((table) => table !== "operator_actions"));
  for (const table of EMPTIED) {
    const rows = await server.db
      .selectFrom(table)
      .select("session_id")
      .where("session_id", "=", session)
      .execute();
    if (rows.length > 0) left.push(table);
  }
  const cards = await server.db
    .selectFrom("payments as p")
    .innerJoin("checkouts as c", "c.checkout_id", "p.checkout_id")
    .where("c.session_id", "=", session)
    .where((eb) =>
      eb.or([
        eb("p.card_last4", "is not", null),
        eb("c.card_token", "is not", null),
      ]),
    )
    .select("p.payment_id")
    .execute();
  if (cards.length > 0) left.push("cards");
  return left;
}

test.each(CALLS)(
  "%s in the middle of which its person is erased leaves nothing of them",
  async (_, call) => {
    for (let pause = 0; ; pause += 1) {
      const buyer = await buy(server, newEmail());
      const ask = await call(buyer);
      // Long enough after the call before that this one moves the end of its session on.
      server.clock.ms += 60_000;
      const statuses: number[] = [];
      const isErased = await pauses.interrupt(
        pause,
        async () => statuses.push((await ask()).status),
        () =>
          server.send("/api/admin/contacts/erase", {
            method: "POST",
            body: { email: buyer.email },
          }),
      );
      if (!isErased) {
        expect(statuses, "without an erasure").toEqual([
          expect.toSatisfy((status: number) => status < 400),
        ]);
        expect(pause).toBeGreaterThan(1);
        break;
      }
      expect(statuses, `pause ${pause}`).toEqual([
        expect.toSatisfy((status: number) => status < 500),
      ]);
      expect(await leftOf(buyer), `pause ${pause}`).toEqual([]);
    }
  },
);
