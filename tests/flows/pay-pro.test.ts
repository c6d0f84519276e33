import { describe, expect } from "vitest";
import { paidBefore } from "../testing/paid.ts";
import {
  ONWARD,
  cards,
  clickTenTimes,
  loseAnswers,
  payOnPage,
  productsOf,
  sheetOf,
} from "../testing/pay.ts";
import { screenAfter, soon } from "../testing/screen.ts";
import { storedOf } from "../testing/stored.ts";
import { type Arrive, test } from "../testing/visitor.ts";

const UPSELL = "/quiz/framed";
const CALL = "*/pay-pro-make-immediate-charge";
const ACCEPT = '[data-action="accept"]';
const TAKEN = /\/thank-you-up$/;
const BOTH = ["pack-1", "print"];

describe("one tap that PayPro charges", () => {
  test.concurrent("charges once, whatever is clicked, lost or loaded again", async ({
    arrive,
  }) => {
    const { page, open } = await atUpsell(arrive, cards.good);
    const find = await loseAnswers(page, CALL);
    await clickTenTimes(page.locator(ACCEPT));
    await soon(async () => expect(await productsOf(page)).toHaveLength(2));
    // Told before, a page that is left just then would say so, and lead on only by its button.
    await find(() => page.reload());
    await page.waitForURL(TAKEN);
    expect(await productsOf(page)).toEqual(BOTH);

    // Back at an offer that was paid: it says so, and leads on.
    await open(UPSELL);
    await page.locator(ONWARD).click();
    await page.waitForURL(TAKEN);
    expect(await productsOf(page)).toEqual(BOTH);
  });

  test.concurrent(
    "whose answer got lost is asked about before anything is charged again",
    { tags: "long" },
    async ({ arrive }) => {
      const { page } = await atUpsell(arrive, cards.good);
      const find = await loseAnswers(page, CALL);
      await page.locator(ACCEPT).click();
      const outcome = page.locator("[data-outcome=unknown]");
      await outcome.getByText("no need to pay again").waitFor();
      await find();
      await outcome.getByRole("button", { name: "Check again" }).click();
      await page.waitForURL(TAKEN);
      expect(await productsOf(page)).toEqual(BOTH);
    },
  );

  test.concurrent(
    "that the bank declines leads on, and charges nothing",
    { tags: "long" },
    async ({ arrive }) => {
      const { page } = await atUpsell(arrive, cards.declinedLater);
      await page.locator(ACCEPT).click();
      await page.waitForURL(/\/thank-you$/);
      expect(await productsOf(page)).toEqual(["pack-1"]);
    },
  );

  test.concurrent(
    "that the bank asks about is confirmed there",
    { tags: "long" },
    async ({ arrive }) => {
      const { page } = await atUpsell(arrive, cards.asksBank);
      await page.locator(ACCEPT).click();
      const outcome = page.locator("[data-outcome=needs-authentication]");
      await outcome.getByRole("button").click();
      await sheetOf(page).getByRole("button", { name: "Yes, confirm" }).click();
      await page.waitForURL(TAKEN);
      expect(await productsOf(page)).toEqual(BOTH);
    },
  );

  test.concurrent(
    "with nothing saved gives way to the payment page",
    { tags: "long" },
    async ({ arrive }) => {
      const { page, open } = await arrive("transform", {
        stored: await storedOf("transform"),
        expected: /status of 404|charge failed/,
      });
      await open(UPSELL);
      await screenAfter(page, null);
      await page.locator(ACCEPT).click();
      await payOnPage(page);
      await page.waitForURL(TAKEN);
      expect(await productsOf(page)).toEqual(["print"]);
    },
  );
});

/** At the offer of one tap, with a card that has paid the first one. */
async function atUpsell(arrive: Arrive, number: string) {
  const visitor = await arrive("transform", {
    stored: await storedOf("transform"),
    session: await paidBefore("transform", "pack-1", number),
    expected: /ERR_CONNECTION_RESET|(immediate charge|paying) failed/,
  });
  await visitor.open(UPSELL);
  await screenAfter(visitor.page, null);
  return visitor;
}
