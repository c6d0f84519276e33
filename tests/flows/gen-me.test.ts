// @module-tag long
import { expect } from "vitest";
import { minorOf, purchasesOf } from "../testing/pay.ts";
import { pictureOn } from "../testing/photo.ts";
import { hydrated } from "../testing/screen.ts";
import { test } from "../testing/visitor.ts";
import { walk } from "../testing/walk.ts";

const QUERY = "?utm_source=x&utm_campaign=y";

/** Every address, in its order. */
const PATHS = [
  "/quiz/landing",
  "/quiz/start",
  "/quiz/2-name",
  "/quiz/3-use",
  "/quiz/5-light",
  "/quiz/6-likeness",
  "/quiz/7-color",
  "/quiz/8-surface",
  "/quiz/9-negative",
  "/quiz/10-deadline",
  "/quiz/upload",
  "/quiz/generate",
  "/quiz/oto",
  "/quiz/framed",
  "/thank-you-up",
];

test("from a landing page, by a photo, to the thanks, taking what is offered", async ({
  arrive,
}) => {
  const { page, open } = await arrive("transform", { clock: true });
  await open(`/${QUERY}`);
  await hydrated(page);
  const { screens, taken } = await walk(page, { takes: () => true });
  expect(screens.map(({ path }) => path)).toEqual(PATHS);
  expect(screens.filter(({ search }) => search !== QUERY)).toEqual([]);
  const unfocused = screens.slice(1).filter(({ focused }) => !focused);
  expect(unfocused, "the headline has the focus").toEqual([]);
  await pictureOn(page);
  const charged = taken.map(({ product, price }) => ({
    product,
    amount: minorOf(price),
    currency: "USD",
  }));
  expect(charged).toHaveLength(2);
  expect(await purchasesOf(page)).toMatchObject(charged);
  const order = page.getByRole("region", { name: "Your order" });
  await order.getByRole("listitem").nth(1).waitFor();
  // The brand's drawing makes room for the visitor's own picture.
  await open(`/quiz/generate${QUERY}`);
  await page.getByAltText("Your own print").waitFor();
  await page.locator("main[data-pictures=own]").waitFor();
});
