import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readMoney } from "../checkout/money.ts";
import { settleAfterSale } from "../checkout/after-sale.ts";
import { findCheckout } from "../db/checkouts.ts";
import { emailHolder } from "../db/persons.ts";
import type { DisputeState } from "../ledger/payment.ts";
import { buy, buyPlan, newEmail } from "../testing/buyer.ts";
import { arrive, openHosted } from "../testing/calls.ts";
import { hidden, operatorOf } from "../testing/operator.ts";
import { useServer } from "../testing/server.ts";
import { systemRandom } from "../token.ts";

const TOKEN = "correct-horse";
const receivers = [{ name: "crm", kinds: [] }];
const server = useServer(() => ({ adminToken: TOKEN, receivers }));
const { open, send } = operatorOf(server, TOKEN);
const bought = () =>
  buy(server, newEmail().toLowerCase(), "<script>x</script>");

const sumsBack = async (id: string) => {
  const rows = await server.db
    .selectFrom("refunds")
    .select(["amount", "reason"])
    .where("checkout_id", "=", id)
    .where("status", "=", "succeeded")
    .orderBy("at")
    .execute();
  return rows;
};

const paymentOf = async (id: string) => {
  const { payment_id } = await server.db
    .selectFrom("payments")
    .select("payment_id")
    .where("checkout_id", "=", id)
    .executeTakeFirstOrThrow();
  return payment_id;
};

/** The tag of a field by its id. */
const tagOf = (page: string, id: string) =>
  new RegExp(`<input\\s+id="${id}"[^>]*>`).exec(page)?.[0] ?? "";

