import { describe, expect, test } from "vitest";
import type { Checkout } from "../../db/checkouts.ts";
import { madeUpCheckout } from "../../testing/checkout.ts";
import { payPalOf } from "./answers.fixture.ts";
import { openOrder } from "./open.ts";

const CREATE = "POST /v2/checkout/orders";
const PAGE = "https://www.paypal.example/checkoutnow?token=O-1";

function open(own: Partial<Checkout>, links: unknown) {
  const body = { id: "O-1", status: "CREATED", links };
  const { client, bodies } = payPalOf({ [CREATE]: { status: 201, body } });
  const opened = openOrder(client, {
    checkout: madeUpCheckout({ provider: "paypal", ...own }),
    origin: "https://calm.example",
    api: "https://api.example",
    payPeoValue: null,
    at: new Date(0),
  });
  return { opened, asked: () => Object(bodies[0]) };
}
const link = (href: unknown, rel = "payer-action") => ({ rel, href });

describe("a new order", () => {
  test("is approved on the page that PayPal names", async () => {
    const links = [link("https://x.example", "self"), null, link(PAGE)];
    const { opened } = open({}, links);
    expect(await opened).toEqual({ page: PAGE, reference: "O-1" });
    const older = open({}, [link(PAGE, "approve")]);
    expect(await older.opened).toMatchObject({ page: PAGE });
  });

  test.each([
    ["no list of links", undefined],
    ["no link", []],
    ["a link of another kind", [link(PAGE, "self")]],
    ["no address", [link(null)]],
    ["what is no address", [link("checkoutnow")]],
    ["a page without encryption", [link(PAGE.replace("https", "http"))]],
    ["a program", [link("javascript:alert(1)")]],
  ])("is none with %s", async (_, links) => {
    await expect(open({}, links).opened).rejects.toThrow(
      "a new order of PayPal has no page to approve it on",
    );
  });

  test.each([
    ["ann@mail.example", true],
    [null, false],
    ["", false],
    ["ann@mail", false],
    ["ann at mail.example", false],
  ])("with the email %j names it: %s", async (email, isNamed) => {
    const { opened, asked } = open({ email }, [link(PAGE)]);
    await opened;
    const { paypal } = asked().payment_source;
    expect(Object.hasOwn(paypal, "email_address")).toBe(isNamed);
  });

  test("leads back to the page, and by us where the visitor cancels", async () => {
    const { opened, asked } = open({ checkout_id: "c-1" }, [link(PAGE)]);
    await opened;
    expect(asked().payment_source.paypal.experience_context).toMatchObject({
      return_url: "https://calm.example/quiz/oto?checkout=c-1",
      cancel_url: "https://api.example/api/pay/paypal/cancel/c-1",
    });
  });

  test("has a description that PayPal takes", async () => {
    const product_name = "x".repeat(200);
    const { opened, asked } = open({ product_name }, [link(PAGE)]);
    await opened;
    expect(asked().purchase_units[0].description).toBe("x".repeat(127));
  });
});
