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
    // Told before, a page that is left just then would say so, and lead on only by its button.
    await find(() => page.reload());
    await page.waitForURL(/upsell-ai-companion/);
    expect(await productsOf(page)).toEqual(["weeks-4", "journal"]);

    // Back at an offer that was paid: it says so, and leads on.
    await open(UPSELL);
    await page.getByText("You have bought this").waitFor();
    expect(await page.locator(ACCEPT).count()).toBe(0);
    await page.locator(ONWARD).click();
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

  test.concurrent(
    "that the bank declines leads to the payment page",
    { tags: "long" },
    async ({ arrive }) => {
      const { page } = await atUpsell(arrive, cards.declinedLater);
      await page.locator(ACCEPT).click();
      const outcome = page.locator("[data-outcome=declined]");
      await outcome.getByRole("button", { name: "Try again" }).click();
      await payOnPage(page);
      await page.waitForURL(/upsell-ai-companion/);
      expect(await productsOf(page)).toEqual(["weeks-4", "journal"]);
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
      await page.waitForURL(/upsell-ai-companion/);
      expect(await productsOf(page)).toEqual(["weeks-4", "journal"]);
    },
  );

  test.concurrent("buys nothing that comes up under a finger that is still tapping", async ({
    arrive,
  }) => {
    const { page } = await atUpsell(arrive, cards.good);
    const hit = page.evaluate(hitAtNextStep, ACCEPT);
    await page.locator(ACCEPT).click();
    expect(await hit).toEqual({
      product: "companion",
      button: false,
    });
    // The driver waits until the button can be hit.
    await page.locator(ACCEPT).click();
    await page.waitForURL(/offer4/);
    expect(await productsOf(page)).toEqual(["weeks-4", "journal", "companion"]);
  });

  test.concurrent(
    "a downsell is asked once",
    { tags: "long" },
    async ({ arrive }) => {
      const { page, open } = await arrive("dating", { stored: datingStored() });
      await open("/quiz-exback/downsell-oto");
      await screenAfter(page, null);
      await page.locator('[data-action="decline"]').click();
      await page.waitForURL(THANKS);
      await open("/quiz-exback/downsell-oto");
      await page.waitForURL(THANKS);
      expect(await page.locator(ACCEPT).count()).toBe(0);
    },
  );
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

/** Runs in the browser: what a tap on the next step's button would hit at the moment that it is there. */
function hitAtNextStep(
  selector: string,
): Promise<{ product: string | undefined; button: boolean }> {
  const before = location.pathname;
  return new Promise((resolve) => {
    const look = () => {
      const next = document.querySelector<HTMLElement>(selector);
      if (location.pathname === before || next === null) return;
      watching.disconnect();
      next.scrollIntoView({ block: "center", behavior: "instant" });
      const { x, y, width, height } = next.getBoundingClientRect();
      const under = document.elementFromPoint(x + width / 2, y + height / 2);
      resolve({
        product: next.dataset["product"],
        button: under?.closest("button") !== null,
      });
    };
    const watching = new MutationObserver(look);
    watching.observe(document.body, { childList: true, subtree: true });
  });
}