describe("the pages of operators", () => {
  test.each([
    "",
    "/pages/contacts",
    "/pages/orders",
    "/pages/messages",
    "/pages/jobs",
    "/pages/actions",
    "/pages/people?email=a",
  ])(
    "%s asks for the token, and loads nothing from elsewhere",
    async (path) => {
      const closed = await server.send(`/api/admin${path}`);
      expect(closed.status).toBe(401);
      expect(closed.headers["www-authenticate"]).toContain("Basic");
      const page = await open(path);
      expect(page.headers["content-type"]).toContain("text/html");
      const policy = String(page.headers["content-security-policy"]);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(page.text).not.toContain("<script");
    },
  );

  test.each([
    ["GET", "orders/%00"],
    ["POST", "orders/%00/refund"],
    ["POST", "orders/a%00b/settle"],
    ["POST", "orders/%00/cancel"],
    ["POST", "orders/%00/resend"],
    ["POST", "outbox/%00/resend"],
    ["GET", "pages/orders/%00"],
    ["POST", "pages/orders/%00/settle"],
    ["POST", "pages/orders/%00/resend"],
    ["GET", "pages/mails/%00"],
  ])(
    "and calls say of a name that no text can have that there is none: %s %s",
    async (method, path) => {
      const headers = { authorization: `Bearer ${TOKEN}` };
      const key = { "idempotency-key": randomUUID() };
      const { status } = await server.send(`/api/admin/${path}`, {
        method,
        headers: { ...headers, ...key },
        ...(method === "POST" && { body: {} }),
      });
      expect(status).toBe(404);
    },
  );

  test.each(["/admin", "/admin/"])("are found from %s", async (path) => {
    const { status, headers } = await server.send(path);
    expect([status, headers.location]).toEqual([302, "/api/admin"]);
  });

  test("end a plan by the form of its order, which is gone then", async () => {
    const id = await buyPlan(server, newEmail().toLowerCase());
    const page = (await open(`/pages/orders/${id}`)).text;
    const path = `orders/${id}/cancel`;
    const foreign = await send(path, { token: "guessed" });
    expect(foreign.status).toBe(403);
    const { token = "" } = hidden(page);
    const done = await send(path, { token });
    expect(done.text).toMatch(
      /role="status">The plan of order \S+: ends \d{4}-\d\d-\d\d\./,
    );
    expect(page).toContain("Cancel the plan");
    expect(done.text).not.toContain("Cancel the plan");
    expect((await send(path, { token })).status).toBe(409);
  });

  test("show a person as text, whatever it holds, with the way to each order", async () => {
    const { id, email } = await bought();
    const query = new URLSearchParams({ email }).toString();
    const page = await open(`/pages/people?${query}`);
    expect(page.status).toBe(200);
    expect(page.text).toContain("&lt;script&gt;x&lt;/script&gt;");
    expect(page.text).not.toContain("<script");
    expect(page.text).toContain(`href="/api/admin/pages/orders/${id}"`);
    expect(page.text).toContain("/contacts/export?");
    const nobody = await open("/pages/people?email=nobody");
    expect(nobody.status).toBe(404);
    expect(tagOf(nobody.text, "email")).toContain('value="nobody"');
    expect(nobody.text).toContain("Nothing is known of this email");
  });

  test("list orders by their state", async () => {
    const { id } = await bought();
    expect((await open("/pages/orders?state=paid")).text).toContain(id);
    expect((await open("/pages/orders?state=")).text).toContain(id);
    expect((await open("/pages/orders?state=disputed")).text).not.toContain(id);
    expect((await open("/pages/orders?state=x")).status).toBe(422);
  });

  test.each(["contacts", "orders"])(
    "list %s by what was asked for, with the way to the older ones and to all as a file",
    async (name) => {
      const { email } = await bought();
      await bought();
      const part = await open(`/pages/${name}?limit=1&brand=calm&email=`);
      const [, older = ""] =
        /href="([^"]*)"[^>]*>Older ones/.exec(part.text) ?? [];
      expect(older).toContain("brand=calm");
      const path = older.replaceAll("&amp;", "&").replace("/api/admin", "");
      expect((await open(path)).text).toContain(email);
      const [, file = ""] = /href="([^"]*)"[^>]*>All of/.exec(part.text) ?? [];
      const csv = await open(
        file.replaceAll("&amp;", "&").replace("/api/admin", ""),
      );
      expect(csv.headers["content-type"]).toContain("text/csv");
      expect(csv.text).toContain(email);
      const asked = { email, since: "2000-01-01", before: "2999-01-01" };
      const query = new URLSearchParams({ ...asked, brand: "calm" }).toString();
      const page = (await open(`/pages/${name}?${query}`)).text;
      for (const value of Object.values(asked))
        expect(page).toContain(`value="${value}"`);
      expect(page).toMatch(/<option value="calm" selected/);
      expect(page).not.toContain("Older ones");
      expect((await open(`/pages/${name}?brand=other`)).text).not.toContain(
        email,
      );
      expect((await open(`/pages/${name}?since=x`)).status).toBe(422);
    },
  );

  test("list what was done, all of it or what was more than a look, and to whom", async () => {
    const { id, email } = await bought();
    const form = hidden((await open(`/pages/orders/${id}`)).text);
    await send(`orders/${id}/refund`, { ...form, amount: "1", reason: "torn" });
    const query = new URLSearchParams({ email }).toString();
    await open(`/pages/people?${query}`);
    const all = (await open("/pages/actions")).text;
    expect(all).toContain("contacts.show");
    expect(all).toContain(`href="/api/admin/pages/orders/${id}"`);
    const changes = (await open("/pages/actions?only=changes")).text;
    expect(changes).toContain("amount: 100, reason: torn");
    expect(changes).not.toContain("orders.show");
    expect(changes).not.toContain("key: ");
    const own = (await open(`/pages/actions?${query}`)).text;
    expect(own).toContain("contacts.show");
    expect(own).not.toContain("orders.refund");
    expect((await open("/pages/actions?limit=1")).text).toContain("before=");
  });

  test("give back a part, then the rest, each form once", async () => {
    const { id } = await bought();
    const form = hidden((await open(`/pages/orders/${id}`)).text);
    const part = { ...form, amount: "4.00", payment: "", reason: "asked" };
    for (const _ of [1, 2]) {
      const answer = await send(`orders/${id}/refund`, part);
      expect(answer.status).toBe(303);
      const { location } = answer.headers;
      const page = await open(String(location).replace("/api/admin", ""));
      expect(page.text).toContain("$4.00 of order");
    }
    expect(await sumsBack(id)).toEqual([{ amount: 400, reason: "asked" }]);
    const rest = hidden((await open(`/pages/orders/${id}`)).text);
    await send(`orders/${id}/refund`, { ...rest, amount: "" });
    const sums = (await sumsBack(id)).map(({ amount }) => amount);
    expect(sums).toEqual([400, 599]);
    const done = await open(`/pages/orders/${id}`);
    expect(done.text).not.toContain("Give back");
  });

  test("give back what is disputed only where that is ticked, and warn of it until it is decided", async () => {
    const { id } = await bought();
    const checkout = await findCheckout(server.db, id);
    if (checkout === null) throw new Error("nothing was bought");
    const news = {
      kind: "dispute",
      reference: randomUUID(),
      amount: checkout.amount,
      currency: checkout.currency,
      transaction: null,
      withdrawn: 0,
      reason: null,
    } as const;
    const services = {
      db: server.db,
      now: () => new Date(),
      random: systemRandom,
    };
    const pageAfter = async (state: DisputeState, toldAt: Date) => {
      const told = { ...news, state, toldAt };
      await settleAfterSale(services, checkout, told);
      return (await open(`/pages/orders/${id}`)).text;
    };
    const warning = "may go back twice";
    const box = 'name="despite_dispute"';
    const disputed = await pageAfter("open", new Date(1));
    expect(disputed).toContain(warning);
    expect(disputed).toContain(box);
    const form = { ...hidden(disputed), amount: "1.00" };
    const refused = await send(`orders/${id}/refund`, form);
    expect(refused.status).toBe(409);
    expect(await sumsBack(id)).toEqual([]);
    await send(`orders/${id}/refund`, { ...form, despite_dispute: "true" });
    expect(await sumsBack(id)).toMatchObject([{ amount: 100 }]);
    const won = await pageAfter("won", new Date(2));
    expect(won).toContain("Give back");
    expect(won).not.toContain(warning);
    expect(won).not.toContain(box);
  });

  test.each<[string, Record<string, string>, Record<string, string>, number]>([
    ["without the form's token", { token: "" }, {}, 403],
    ["with another token", { token: "x" }, {}, 403],
    ["by a page of another site", {}, { "sec-fetch-site": "cross-site" }, 403],
    ["by a sibling site", {}, { "sec-fetch-site": "same-site" }, 403],
    ["without a key", { key: "" }, {}, 422],
    ["of more digits than the currency has", { amount: "1.001" }, {}, 422],
    ["of more than there is", { amount: "10.00" }, {}, 422],
    ["of another payment", { payment: "x" }, {}, 404],
    ["with other fields", { sum: "1" }, {}, 422],
  ])("%s give nothing back, and say so", async (_, fields, headers, status) => {
    const { id } = await bought();
    const form = hidden((await open(`/pages/orders/${id}`)).text);
    const answer = await send(
      `orders/${id}/refund`,
      { ...form, ...fields },
      headers,
    );
    expect(answer.status).toBe(status);
    expect(answer.headers["content-type"]).toContain("text/html");
    expect(await sumsBack(id)).toEqual([]);
  });

  test.each([
    ["abc", 422, "This is not an amount in USD. Write it as 5.00"],
    ["10.00", 422, "That is more than is left of the payment. $9.99"],
  ])(
    "an amount of %s leads back to the order, with what was typed and why",
    async (amount, status, why) => {
      const { id } = await bought();
      const form = hidden((await open(`/pages/orders/${id}`)).text);
      const payment = await paymentOf(id);
      const sent = { ...form, amount, payment, reason: 'a "torn" one' };
      const page = await send(`orders/${id}/refund`, sent);
      expect(page.status).toBe(status);
      const field = tagOf(page.text, "amount");
      expect(field).toContain(`value="${amount}"`);
      expect(field).toContain('aria-invalid="true"');
      expect(field).toContain('aria-describedby="amount-wrong"');
      expect(field).toContain("autofocus");
      expect(page.text).toContain(`id="amount-wrong">${why}`);
      expect(tagOf(page.text, "reason")).toContain(
        'value="a &quot;torn&quot; one"',
      );
      expect(page.text).toMatch(new RegExp(`value="${payment}"\\s+selected`));
      expect(page.text).not.toContain("schema");
      const again = { ...sent, ...hidden(page.text), amount: "1.00" };
      expect((await send(`orders/${id}/refund`, again)).status).toBe(303);
      expect(await sumsBack(id)).toMatchObject([{ amount: 100 }]);
    },
  );

  test("what is refused for another reason leads back to the order as well", async () => {
    const { id } = await bought();
    const form = hidden((await open(`/pages/orders/${id}`)).text);
    await send(`orders/${id}/refund`, form);
    const other = { ...form, key: randomUUID() };
    const page = await send(`orders/${id}/refund`, other);
    expect(page.status).toBe(409);
    expect(page.text).toMatch(/role="alert">\s*This cannot be given back/);
    expect(page.text).toContain("Send again");
    // No form is left that could say it at its field.
    for (const [amount, why] of [
      ["abc", "This is not an amount in USD"],
      ["1.00", "This cannot be given back"],
    ] as const) {
      const late = await send(`orders/${id}/refund`, { ...other, amount });
      expect(late.text).not.toContain('name="amount"');
      expect(late.text).toMatch(new RegExp(`role="alert">\\s*${why}`));
    }
    const odd = await send(`orders/${id}/refund`, { ...other, payment: "x" });
    expect(odd.status).toBe(404);
    expect(odd.text).toContain(`href="/api/admin/pages/orders/${id}"`);
  });

  test("send a message about a person or an order again, each form once", async () => {
    const { id, email } = await bought();
    const actions = async () => {
      const rows = await server.db
        .selectFrom("operator_actions")
        .select(["subject", "outcome"])
        .where("action", "like", "%.resend")
        .orderBy("begun_at")
        .execute();
      await server.db.deleteFrom("operator_actions").execute();
      return rows;
    };
    const order = await open(`/pages/orders/${id}`);
    const [, paid = ""] =
      /value="([\da-f-]{36})"[^>]*>\s*payment.taken of/.exec(order.text) ?? [];
    const form = { ...hidden(order.text), message: paid, to: "crm" };
    for (const _ of [1, 2]) {
      const page = await send(`orders/${id}/resend`, form);
      expect(page.text).toContain("crm is told again of 1 message");
      expect(page.text).toContain(`href="/api/admin/pages/orders/${id}"`);
    }
    const outcome = { to: "crm", kinds: ["payment.taken"] };
    expect(await actions()).toEqual([{ subject: id, outcome }]);
    const query = new URLSearchParams({ email }).toString();
    const person = await open(`/pages/people?${query}`);
    const [, told = ""] =
      /value="([\da-f-]{36})"[^>]*>\s*contact.stored of/.exec(person.text) ??
      [];
    const fields = { ...hidden(person.text), message: told, to: "crm" };
    const page = await send("people/resend", fields);
    expect(page.text).toContain(`href="/api/admin/pages/people?${query}"`);
    expect(await actions()).toMatchObject([{ subject: emailHolder(email) }]);
    const receipt = { ...form, key: randomUUID(), message: "", to: "mail" };
    const refused = await send(`orders/${id}/resend`, receipt);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain("There is no such mail");
    expect((await send(`orders/${id}/resend`, { message: paid })).status).toBe(
      403,
    );
  });

  test("offer no receipt of what was taken once too often, but the mail about that", async () => {
    const { id } = await bought();
    const offered = async () => {
      const { text } = await open(`/pages/orders/${id}`);
      return [
        text.includes("the receipt"),
        text.includes("that it was taken once too often"),
      ];
    };
    expect(await offered()).toEqual([true, false]);
    await server.db
      .updateTable("payments")
      .set({ refund_due: true })
      .where("checkout_id", "=", id)
      .execute();
    expect(await offered()).toEqual([false, true]);
  });

  test("erase a person when the email is typed again", async () => {
    const { email } = await bought();
    const path = `/pages/people?${new URLSearchParams({ email }).toString()}`;
    const form = hidden((await open(path)).text);
    const mistyped = await send("people/erase", { ...form, again: "x" });
    expect(mistyped.status).toBe(422);
    const field = tagOf(mistyped.text, "again");
    expect(field).toContain('value="x"');
    expect(field).toContain('aria-describedby="again-wrong"');
    expect(mistyped.text).toContain(`This is not ${email}. Nothing was erased`);
    expect((await open(path)).status).toBe(200);
    const { status, text } = await send("people/erase", {
      ...form,
      again: email,
    });
    expect([status, text.includes("Kept: one order")]).toEqual([200, true]);
    expect((await open(path)).status).toBe(404);
  });

  test("settle an order by hand, and say so where the provider says otherwise", async () => {
    const { id } = await openHosted(await arrive(server));
    const page = await open(`/pages/orders/${id}`);
    expect(page.text).toContain("Settle by hand");
    const { token = "" } = hidden(page.text);
    const unpaid = { outcome: "unpaid" };
    const path = `orders/${id}/settle`;
    expect((await send(path, unpaid)).status).toBe(403);
    // The sandbox knows that nothing was taken.
    const paid = { token, outcome: "paid", transaction: "t-1" };
    expect((await send(path, paid)).status).toBe(409);
    expect((await send(path, { token, outcome: "paid" })).status).toBe(422);
    const done = await send(path, { token, ...unpaid });
    expect([done.status, done.headers.location]).toEqual([
      303,
      `/api/admin/pages/orders/${id}`,
    ]);
    const after = await open(`/pages/orders/${id}`);
    expect(after.text).toContain("cancelled");
    expect(after.text).not.toContain("Nothing was taken");
    const sold = await bought();
    expect((await open(`/pages/orders/${sold.id}`)).text).not.toContain(
      "Settle by hand",
    );
  });
});

test.each([
  ["5.00", "USD", 500],
  ["5", "USD", 500],
  ["500", "JPY", 500],
  ["1.5", "KWD", 1_500],
  ["5.001", "USD", null],
  ["5.0", "JPY", null],
  ["5,00", "USD", null],
  ["-5", "USD", null],
  ["0.00", "USD", null],
])("%s in %s is %s minor units", (text, currency, minor) => {
  expect(readMoney(text, currency)).toBe(minor);
});
