import { describe, expect, test } from "vitest";
import { madeUpCheckout } from "../../testing/checkout.ts";
import { found, refusal, stripeOf } from "./answers.fixture.ts";
import { stripeProducts } from "./products.ts";
import type { Answered } from "./stand-in-protocol.fixture.ts";

const ID = "funnels_calm_journal";
const CREATE = "POST /v1/products";

describe("a product at Stripe", () => {
  test("is made once, however often it is sold", async () => {
    const { client, calls } = stripeOf({ [CREATE]: found({ id: ID }) });
    const productOf = stripeProducts(client);
    const sold = [productOf(madeUpCheckout()), productOf(madeUpCheckout())];
    expect(await Promise.all(sold)).toEqual([ID, ID]);
    expect(await productOf(madeUpCheckout())).toBe(ID);
    expect(calls).toEqual([CREATE]);
  });

  test("that an earlier process has made is as good, by its name of today", async () => {
    const exists = refusal(400, "resource_already_exists");
    const update = `POST /v1/products/${ID}`;
    const { client, calls } = stripeOf({
      [CREATE]: exists,
      [update]: found({ id: ID }),
    });
    expect(await stripeProducts(client)(madeUpCheckout())).toBe(ID);
    expect(calls).toEqual([CREATE, update]);
  });

  test("at its regular price has an id that Stripe takes", async () => {
    const regular = madeUpCheckout({ product: "journal.regular" });
    const { client } = stripeOf({ [CREATE]: found({}) });
    const id = await stripeProducts(client)(regular);
    expect(id).toBe("funnels_calm_journal_regular");
    expect(id).not.toBe(
      await stripeProducts(client)(
        madeUpCheckout({ product: "journal-regular" }),
      ),
    );
  });

  test("that could not be made is tried again", async () => {
    const answers: Record<string, Answered> = {
      [CREATE]: refusal(400, "parameter_invalid"),
    };
    const { client } = stripeOf(answers);
    const productOf = stripeProducts(client);
    await expect(productOf(madeUpCheckout())).rejects.toMatchObject({
      code: "parameter_invalid",
    });
    answers[CREATE] = found({ id: ID });
    expect(await productOf(madeUpCheckout())).toBe(ID);
  });
});
