import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readEnv } from "../env.ts";
import { Refusal } from "../refusal.ts";
import { paidBy, startTestServer } from "../testing/server.ts";
import { arrive, expectProblem, initiate } from "../testing/calls.ts";
import { readVariables } from "../variables.ts";
import { FORM } from "./max-pay/forms.fixture.ts";
import { charge } from "./pay-pro/charges.fixture.ts";
import { providersOf, registry } from "./registry.ts";

test("where money is real, nobody plays with it", async () => {
  const server = await startTestServer(
    paidBy({ STRIPE_SECRET_KEY: "sk_test_x" }),
  );
  const visitor = await arrive(server);
  await initiate(visitor, "journal");
  const form = await visitor.call(`${FORM}?product_id=journal`);
  expect(expectProblem("payment-off", form)["status"]).toBe(503);
  expectProblem("payment-off", await charge(visitor, "journal"));
  expect((await visitor.call("/api/pay/max-pay/start")).status).toBe(404);
  await server.stop();
});

test.each<[string, Readonly<Record<string, string>>]>([
  [
    "PayPal",
    {
      PAYPAL_CLIENT_ID: "a",
      PAYPAL_CLIENT_SECRET: "b",
      PAYPAL_WEBHOOK_ID: "c",
    },
  ],
  ["PayPro", { PAY_PRO_KEY: "a", PAY_PRO_ADDRESS: "https://pay-pro.example/" }],
])("where %s alone takes money, nobody plays with it", async (_, variables) => {
  const { providers } = readEnv(variables);
  expect(providers.all.map(({ isSandbox }) => isSandbox)).toEqual([false]);
  expect(providers.main).toBeNull();
  const server = await startTestServer({ providers });
  const visitor = await arrive(server);
  await initiate(visitor, "journal");
  const product = { product: "journal", return_path: "/quiz/oto" };
  const answer = await visitor.call("/api/pay/make-stripe-checkout", {
    method: "POST",
    headers: { "idempotency-key": randomUUID() },
    body: product,
  });
  expect(expectProblem("payment-off", answer)["status"]).toBe(503);
  await server.stop();
});

test.each<[string, readonly string[], readonly string[]]>([
  [
    "stripe",
    ["checkout.session.completed", "payment_intent.payment_failed"],
    ["charge.refunded", "charge.dispute.created", "invoice.paid"],
  ],
  [
    "paypal",
    ["CHECKOUT.ORDER.APPROVED", "PAYMENT.CAPTURE.COMPLETED"],
    ["PAYMENT.CAPTURE.REFUNDED", "CUSTOMER.DISPUTE.CREATED"],
  ],
  ["max-pay", ["payment"], ["refund", "chargeback", "renewal"]],
])(
  "%s tells the outcome of a payment by %j, and other things by %j",
  (id, outcomes, others) => {
    const { providers } = readEnv({
      STRIPE_SECRET_KEY: "sk_test_x",
      PAYPAL_CLIENT_ID: "a",
      PAYPAL_CLIENT_SECRET: "b",
      PAYPAL_WEBHOOK_ID: "c",
      MAX_PAY_MERCHANT: "a",
      MAX_PAY_SECRET: "b",
      MAX_PAY_ADDRESS: "https://max-pay.example/",
    });
    const tells = (type: string) => providers.named(id)?.tellsOutcome?.(type);
    expect(outcomes.map(tells)).toEqual(outcomes.map(() => true));
    expect(others.map(tells)).toEqual(others.map(() => false));
  },
);

test("where none is set up, all are played", () => {
  const { providers } = readEnv({});
  expect(providers.all).toHaveLength(Object.keys(registry).length);
  expect(providers.all.every(({ isSandbox }) => isSandbox)).toBe(true);
  expect(providers.main).toBe(registry.stripe.played);
});

test("a server without a provider does not start", () => {
  expect(() => providersOf([])).toThrow("a server needs a payment provider");
});

const FOLDER = new URL("../../schema/payments/", import.meta.url);
const named = readdirSync(FOLDER).map((file) => ({
  id: file.replace(/\.json$/, ""),
  fact: JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")),
}));

