import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  arrive,
  expectAnswer,
  expectProblem,
  goodCard,
  post,
  readObject,
  statusOf,
  type Visitor,
} from "../testing/calls.ts";
import { findHeld, giveCode } from "../db/promo-codes.ts";
import { useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";
import { systemRandom } from "../token.ts";
import { codeOf as codeHeld, handOut, typeIn } from "./promo.ts";

const server = useServer();
const TABS = Array.from({ length: 20 });

const send = (visitor: Visitor, path: string, body: object, key?: string) =>
  visitor.call(path, {
    method: "POST",
    body,
    ...(key !== undefined && { headers: { "idempotency-key": key } }),
  });
async function terms(visitor: Visitor, more: object = {}) {
  const body = { funnel: "quiz", ...more };
  const answer = await send(visitor, "/api/visitor/offer-terms", body);
  const { promo, refused } = expectAnswer("offer-terms", answer);
  return { promo: promo === null ? null : readObject(promo), refused };
}
/** The code that the visitor's page hands out. */
async function codeOf(visitor: Visitor): Promise<string> {
  const { promo } = await terms(visitor, { promo: "own" });
  return String(promo?.["code"]);
}
const confirm = (visitor: Visitor, product: string, price: number) =>
  send(visitor, "/api/visitor/initiate-checkout", {
    product,
    price,
    currency: "USD",
    event_id: randomUUID(),
  });
const signUp = (visitor: Visitor, email: string) =>
  send(visitor, "/api/visitor/store-contact-info", {
    email,
    event_id: randomUUID(),
  });
async function open(
  visitor: Visitor,
  product = "journal",
  path = "/quiz/oto",
): Promise<Awaited<ReturnType<Visitor["call"]>>> {
  const isPlan = product === "plan";
  const call = isPlan ? "make-stripe-subscription" : "make-stripe-checkout";
  const person = {
    email: `${visitor.visitorId}@mail.example`,
    meta: {},
    city: "",
    country: "",
    postCode: "",
  };
  const body = { product, return_path: path, ...(isPlan && person) };
  const answer = await send(visitor, `/api/pay/${call}`, body, randomUUID());
  const isAtWork =
    answer.status === 409 &&
    readObject(answer.json)["type"] === "urn:problem:in-flight";
  return isAtWork ? open(visitor, product, path) : answer;
}
const idOf = (answer: { readonly json: unknown }) =>
  String(readObject(answer.json)["checkout_id"]);
const pay = (visitor: Visitor, id: string) =>
  post(visitor, `/api/pay/sandbox/${id}`, goodCard);
async function buy(visitor: Visitor, product: string, price: number) {
  expect(await confirm(visitor, product, price)).toMatchObject({ status: 200 });
  const opened = await open(visitor, product);
  expect(opened).toMatchObject({ status: 200 });
  await pay(visitor, idOf(opened));
  return statusOf(visitor, idOf(opened));
}
/** How many orders a code lowers that wait or are paid. */
async function uses(promo: string): Promise<number> {
  const rows = await server.db
    .selectFrom("checkouts")
    .select("checkout_id")
    .where("promo", "=", promo)
    .where("status", "in", ["open", "paid"])
    .execute();
  return rows.length;
}
const forget = () =>
  server.db
    .deleteFrom("promo_uses")
    .where("promo", "=", "quiz/spring")
    .execute();

describe("a code of a visitor's own", () => {
  test("is one for twenty tabs, whenever they ask", async () => {
    const visitor = await arrive(server);
    expect(await terms(visitor)).toEqual({ promo: null, refused: null });
    const codes = await Promise.all(TABS.map(() => codeOf(visitor)));
    const [code = ""] = codes;
    expect(code).toMatch(/^CALM-[A-HJKMNP-Z2-9]{6}$/);
    expect(await terms(visitor)).toEqual({
      promo: { id: "own", code: await codeOf(visitor) },
      refused: null,
    });
    expect(await codeOf(await arrive(server))).not.toBe(code);
  });

  test("lowers what is charged, and leaves the renewal alone", async () => {
    const visitor = await arrive(server);
    await codeOf(visitor);
    expect(await confirm(visitor, "plan", 3599)).toMatchObject({ status: 200 });
    const id = idOf(await open(visitor, "plan"));
    await pay(visitor, id);
    expect(await statusOf(visitor, id)).toMatchObject({
      status: "paid",
      amount: 3599,
    });
    const answer = await visitor.call("/api/pay/purchases");
    expect(expectAnswer("purchases", answer)["purchases"]).toMatchObject([
      { amount: 3599, renewal: { amount: 2999 } },
    ]);
  });

  test("is used by one payment: after it the page is told, and the lower price is refused", async () => {
    const visitor = await arrive(server);
    await codeOf(visitor);
    await buy(visitor, "plan", 3599);
    expect(await terms(visitor)).toEqual({ promo: null, refused: "used-up" });
    expectProblem("price-changed", await confirm(visitor, "intro", 1799));
    expect(await confirm(visitor, "intro", 1999)).toMatchObject({
      status: 200,
    });
  });

  test("lowers one of two orders that are opened one after the other", async () => {
    const visitor = await arrive(server);
    await codeOf(visitor);
    await confirm(visitor, "plan", 3599);
    const first = idOf(await open(visitor, "plan"));
    await confirm(visitor, "intro", 1799);
    const second = idOf(await open(visitor, "intro"));
    expect(await statusOf(visitor, first)).toMatchObject({
      status: "cancelled",
    });
    await pay(visitor, second);
    await pay(visitor, first);
    expect(await statusOf(visitor, second)).toMatchObject({ status: "paid" });
    expect(await statusOf(visitor, first)).toMatchObject({
      status: "cancelled",
    });
  });

  test("is the same on the devices of one person, and used on all of them at once", async () => {
    const email = `${randomUUID()}@mail.example`;
    const phone = await arrive(server);
    const code = await codeOf(phone);
    await signUp(phone, email);
    const laptop = await arrive(server);
    expect(await codeOf(laptop)).not.toBe(code);
    await signUp(laptop, email);
    expect(await codeOf(laptop)).toBe(code);
    await buy(laptop, "plan", 3599);
    expect(await terms(phone)).toEqual({ promo: null, refused: "used-up" });
    expectProblem("price-changed", await confirm(phone, "plan", 3599));
  });

  test("closes no order of another session, whoever has typed in its email, and lowers as many payments", async () => {
    const email = `${randomUUID()}@mail.example`;
    const owner = await arrive(server);
    const code = await codeOf(owner);
    await signUp(owner, email);
    expect(await confirm(owner, "plan", 3599)).toMatchObject({ status: 200 });
    const id = idOf(await open(owner, "plan"));
    const other = await arrive(server);
    await signUp(other, email);
    expect(await codeOf(other)).toBe(code);
    expect(await confirm(other, "plan", 3599)).toMatchObject({ status: 200 });
    expect(await open(other, "plan")).toMatchObject({ status: 200 });
    expect(await statusOf(owner, id)).toMatchObject({ status: "open" });
    await pay(owner, id);
    expect(await statusOf(owner, id)).toMatchObject({ status: "paid" });
    expect(await terms(other)).toEqual({ promo: null, refused: "used-up" });
    // The page that was opened is no way to another one.
    expectProblem("price-changed", await open(other, "plan", "/quiz/no"));
  });

  test("works for its visitor only", async () => {
    const owner = await arrive(server);
    const code = await codeOf(owner);
    const other = await arrive(server);
    expect(await terms(other, { typed: code })).toEqual({
      promo: null,
      refused: "foreign",
    });
    expectProblem("price-mismatch", await confirm(other, "plan", 3599));
    expect(await terms(owner, { typed: ` ${code.toLowerCase()} ` })).toEqual({
      promo: { id: "own", code },
      refused: null,
    });
  });

  test("ends with its last day; what was confirmed in time is held for five minutes", async () => {
    const before = server.clock.ms;
    const visitor = await arrive(server);
    await codeOf(visitor);
    server.clock.ms = Date.UTC(2030, 5, 30, 23, 59);
    const late = await arrive(server);
    await codeOf(late);
    expect(await confirm(late, "plan", 3599)).toMatchObject({ status: 200 });
    server.clock.ms += 2 * 60_000;
    expect(await terms(late)).toEqual({ promo: null, refused: "expired" });
    expectProblem("price-changed", await confirm(late, "plan", 3599));
    expect(await open(late, "plan")).toMatchObject({ status: 200 });
    server.clock.ms += 5 * 60_000;
    expectProblem("price-changed", await open(late, "plan"));
    server.clock.ms = before;
  });

  test("ends with the countdown where its product does", async () => {
    const visitor = await arrive(server);
    await codeOf(visitor);
    await terms(visitor, { left_ms: 1_800_000 });
    expect(await confirm(visitor, "intro", 1799)).toMatchObject({
      status: 200,
    });
    server.clock.ms += 32 * 60_000;
    expectProblem("price-changed", await confirm(visitor, "intro", 1799));
    expectProblem(
      "price-mismatch",
      await confirm(visitor, "intro.regular", 1799),
    );
  });

  test("makes no price that it does not say", async () => {
    const visitor = await arrive(server);
    await codeOf(visitor);
    expectProblem("price-mismatch", await confirm(visitor, "plan", 3598));
    expectProblem("price-mismatch", await confirm(visitor, "journal", 899));
    expect(await confirm(visitor, "plan", 3999)).toMatchObject({ status: 200 });
  });
});

describe("a word that is typed in", () => {
  test("lowers the price of whoever knows it, in any letters", async () => {
    await forget();
    const visitor = await arrive(server);
    expectProblem("price-mismatch", await confirm(visitor, "journal", 899));
    expect(await terms(visitor, { typed: "sprung" })).toEqual({
      promo: null,
      refused: "unknown",
    });
    // As keyboards of East Asia write it.
    expect(await terms(visitor, { typed: " Ｓpring" })).toEqual({
      promo: { id: "spring", code: "SPRING" },
      refused: null,
    });
    expect(await buy(visitor, "journal", 899)).toMatchObject({
      status: "paid",
      amount: 899,
    });
    expect(await terms(visitor, { typed: "SPRING" })).toEqual({
      promo: null,
      refused: "used-up",
    });
  });

  test("lowers three payments in all, however many want it at once", async () => {
    await forget();
    const earlier = await uses("quiz/spring");
    const visitors = await Promise.all(TABS.map(() => arrive(server)));
    await Promise.all(visitors.map((one) => terms(one, { typed: "SPRING" })));
    await Promise.all(visitors.map((one) => confirm(one, "journal", 899)));
    const opened = await Promise.all(visitors.map((one) => open(one)));
    const lowered = opened.filter(({ status }) => status === 200);
    expect(lowered).toHaveLength(3);
    for (const answer of opened)
      if (answer.status !== 200) expectProblem("price-changed", answer);
    expect((await uses("quiz/spring")) - earlier).toBe(3);
    expect(await terms(await arrive(server), { typed: "SPRING" })).toEqual({
      promo: null,
      refused: "used-up",
    });
  });

  test("stays with whoever took its last use, until they have paid or given it up", async () => {
    await forget();
    const visitors = await Promise.all(
      TABS.slice(0, 3).map(() => arrive(server)),
    );
    for (const one of visitors) {
      await terms(one, { typed: "SPRING" });
      await confirm(one, "journal", 899);
      expect(await open(one)).toMatchObject({ status: 200 });
    }
    const [, , last] = visitors;
    if (last === undefined) throw new Error("nobody");
    expect(await terms(last)).toEqual({
      promo: { id: "spring", code: "SPRING" },
      refused: null,
    });
    expect(await buy(last, "journal", 899)).toMatchObject({
      status: "paid",
      amount: 899,
    });
  });

  test("has no use left for whoever types in the email of somebody whose order waits", async () => {
    await forget();
    const email = `${randomUUID()}@mail.example`;
    const [owner, ...others] = await Promise.all(
      TABS.slice(0, 3).map(() => arrive(server)),
    );
    if (owner === undefined) throw new Error("nobody");
    await signUp(owner, email);
    const opened = [];
    for (const one of [owner, ...others]) {
      await terms(one, { typed: "SPRING" });
      await confirm(one, "journal", 899);
      opened.push(idOf(await open(one)));
    }
    const stranger = await arrive(server);
    await signUp(stranger, email);
    expect(await terms(stranger, { typed: "SPRING" })).toEqual({
      promo: null,
      refused: "used-up",
    });
    expectProblem("price-changed", await confirm(stranger, "journal", 899));
    const [id = ""] = opened;
    expect(await statusOf(owner, id)).toMatchObject({ status: "open" });
    expect(await buy(owner, "journal", 899)).toMatchObject({ status: "paid" });
  });

  test("lowers one payment of a visitor, in twenty tabs and over two offers", async () => {
    await forget();
    const earlier = await uses("quiz/spring");
    const visitor = await arrive(server);
    await terms(visitor, { typed: "SPRING" });
    const opened = await Promise.all(
      TABS.map(async (_, i) => {
        await confirm(visitor, "journal", 899);
        return open(visitor, "journal", i % 2 === 0 ? "/quiz/oto" : "/quiz/no");
      }),
    );
    await Promise.all(opened.map((answer) => pay(visitor, idOf(answer))));
    const answer = await visitor.call("/api/pay/purchases");
    expect(expectAnswer("purchases", answer)["purchases"]).toHaveLength(1);
    expect((await uses("quiz/spring")) - earlier).toBe(1);
  });

  test("is free again when an order with it is given up", async () => {
    await forget();
    const [first, ...others] = await Promise.all(
      TABS.slice(0, 4).map(async () => {
        const visitor = await arrive(server);
        await terms(visitor, { typed: "SPRING" });
        await confirm(visitor, "journal", 899);
        return visitor;
      }),
    );
    const last = others.pop();
    if (first === undefined || last === undefined) throw new Error("nobody");
    for (const one of [first, ...others])
      expect(await open(one)).toMatchObject({ status: 200 });
    expectProblem("price-changed", await open(last));
    const late = await arrive(server);
    const tooLate = { promo: null, refused: "used-up" };
    expect(await terms(late, { typed: "SPRING" })).toEqual(tooLate);
    await confirm(first, "journal", 999);
    expect(await open(first)).toMatchObject({ status: 200 });
    // What was refused was not kept for later.
    expect(await terms(late)).toEqual({ promo: null, refused: null });
    expect(await open(last)).toMatchObject({ status: 200 });
  });
});

describe("the code of a visitor", () => {
  const holders = (session: string) => ({
    brand: "calm",
    names: [session],
    session,
  });
  const calm = testSite.brands["calm"];
  const own = calm?.codes.find(({ prefix }) => prefix !== null);
  if (calm === undefined || own === undefined)
    throw new Error("calm hands out no code");

  const word = calm.codes.find((code) => code.word !== null);
  if (word === undefined) throw new Error("calm has no word to type in");
  const at = (ms: number) => ({
    db: server.db,
    now: () => new Date(ms),
    random: systemRandom,
  });

  test("that is handed out has six letters, each as likely as any other", async () => {
    // 31 letters go into a byte eight times: from 248 on, the first eight would come too often.
    const bytes = [[248, 255, 0, 1, 30, 31], [247, 3, 4, 5], []];
    const taken = bytes.map((some) => Uint8Array.from(some));
    const random = () => taken.shift() ?? Uint8Array.of();
    await handOut({ ...at(0), random }, holders("fair"), own);
    expect(await findHeld(server.db, holders("fair"))).toMatchObject([
      { code: `${own.prefix}-AB9A9D` },
    ]);
  });

  test("lowers nothing once its brand has no such promo, or its last day is over", async () => {
    const services = at(server.clock.ms);
    const given = { promo: "quiz/gone", code: "GONE", given_at: new Date(0) };
    await giveCode(server.db, holders("left"), given);
    const held = () => codeHeld(services, calm, holders("left"), "quiz");
    expect(await held()).toBeNull();
    await giveCode(server.db, holders("left"), {
      ...given,
      promo: own.key,
      code: "HERE",
    });
    expect(await held()).toMatchObject({ held: { code: "HERE" } });
    const end = Date.parse(`${own.until}T24:00:00Z`);
    const codeAt = (ms: number) =>
      codeHeld(at(ms), calm, holders("left"), "quiz");
    expect(await codeAt(end - 1)).toMatchObject({ refused: null });
    expect(await codeAt(end)).toMatchObject({ refused: "expired" });
  });

  test("is the last one that a person was given, on whatever device they were given it first", async () => {
    await forget();
    const both = { ...holders("phone"), names: ["phone", "laptop"] };
    const given = (promo: string, ms: number) => ({
      promo,
      code: `CODE-${ms}`,
      given_at: new Date(ms),
    });
    await giveCode(server.db, holders("laptop"), given(own.key, 1));
    await giveCode(server.db, holders("phone"), given(word.key, 3));
    await giveCode(server.db, holders("phone"), given(own.key, 5));
    const found = await codeHeld(at(10), calm, both, "quiz");
    expect(found?.held).toEqual(given(word.key, 3));
  });

  test("is another one that still holds, where the last one does not", async () => {
    await forget();
    const given_at = new Date(0);
    const spring = { promo: word.key, code: "SPRING", given_at };
    await giveCode(server.db, holders("later"), spring);
    const late = { promo: own.key, code: "CALM-X", given_at: new Date(1) };
    await giveCode(server.db, holders("later"), late);
    const over = Date.parse(`${own.until}T24:00:00Z`);
    const found = await codeHeld(at(over), calm, holders("later"), "quiz");
    expect(found).toEqual({ held: spring, refused: null });
  });

  test("is none where the promo's code is a word that visitors know", async () => {
    await handOut(at(0), holders("word"), word);
    expect(await findHeld(server.db, holders("word"))).toEqual([]);
  });

  test("that is typed in behind its last day is not kept", async () => {
    const brand = { ...calm, codes: [{ ...word, until: "2030-01-31" }] };
    const type = (name: string, time: string) =>
      typeIn(at(Date.parse(time)), brand, holders(name), String(word.word));
    await forget();
    expect(await type("early", "2030-01-31T23:59:59Z")).toBeNull();
    expect(await findHeld(server.db, holders("early"))).toHaveLength(1);
    expect(await type("late", "2030-02-01T00:00:00Z")).toBe("expired");
    expect(await findHeld(server.db, holders("late"))).toEqual([]);
  });
});
