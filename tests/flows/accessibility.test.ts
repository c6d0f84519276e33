import { describe, expect } from "vitest";
import { href } from "../../generated/address.ts";
import { BARE, complaintsAt, DESKTOP, PHONE } from "../testing/axe.ts";
import { funnelsOf } from "../testing/content.ts";
import { atPaymentPage, cards, payOnPage, sheetOf } from "../testing/pay.ts";
import { alive, screenAfter } from "../testing/screen.ts";
import { calmStored, datingStored, storedOf } from "../testing/stored.ts";
import { test, type Visitor } from "../testing/visitor.ts";
import { card } from "../testing/walk.ts";

// Every kind of page is looked at in kinds.test.ts.
describe("axe finds nothing to complain about", () => {
  test.concurrent(
    "states that come and go",
    { tags: "long" },
    async ({ arrive }) => {
      const visitor = await arrive("dating", {
        stored: datingStored(),
        own: BARE,
        expected: /status of 422/,
      });
      const { page } = visitor;
      const found: string[] = [];
      for (const [state, enter] of Object.entries(states)) {
        await enter(visitor);
        found.push(...(await complaintsAt([PHONE, DESKTOP], page, state)));
      }
      expect(found).toEqual([]);
    },
  );
});

test.concurrent("nothing moves where the visitor asked for it", async ({
  arrive,
}) => {
  const { page, open } = await arrive("calm", { stored: calmStored() });
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const path of ["start", "35-analyzing", "37-chart", "oto"]) {
    await open(`/quiz-adhd/${path}`);
    await alive(page);
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ effect }) => {
          const { duration = 0, iterations = 1 } =
            effect?.getComputedTiming() ?? {};
          return Number(duration) > 50 || iterations > 1;
        })
        .map(({ effect }) =>
          effect instanceof KeyframeEffect
            ? effect.target?.className.toString()
            : "",
        ),
    );
    expect(moving, path).toEqual([]);
  }
});

test.concurrent("what moves for long beside words can be held still", async ({
  arrive,
}) => {
  const { page, open } = await arrive("calm", {
    stored: await storedOf("calm"),
    own: { reducedMotion: "no-preference" },
  });
  const [path = ""] = (await funnelsOf("calm")).flatMap(({ mounts, steps }) =>
    steps
      .filter(({ props }) => "breaths" in props && props.breaths)
      .map((step) => href(mounts[0] ?? "", step.path)),
  );
  await open(path);
  await alive(page);
  const long = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ effect }) => {
          const end = effect?.getComputedTiming().endTime;
          return typeof end === "number" && end > 5_000;
        })
        .map(({ playState }) => playState),
    );
  expect(await long()).toEqual(["running"]);
  const hold = page.getByRole("button", { name: "Hold the picture still" });
  await hold.click();
  expect(await long()).toEqual(["paused"]);
  await hold.click();
  expect(await long()).toEqual(["running"]);
});

const states: Readonly<Record<string, (visitor: Visitor) => Promise<unknown>>> =
  {
    "a wrong address": async ({ page, open }) => {
      await open("/quiz-exback/26-email");
      await alive(page);
      await page.getByRole("textbox").first().fill("robin@");
      await page.locator('[data-action="submit"]').click();
      await page.locator("[aria-invalid=true]").waitFor();
    },
    "more ticks than allowed": async ({ page, open }) => {
      await open("/quiz-exback/12-missed");
      await alive(page);
      // The first of them was ticked before.
      for (const value of ["closeness", "routines", "home"])
        await card(page, value).click();
      await page.getByText("That is 3 already.").waitFor();
    },
    "the payment page": async ({ page, open }) => {
      await open("/quiz-exback/oto");
      await screenAfter(page, null);
      await page.locator('[data-action="buy"]').first().click();
      await atPaymentPage(page);
    },
    "a payment page that was filled in badly": async ({ page }) => {
      await payOnPage(page, "1");
      await sheetOf(page).locator("[aria-invalid=true]").first().waitFor();
    },
    "a declined payment": async ({ page }) => {
      await payOnPage(page, cards.declined);
      await page.locator("[data-outcome=declined]").waitFor();
    },
    "a receipt": async ({ page }) => {
      await page.locator("[data-outcome] button").click();
      await payOnPage(page);
      await page.waitForURL(/offer2/);
      await screenAfter(page, null);
      await page.locator('[data-action="decline"]').first().click();
      await page.waitForURL(/upsell/);
      await page.locator('[data-action="decline"]').click();
      await page.waitForURL(/thank-you/);
      await page.locator("main li strong").first().waitFor();
    },
  };