describe("the registry", () => {
  test("holds exactly the providers that content may name", () => {
    expect(Object.keys(registry).toSorted()).toEqual(
      named.map(({ id }) => id).toSorted(),
    );
  });

  test.each(Object.entries(registry))(
    "%s is set up by its variables, and left out without them",
    (id, entry) => {
      const names = namesRead(entry.read);
      expect(names.length).toBeGreaterThan(0);
      expect(entry.read(readVariables({}))).toBeNull();
      const all = Object.fromEntries(
        names.map((name) => [name, "https://pay.example/"]),
      );
      expect(entry.read(readVariables(all))).toMatchObject({
        id,
        isSandbox: false,
      });
      expect(entry.played.isSandbox).toBe(true);
      // What is paid on the sandbox's own page is its.
      expect([id, "sandbox"]).toContain(entry.played.id);
    },
  );

  test.each(named)("$id renews, played or real, as content is told", (one) => {
    const entry = Object.entries(registry).find(([id]) => id === one.id)?.[1];
    const names = entry === undefined ? [] : namesRead(entry.read);
    const all = names.map((name) => [name, "https://pay.example/"]);
    const real = entry?.read(readVariables(Object.fromEntries(all)));
    const { renews = true } = one.fact;
    expect([real?.renews, entry?.played.renews]).toEqual([renews, renews]);
  });

  test.each(named.filter(({ fact }) => fact.formTarget !== undefined))(
    "$id reads the address of its form where the build does",
    ({ id, fact }) => {
      const entry = Object.entries(registry).find(([name]) => name === id)?.[1];
      expect(entry && namesRead(entry.read)).toContain(fact.formTarget);
    },
  );

  test.each([
    [{ MAX_PAY_SECRET: "x" }, "MaxPay needs MAX_PAY_MERCHANT, MAX_PAY_SECRET"],
    [{ PAY_PRO_KEY: "x" }, "PayPro needs PAY_PRO_KEY and PAY_PRO_ADDRESS"],
    [{ PAY_PRO_ADDRESS: "x" }, 'PAY_PRO_ADDRESS is "x"'],
    [{ OUTBOX_URL: "http://x" }, "OUTBOX_URL and OUTBOX_SECRET belong"],
    [
      { WEBHOOK_MAIL_URL: "http://x", WEBHOOK_MAIL_SECRET: "told" },
      '"mail" is a name of ours',
    ],
    [
      { WEBHOOK_OUTBOX_URL: "http://x", WEBHOOK_OUTBOX_SECRET: "told" },
      '"outbox" is a name of ours',
    ],
    [
      { OUTBOX_URL: "http://x", OUTBOX_SECRET: "whsec_a" },
      "OUTBOX_SECRET begins with whsec_, and base64 has to follow",
    ],
    [
      {
        OUTBOX_URL: "http://x",
        OUTBOX_SECRET: `whsec_${"a".repeat(32)} whsec_a?bbbbbbbbbb`,
      },
      "OUTBOX_SECRET begins with whsec_, and base64 has to follow",
    ],
    [
      {
        OUTBOX_URL: "http://x",
        OUTBOX_SECRET: "sixteen-letters- fifteen-letters",
      },
      "OUTBOX_SECRET has blanks in it, so that it is several secrets, and one of them has fewer than 16 letters",
    ],
  ])("%j is refused in a sentence", (variables, text) => {
    expect(() => readEnv(variables)).toThrow(Refusal);
    expect(() => readEnv(variables)).toThrow(text);
  });
});

test("a secret that is being changed is several, the new one first", () => {
  const secrets = [`whsec_${"b".repeat(32)}`, "a-text-of-23-letters-xx"];
  const { receivers } = readEnv({
    OUTBOX_URL: "http://x",
    OUTBOX_SECRET: ` ${secrets.join("  ")}\n`,
  });
  expect(receivers).toMatchObject([{ secrets }]);
  const one = readEnv({ OUTBOX_URL: "http://x", OUTBOX_SECRET: "short" });
  expect(one.receivers).toMatchObject([{ secrets: ["short"] }]);
});

describe("a secret of fewer than 16 letters", () => {
  const whole = (of: string) => ({
    MAX_PAY_MERCHANT: "a",
    MAX_PAY_ADDRESS: "http://x",
    MAX_PAY_SECRET: of,
    STRIPE_SECRET_KEY: "sk_live_x",
    STRIPE_WEBHOOK_SECRET: of,
    OUTBOX_URL: "http://x",
    OUTBOX_SECRET: of,
  });
  const long = "sixteen-letters-";

  test.each(["MAX_PAY_SECRET", "STRIPE_WEBHOOK_SECRET", "OUTBOX_SECRET"])(
    "is refused in production: %s",
    (name) => {
      const variables = { ...whole(long), [name]: long.slice(1) };
      expect(() => readEnv(variables)).not.toThrow();
      const real = { ...variables, NODE_ENV: "production" };
      expect(() => readEnv(real)).toThrow(Refusal);
      expect(() => readEnv(real)).toThrow(
        `${name} has 15 letters, and who sees what it signs can guess it: set one of at least 16 letters`,
      );
    },
  );

  test.each([long, `whsec_${"a".repeat(32)}`, `${long} ${long}`])(
    "is none: %s",
    (secret) => {
      const real = { ...whole(secret), NODE_ENV: "production" };
      expect(() => readEnv(real)).not.toThrow();
    },
  );
});

/** The variables that a provider looks at. */
function namesRead(
  read: (variables: ReturnType<typeof readVariables>) => unknown,
): string[] {
  const names: string[] = [];
  const note = (name: string) => {
    names.push(name);
    return null;
  };
  read({ text: note, header: note, secrets: note, address: note });
  return names;
}
