import { describe, expect, test } from "vitest";
import { testSite } from "../../testing/site.ts";
import { madeUpCheckout } from "../../testing/checkout.ts";
import type { ShownOrder } from "../payment-sheet.ts";
import { type CardForm, readCardForm } from "./form.ts";
import { payPage } from "./pages.ts";

const calm = testSite.brands["calm"];
if (calm === undefined) throw new Error("there is no brand");
const order: ShownOrder = {
  checkout: madeUpCheckout({ amount: 999 }),
  brand: calm,
  shop: "Calm",
  money: (amount) => `$${amount / 100}`,
  supportEmail: "help@calm.example",
  orders: null,
  page: "/api/pay/sandbox/1",
  framed: false,
};

function refused(fields: Readonly<Record<string, string>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const read: CardForm = readCardForm(form, new Date("2030-06-15T12:00:00Z"));
  if (read.kind === "card") throw new Error("nothing is wrong with it");
  return read;
}

/** What a field of the page is: its attributes, and what stands in front of it and behind it. */
async function fieldOf(name: string, wrong?: ReturnType<typeof refused>) {
  const page = String(await payPage(order, wrong)).replaceAll(/\s+/g, " ");
  const pattern = String.raw`<div class="(\w*)"> <label for="${name}" >(.*?)</label > <input (.*?)/> (.*?)</div>`;
  const [, look, label, attributes = "", below] =
    new RegExp(pattern).exec(page) ?? [];
  const has = (attribute: string) => attributes.includes(attribute);
  return { look, label: label?.trim(), below: below?.trim(), has };
}

describe("the page to pay on", () => {
  test("asks for a number that it has room to group, and names its brand", async () => {
    const number = await fieldOf("number");
    expect(number.look).toBe("wide");
    expect(number.label).toBe('Card number <span id="brand"></span>');
    expect(number.has('maxlength="30"')).toBe(true);
    expect(number.has('value=""')).toBe(true);
    const expiry = await fieldOf("expiry");
    expect(expiry.look).toBe("");
    expect(expiry.label).toBe("Expires");
    expect(expiry.has('maxlength="9"')).toBe(true);
  });

  test.each([
    [true, false],
    [false, true],
  ])("in a sheet %j has a way back of its own %j", async (framed, own) => {
    const page = String(await payPage({ ...order, framed }));
    expect(page.includes('action="/api/pay/sandbox/1/cancel"')).toBe(own);
  });

  test("marks nothing before anything was sent", async () => {
    for (const name of ["number", "expiry", "cvc"]) {
      const field = await fieldOf(name);
      expect(field.has("aria-invalid")).toBe(false);
      expect(field.has("aria-describedby")).toBe(false);
      expect(field.has("autofocus")).toBe(false);
      expect(field.below).toBe("");
    }
  });

  test("shows again what may be shown, and leads to the first field that is wrong", async () => {
    const wrong = refused({
      number: "4242424242424242",
      expiry: "1/29",
      cvc: "1",
    });
    const number = await fieldOf("number", wrong);
    expect(number.has('value="4242 4242 4242 4242"')).toBe(true);
    expect(number.has("aria-invalid")).toBe(false);
    expect(number.has("autofocus")).toBe(false);
    const expiry = await fieldOf("expiry", wrong);
    expect(expiry.has('value=""')).toBe(true);
    expect(
      expiry.has('aria-invalid="true" aria-describedby="expiry-wrong"'),
    ).toBe(true);
    expect(expiry.has("autofocus")).toBe(true);
    expect(expiry.below).toBe(
      '<p class="wrong" id="expiry-wrong">This card has expired. Enter a later date.</p>',
    );
    const cvc = await fieldOf("cvc", wrong);
    expect(cvc.has("aria-invalid")).toBe(true);
    expect(cvc.has("autofocus")).toBe(false);
    const late = refused({ number: "4", expiry: "08/30", cvc: "123" });
    const kept = await fieldOf("expiry", late);
    expect(kept.has('value="08/30"')).toBe(true);
  });
});
