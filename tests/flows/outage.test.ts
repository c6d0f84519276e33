import type { Page } from "playwright";
import { describe, expect } from "vitest";
import {
  CALLS,
  eventually,
  giveUp,
  FAULTS,
  NOISE,
  oneAfterTheOther,
} from "../testing/faults.ts";
import { BUY, payOnPage, productsOf } from "../testing/pay.ts";
import { screenAfter, soon } from "../testing/screen.ts";
import {
  answersOf,
  someEmail,
  spiritualStored,
  storedOf,
} from "../testing/stored.ts";
import { test } from "../testing/visitor.ts";
import { walk } from "../testing/walk.ts";
import { askAs } from "../testing/ask.ts";
import { CONTACT_KEY } from "../../runtime/core/storage-keys.ts";
import { someOf } from "../testing/long.ts";

const CONTACT = { name: "Robin", email: someEmail() };
const GONE = { state: "detached" } as const;

describe("an API of which every call", () => {
  test.concurrent(
    "goes wrong in another way: the whole funnel stays open, and nothing is lost",
    { tags: "long" },
    async ({ arrive }) => {
      const { page, open } = await arrive("woo", {
        stored: { ...(await storedOf("woo")), "visitor-contact-info": {} },
        clock: true,
        expected: NOISE,
      });
      await page.route(CALLS, oneAfterTheOther());
      await open("/quiz/13-still?utm_source=x");
      await giveUp(page);
      await page.locator("[data-preloader]").waitFor(GONE);
      const { screens } = await walk(page, {
        ...CONTACT,
        heard: false,
        takes: () => false,
      });
      expect(screens.map(({ page: kind }) => kind)).toEqual([
        "slider",
        "single",
        "single",
        "text",
        "analyzing",
        "registration",
        "offer",
        "thank-you",
      ]);
      expect(screens.every(({ heading }) => heading.length > 3)).toBe(true);
      expect(screens.at(-1)).toMatchObject({ page: "thank-you" });
      await page.unroute(CALLS);
      await page.reload();
      await contactArrives(page);
    },
  );

  const manners = ["is cut off", "is never answered"] as const;

  someOf(test.concurrent, manners)(
    "%s: from the contact to the order nobody is stuck, and the API's return mends all",
    async (fault, { arrive }) => {
      const { page, open } = await arrive("spiritual", {
        stored: { ...spiritualStored(), [CONTACT_KEY]: {} },
        clock: true,
        expected: NOISE,
      });
      await page.route(CALLS, FAULTS[fault]);
      await open("/quiz/24-registration");
      await eventuallyGone(page, "[data-preloader]");
      await page.getByLabel(/name/i).fill(CONTACT.name);
      await page.getByLabel(/email/i).fill(CONTACT.email);
      await page.locator('[data-action="submit"]').click();
      await screenAfter(page, "/quiz/24-registration");
      await page.locator('[data-action="continue"]').click();
      await atOffer(page);

      await page.locator(BUY).first().click();
      const outcome = page.locator("[data-outcome=unreachable]");
      await eventually(page, outcome.getByText("Nothing was charged"));
      await page.locator('[data-action="decline"]').first().click();
      const lost = page.getByText("Your order could not be loaded.");
      await eventually(page, lost);
      expect(await answersOf(page, "spiritual/growth")).toMatchObject({
        season: "growing",
        minutes: "10",
      });

      await page.unroute(CALLS);
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByText("nothing was charged").waitFor();
      await open("/quiz/oto");
      await screenAfter(page, null);
      await contactArrives(page);
      await page.locator(BUY).first().click();
      await payOnPage(page);
      await page.waitForURL(/oto-gift/);
      expect(await productsOf(page)).toHaveLength(1);
    },
  );
});

/** At the offer, once its guard has given up. */
async function atOffer(page: Page): Promise<void> {
  await page.waitForURL(/\/oto$/);
  await eventuallyGone(page, "[data-guarding]");
}

function eventuallyGone(page: Page, selector: string): Promise<void> {
  return soon(async () => {
    await page.clock.fastForward(11_000);
    expect(await page.locator(selector).count()).toBe(0);
  });
}

/** What could not be sent is sent with the next document, beside whatever that shows, and stands in the visitor's session. */
function contactArrives(page: Page): Promise<void> {
  return soon(async () =>
    expect(await contactAtServer(page)).toMatchObject(CONTACT),
  );
}

async function contactAtServer(page: Page): Promise<unknown> {
  return (await askAs(page, "/api/visitor/visitor-info")).contact_info;
}
