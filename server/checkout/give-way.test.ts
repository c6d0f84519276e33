import { beforeEach, describe, expect, test } from "vitest";
import { createServices } from "../app.ts";
import { type Checkout, findCheckout } from "../db/checkouts.ts";
import { isUsedUp, type PromoUse } from "../db/promo-codes.ts";
import type { Database } from "../db/tables.ts";
import { providersOf } from "../payments/registry.ts";
import { sandboxAs } from "../payments/sandbox/provider.ts";
import { madeUpCheckout, quoteOf, storeCheckout } from "../testing/checkout.ts";
import { useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";
import { settleAfterSale } from "./after-sale.ts";
import { claim, claimQuote, isSameSale } from "./orders.ts";
import type { Finding } from "./provider.ts";
import { settle } from "./settle.ts";

const server = useServer();
/** What the provider says of an order that gives way, and which it was told to close. */
let found: Finding | "unknown" | null = null;
const closed: string[] = [];
let whenClosed = () => {};
const services = (db = server.db) =>
  createServices({
    db,
    site: testSite,
    providers: providersOf([
      {
        ...sandboxAs("stripe"),
        look: async () => found,
        expire: async ({ checkout_id }) => {
          closed.push(checkout_id);
          whenClosed();
        },
      },
    ]),
    now: () => new Date(server.clock.ms),
  });
beforeEach(() => {
  found = null;
  closed.length = 0;
  whenClosed = () => {};
});

/** Another order of the same session, which is not stored. */
function draftAfter(
  { session_id, event_id }: Checkout,
  own: Partial<Checkout>,
) {
  const checkout = madeUpCheckout({ session_id, event_id, ...own });
  return { checkout, use: null };
}
const statusOf = async ({ checkout_id }: Checkout) =>
  (await findCheckout(server.db, checkout_id))?.status;

describe("an order is", () => {
  const card_token = "tok-1";
  const renewing = { renewal_amount: 2_999, renewal_days: 28, first_days: 28 };
  const saved = madeUpCheckout({ way: "saved", card_token, ...renewing });
  const paged = madeUpCheckout();

  test.each<[string, Checkout, Partial<Checkout>]>([
    ["by another id", saved, { checkout_id: "another", email: "a@b.example" }],
    ["by another card on a page", paged, { card_token: "tok-2" }],
    ["under the same email", { ...paged, email: "a@b.example" }, {}],
    ["without an email", { ...paged, email: "a@b.example" }, { email: null }],
    ["whose first days are those of a renewal", saved, { first_days: null }],
  ])("the same sale %s", (_, one, own) => {
    expect(isSameSale(one, { ...one, ...own })).toBe(true);
  });

  test.each<Partial<Checkout>>([
    { product: "plan" },
    { offer: "/quiz/downsell" },
    { session_id: "another" },
    { provider: "paypal" },
    { way: "page" },
    { card_token: "tok-2" },
    { amount: 799 },
    { currency: "GBP" },
    { renewal_amount: 3_999 },
    { renewal_days: 7 },
    { first_days: 7 },
    { gift_places: 8 },
  ])("another sale by %j", (own) => {
    expect(isSameSale(saved, { ...saved, ...own })).toBe(false);
  });

  test("another sale on a page under another email", () => {
    const other = { ...paged, email: "right@mail.example" };
    expect(isSameSale(paged, other)).toBe(false);
    expect(isSameSale({ ...other, email: "wrong@mail.example" }, other)).toBe(
      false,
    );
  });
});

describe("an order that waits for another sum", () => {
  test.each<[string, Finding | null, string, boolean]>([
    ["knows nothing of: it is closed there, too", null, "cancelled", true],
    [
      "has declined: it is what it is",
      { status: "declined" },
      "declined",
      false,
    ],
  ])("gives way, which its provider %s", async (_, says, status, closes) => {
    found = says;
    const first = await storeCheckout(server.db);
    const draft = draftAfter(first, { amount: 799 });
    const { kind, checkout } = await claim(services(), quoteOf(first), draft);
    expect(kind).toBe("new");
    expect(checkout).toEqual(draft.checkout);
    expect(await statusOf(first)).toBe(status);
    expect(closed).toEqual(closes ? [first.checkout_id] : []);
  });

  test("is the order where it was paid meanwhile", async () => {
    found = { status: "paid" };
    const first = await storeCheckout(server.db);
    const draft = draftAfter(first, { amount: 799 });
    const { kind, checkout } = await claim(services(), quoteOf(first), draft);
    expect(kind).toBe("paid");
    expect(checkout.checkout_id).toBe(first.checkout_id);
    expect(closed).toEqual([]);
  });

  test.each<[string, Finding | "unknown" | null, string | Error]>([
    ["was paid", { status: "paid" }, "paid"],
    ["has ended", { status: "cancelled" }, "new"],
    ["is at a bank", "unknown", "new"],
    ["waits on", null, new Error("not closed")],
  ])(
    "that can't be closed %s, as its provider says then",
    async (_, says, outcome) => {
      const first = await storeCheckout(server.db);
      whenClosed = () => {
        found = says;
        throw new Error("not closed");
      };
      const draft = draftAfter(first, { amount: 799 });
      const claimed = claim(services(), quoteOf(first), draft);
      if (outcome instanceof Error)
        await expect(claimed).rejects.toThrow(outcome);
      else expect(await claimed).toMatchObject({ kind: outcome });
      expect(closed).toEqual([first.checkout_id]);
    },
  );
});

describe("an order whose provider cannot be asked", () => {
  const { look: _, ...silent } = sandboxAs("stripe");
  const giveWay = async (own: Partial<Checkout>) => {
    const card_token = "tok-1";
    const saved = { way: "saved", card_token, ...own } as const;
    const first = await storeCheckout(server.db, saved);
    const draft = draftAfter(first, { way: "page" });
    const providers = providersOf([silent]);
    await claim({ ...services(), providers }, quoteOf(first), draft);
    const { status, offer } =
      (await findCheckout(server.db, first.checkout_id)) ?? {};
    return { status, isSetAside: offer === null };
  };

  test("is closed where no charge was asked for, or nothing was saved", async () => {
    expect(await giveWay({})).toEqual({
      status: "cancelled",
      isSetAside: false,
    });
  });

  test.each<[string, Partial<Checkout>]>([
    [
      "whose charge has failed",
      { busy_with: "charging", busy_since: new Date(0) },
    ],
    ["that the provider has named", { provider_reference: "t-1" }],
    ["that has a page", { way: "page", amount: 1 }],
    ["that is to be confirmed", { status: "needs_authentication" }],
  ])("%s is set aside", async (__, own) => {
    expect(await giveWay(own)).toMatchObject({ isSetAside: true });
  });
});

test.each<[string, (first: Checkout) => Promise<unknown>]>([
  [
    "closed",
    ({ checkout_id }) =>
      server.db
        .updateTable("checkouts")
        .set({ status: "cancelled" })
        .where("checkout_id", "=", checkout_id)
        .execute(),
  ],
  [
    "deleted, because its page could not be opened,",
    ({ checkout_id }) =>
      server.db
        .deleteFrom("checkouts")
        .where("checkout_id", "=", checkout_id)
        .execute(),
  ],
])(
  "an order that another call has %s meanwhile gives way without being closed again",
  async (_, end) => {
    const first = await storeCheckout(server.db);
    const draft = draftAfter(first, { amount: 799 });
    const { kind, checkout } = await claim(
      services(afterEachTransaction(server.db, () => end(first))),
      quoteOf(first),
      draft,
    );
    expect([kind, checkout]).toEqual(["new", draft.checkout]);
    expect(closed).toEqual([]);
  },
);

/** A database where something else happens after each transaction. */
function afterEachTransaction(
  db: Database,
  happens: () => Promise<unknown>,
): Database {
  const transaction = () => ({
    execute: async (
      work: Parameters<ReturnType<Database["transaction"]>["execute"]>[0],
    ) => {
      const result = await db.transaction().execute(work);
      await happens();
      return result;
    },
  });
  return new Proxy(db, {
    get: (_, name) => {
      if (name === "transaction") return transaction;
      const own: unknown = Reflect.get(db, name);
      return typeof own === "function" ? own.bind(db) : own;
    },
  });
}

test("an order that is paid stays the one, whatever sum is asked for later", async () => {
  const first = await storeCheckout(server.db);
  await settle(services(), first, { status: "paid" });
  const draft = draftAfter(first, { amount: 799 });
  expect(await claim(services(), quoteOf(first), draft)).toMatchObject({
    kind: "paid",
    checkout: { checkout_id: first.checkout_id },
  });
});

describe("a price that is charged without a page", () => {
  const neverDrafted = () => Promise.reject(new Error("drafted"));

  test("asks for no order before it has one", async () => {
    const silent = server.db.withPlugin({
      transformQuery: () => {
        throw new Error("asked");
      },
      transformResult: async ({ result }) => result,
    });
    const quote = quoteOf(madeUpCheckout());
    await expect(
      claimQuote(services(silent), quote, neverDrafted),
    ).rejects.toThrow("drafted");
  });

  test("has one order from then on, whatever becomes of it", async () => {
    const before = await storeCheckout(server.db, { status: "cancelled" });
    const quote = quoteOf(before);
    await server.db.insertInto("quotes").values(quote).execute();
    const draft = draftAfter(before, {});
    const first = await claimQuote(services(), quote, async () => draft);
    expect(first).toEqual(draft.checkout);
    const used = await server.db
      .selectFrom("quotes")
      .selectAll()
      .where("event_id", "=", quote.event_id)
      .executeTakeFirstOrThrow();
    const declined = await settle(services(), first, { status: "declined" });
    expect(await claimQuote(services(), used, neverDrafted)).toEqual(declined);
  });

  test.each<[string, Partial<Checkout>, "first" | "second"]>([
    ["is charged no more", {}, "second"],
    ["that may be bought again is charged", { repeatable: true }, "first"],
  ])(
    "of what was paid at another offer meanwhile %s",
    async (_, own, charged) => {
      const first = await storeCheckout(server.db, { way: "saved", ...own });
      const { checkout_id, session_id } = first;
      const elsewhere = { session_id, offer: "/quiz/oto-gift", ...own };
      const second = await storeCheckout(server.db, elsewhere);
      const quote = { ...quoteOf(first), checkout_id };
      const asked = () => claimQuote(services(), quote, neverDrafted);
      expect(await asked()).toEqual(first);
      const paid = await settle(services(), second, { status: "paid" });
      expect(await asked()).toEqual(charged === "second" ? paid : first);
      // What was given back may be charged.
      await server.db
        .updateTable("payments")
        .set({ state: "refunded" })
        .where("checkout_id", "=", second.checkout_id)
        .execute();
      expect(await asked()).toEqual(first);
    },
  );
});

describe("the promo code of an order that gives way to one of another plan", () => {
  const { look: _, expire: __, ...open } = sandboxAs("max-pay");
  /** Cannot close its page, and says that nothing was paid there. */
  const shop = () => ({
    ...services(),
    providers: providersOf([{ ...open, look: async () => null }]),
  });
  const useBy = ({ session_id }: Checkout, own: Partial<PromoUse> = {}) => {
    const session = `session:${session_id}`;
    const holders = { brand: "calm", names: [session], session };
    return { promo: "quiz/once", holders, limit: null, each: null, ...own };
  };
  const lowered = { provider: "max-pay", promo: "quiz/once", amount: 899 };
  async function orderBy(
    { session_id, event_id }: Checkout,
    rule: Partial<PromoUse> | null,
    own: Partial<Checkout>,
  ) {
    const checkout = madeUpCheckout({
      session_id,
      event_id,
      provider: "max-pay",
      created_at: new Date(server.clock.ms),
      ...(rule !== null && lowered),
      ...own,
    });
    const use = rule === null ? null : useBy(checkout, rule);
    return claim(shop(), quoteOf(checkout), { checkout, use });
  }
  const visitor = () => storeCheckout(server.db, { status: "cancelled" });
  const USED_UP = "The code has been used up.";
  beforeEach(() => server.db.deleteFrom("promo_uses").execute());

  test("is nobody else's while the first one can be paid, and free when that has ended", async () => {
    const [one, other] = [await visitor(), await visitor()];
    const { checkout: first } = await orderBy(one, { limit: 1 }, {});
    await orderBy(one, null, { product: "journal" });
    expect(await findCheckout(server.db, first.checkout_id)).toMatchObject({
      status: "open",
      offer: null,
    });
    const everybody = { limit: 1 };
    await expect(orderBy(other, everybody, {})).rejects.toThrow(USED_UP);
    for (const each of [one, other])
      expect(await isUsedUp(server.db, useBy(each, everybody))).toBe(true);
    await settle(shop(), first, { status: "cancelled" });
    expect(await orderBy(other, everybody, {})).toMatchObject({ kind: "new" });
  });

  test("lowers no second plan of its visitor on another page, and the other one's orders are their own", async () => {
    const [one, other] = [await visitor(), await visitor()];
    const rule = { each: 1 };
    await orderBy(one, rule, {});
    const page = "/quiz/upsell";
    const plan = { product: "plan", offer: page, return_path: page };
    expect(await isUsedUp(server.db, useBy(one, rule))).toBe(false);
    await expect(orderBy(one, rule, plan)).rejects.toThrow(USED_UP);
    expect(await isUsedUp(server.db, useBy(one, rule))).toBe(true);
    expect(await isUsedUp(server.db, useBy(other, rule))).toBe(false);
    expect(await orderBy(one, null, plan)).toMatchObject({ kind: "new" });
  });

  test.each([
    ["in another currency", { currency: "EUR" }],
    ["of another plan of the page", { product: "plan" }],
  ])("goes over to the order %s, which is one use", async (_, own) => {
    const [one, other] = [await visitor(), await visitor()];
    const rule = { limit: 1, each: 1 };
    const { checkout: first } = await orderBy(one, rule, {});
    const { kind, checkout } = await orderBy(one, rule, own);
    expect(kind).toBe("new");
    expect(await isUsedUp(server.db, useBy(one, rule))).toBe(false);
    await expect(orderBy(other, rule, {})).rejects.toThrow(USED_UP);
    // Paid both, one goes back; the other one closed, the first one has its use again.
    await settle(shop(), checkout, { status: "cancelled" });
    expect(await isUsedUp(server.db, useBy(one, rule))).toBe(true);
    await settle(shop(), first, { status: "paid" });
    await settle(shop(), checkout, { status: "paid" });
    const due = await server.db
      .selectFrom("payments")
      .select("refund_due")
      .where("session_id", "=", one.session_id)
      .orderBy("refund_due")
      .execute();
    expect(due.map(({ refund_due }) => refund_due)).toEqual([false, true]);
  });

  test("goes over to nothing that is sold beside the first one", async () => {
    const one = await visitor();
    const rule = { each: 1 };
    await orderBy(one, rule, {});
    await orderBy(one, null, { currency: "EUR" });
    const gift = { product: "gift", repeatable: true };
    await expect(orderBy(one, rule, gift)).rejects.toThrow(USED_UP);
  });

  test("stays with what was begun after another plan had been paid", async () => {
    const one = await visitor();
    const rule = { each: 2 };
    const { checkout: paid } = await orderBy(one, rule, {
      product: "workbook",
    });
    await settle(shop(), paid, { status: "paid" });
    server.clock.ms += 1_000;
    await orderBy(one, rule, {});
    expect(await isUsedUp(server.db, useBy(one, rule))).toBe(false);
    await orderBy(one, null, { currency: "EUR" });
    expect(await isUsedUp(server.db, useBy(one, rule))).toBe(true);
  });

  test("is back with the first one when the plan in its place has ended", async () => {
    const one = await visitor();
    const rule = { each: 2 };
    await orderBy(one, rule, {});
    const { checkout } = await orderBy(one, rule, {
      product: "plan",
      renewal_amount: 999,
      renewal_days: 28,
    });
    const paid = await settle(shop(), checkout, { status: "paid" });
    expect(await isUsedUp(server.db, useBy(one, rule))).toBe(false);
    const toldAt = new Date(server.clock.ms);
    const event = { kind: "told", status: "cancelled", endsAt: null } as const;
    await settleAfterSale(shop(), paid, {
      kind: "subscription",
      event: { ...event, toldAt },
    });
    expect(await isUsedUp(server.db, useBy(one, rule))).toBe(true);
  });
});
