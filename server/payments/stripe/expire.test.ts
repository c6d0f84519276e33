import { expect, test } from "vitest";
import { madeUpCheckout } from "../../testing/checkout.ts";
import { openHosted, arrive } from "../../testing/calls.ts";
import { sessionOf, stripeAt, useStripeShop } from "./shop.fixture.ts";

const { server, fake, returning } = useStripeShop();

const expire = (provider_reference: string | null) => {
  fake.calls.length = 0;
  return stripeAt(fake.url).expire?.(madeUpCheckout({ provider_reference }));
};

test("a hosted page that is closed can be paid by nobody any more", async () => {
  const { url } = await openHosted(await arrive(server));
  await expire(sessionOf(url));
  expect(fake.bank.get(sessionOf(url))).toMatchObject({ status: "expired" });
  expect(fake.calls).toHaveLength(1);
});

test("a charge that waits for its visitor is cancelled", async () => {
  const { charge } = await returning("pm_authenticate");
  await charge();
  const asked = [...fake.bank.things.values()].find(
    ({ status }) => status === "requires_action",
  );
  await expire(String(asked?.id));
  expect(fake.bank.get(String(asked?.id))).toMatchObject({
    status: "canceled",
  });
  expect(fake.calls).toHaveLength(1);
});

test.each([null, "sub_1"])("Stripe is asked nothing about %s", async (name) => {
  await expire(name);
  expect(fake.calls).toEqual([]);
});
