import { describe, expect } from "vitest";
import { paidBefore } from "../testing/paid.ts";
import {
  cards,
  clickTenTimes,
  loseAnswers,
  payOnPage,
  productsOf,
  sheetOf,
} from "../testing/pay.ts";
import { screenAfter, soon } from "../testing/screen.ts";
import { datingStored, sideStored } from "../testing/stored.ts";
import { type Arrive, test } from "../testing/visitor.ts";

const UPSELL = "/quiz-exback/upsell/journal";
const ACCEPT = '[data-action="accept"]';
const THANKS = /thank-you/;

describe("one tap on the saved card", () => {
  test.concurrent("charges once, whatever is clicked, lost or loaded again", async ({
    arrive,
  }) => {
    const { page, open } = await atUpsell(arrive, cards.good);
    const find = await loseAnswers(page, "*/make-charge/*");
    await clickTenTimes(page.locator(ACCEPT));
    await soon(async () => expect(await productsOf(page)).toHaveLength(2));
    await find();
    await page.reload();
    await page.waitForURL(/upsell-ai-companion/);
    expect(await productsOf(page)).toEqual(["weeks-4", "journal"]);

    // Back at an offer that was paid: it leads on.
    await open(UPSELL);
    await screenAfter(page, null);
    await page.locator(ACCEPT).click();
    await page.waitForURL(/upsell-ai-companion/);
    expect(await productsOf(page)).toEqual(["weeks-4", "journal"]);
  });

  test.concurrent("whose answer got lost is asked about before anything is charged again", async ({
    arrive,
  }) => {
    const { page } = await atUpsell(arrive, cards.good);
    const find = await loseAnswers(page, "*/make-charge/*");
    await page.locator(ACCEPT).click();
    const outcome = page.locator("[data-outcome=unknown]");
    await outcome.getByText("no need to pay again").waitFor();
    await find();
    await outcome.getByRole("button", { name: "Check again" }).click();
    await page.waitForURL(/upsell-ai-companion/);
    expect(await productsOf(page)).toEqual(["weeks-4", "journal"]);
  });

  test.concurrent("that the bank declines leads to the payment page", async ({
    arrive,
  }) => {
    const { page } = await atUpsell(arrive, cards.declinedLater);
    await page.locator(ACCEPT).click();
    const outcome = page.locator("[data-outcome=declined]");
    await outcome.getByRole("button", { name: "Try again" }).click();
    await payOnPage(page);
    await page.waitForURL(/upsell-ai-companion/);
    expect(await productsOf(page)).toEqual(["weeks-4", "journal"]);
  });

  test.concurrent("that the bank asks about is confirmed there", async ({
    arrive,
  }) => {
    const { page } = await atUpsell(arrive, cards.asksBank);
    await page.locator(ACCEPT).click();
    const outcome = page.locator("[data-outcome=needs-authentication]");
    await outcome.getByRole("button").click();
    await sheetOf(page).getByRole("button", { name: "Yes, confirm" }).click();
    await page.waitForURL(/upsell-ai-companion/);
    expect(await productsOf(page)).toEqual(["weeks-4", "journal"]);
  });

  test.concurrent("a downsell is asked once", async ({ arrive }) => {
    const { page, open } = await arrive("dating", { stored: datingStored() });
    await open("/quiz-exback/downsell-oto");
    await screenAfter(page, null);
    await page.locator('[data-action="decline"]').click();
    await page.waitForURL(THANKS);
    await open("/quiz-exback/downsell-oto");
    await page.waitForURL(THANKS);
    expect(await page.locator(ACCEPT).count()).toBe(0);
  });
});

/** At an upsell, with a card that has paid the plan. */
async function atUpsell(arrive: Arrive, number: string) {
  const visitor = await arrive("dating", {
    stored: { ...datingStored(), ...sideStored() },
    session: await paidBefore("dating", "weeks-4", number),
    expected: /ERR_CONNECTION_RESET|(charging by reference|paying) failed/,
  });
  await visitor.open(UPSELL);
  await screenAfter(visitor.page, null);
  return visitor;
}
