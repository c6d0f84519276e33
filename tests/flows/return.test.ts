import { describe, expect } from "vitest";
import { block, type Blocked, NO_STORAGE } from "../testing/faults.ts";
import {
  BUY,
  cards,
  payOnPage,
  productsOf,
  withoutSheets,
} from "../testing/pay.ts";
import { hydrated, screenAfter } from "../testing/screen.ts";
import { storedOf } from "../testing/stored.ts";
import { type Arrive, test } from "../testing/visitor.ts";
import { walk } from "../testing/walk.ts";

describe("on the way back from paying, storage that", () => {
  test.concurrent(
    "is blocked: the server knows, and it goes on from there",
    { tags: "long" },
    async ({ arrive }) => {
      const { page } = await paidBy(arrive, "storage");
      await page.waitForURL(/offer2/);
      // The gift asks for what the browser has forgotten.
      const { screens } = await walk(page, { takes: (at) => at === "offer2" });
      expect(screens.map(({ path }) => path)).toEqual([
        "/quiz-ai/offer2",
        "/quiz-ai/oto-gift",
        "/quiz-ai/thank-you",
      ]);
      expect(await productsOf(page)).toHaveLength(2);
    },
  );

  test.concurrent("is blocked, and cookies with it: nobody is told to pay again, or sent to the first question", async ({
    arrive,
  }) => {
    const { page } = await paidBy(arrive, "storage and cookies");
    const outcome = page.locator("[data-outcome=unknown]");
    await outcome.getByText("no need to pay again").waitFor();
    const asked = page.waitForResponse(/\/checkout-status/);
    await outcome.getByRole("button", { name: "Check again" }).click();
    await asked;
    await outcome.waitFor();
    expect(await screenAfter(page, null)).toMatchObject({
      path: "/quiz-ai/oto",
      page: "offer",
    });
  });
});

/** Back from the payment page, in a browser that has forgotten everything meanwhile. */
async function paidBy(arrive: Arrive, what: Blocked) {
  const visitor = await arrive("skill-building", {
    own: {},
    clock: true,
    stored: await storedOf("skill-building"),
    expected: new RegExp(`404|${NO_STORAGE.source}`, "i"),
  });
  await withoutSheets(visitor.context);
  await visitor.open("/quiz-ai/oto");
  await hydrated(visitor.page);
  await block(visitor.page, what, "checkout=");
  await visitor.page.locator(BUY).first().click();
  await payOnPage(visitor.page, cards.good, visitor.page);
  return visitor;
}
