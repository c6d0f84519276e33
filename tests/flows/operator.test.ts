// @module-tag long
import { expect } from "vitest";
import { BARE, complaintsAt, PHONE } from "../testing/axe.ts";
import { paidBefore } from "../testing/paid.ts";
import { test } from "../testing/visitor.ts";

const PAGES = "/api/admin/pages";
/** A small laptop. */
const LAPTOP = 1_100;

test("the pages of operators are as wide as the screen, and axe has nothing to say of them", async ({
  arrive,
}) => {
  await paidBefore("calm", "focus-4-weeks.regular");
  const { page, open } = await arrive("calm", { own: BARE });
  await open(`${PAGES}/orders`);
  const addressOf = async (where: string) =>
    String(
      await page
        .locator(`a[href^="${PAGES}/${where}"]`)
        .first()
        .getAttribute("href"),
    );
  const found: string[] = [];
  for (const path of [
    "/api/admin",
    await addressOf("orders/"),
    await addressOf("people?"),
    `${PAGES}/orders`,
    `${PAGES}/contacts`,
    `${PAGES}/messages`,
    `${PAGES}/jobs`,
    `${PAGES}/actions`,
  ]) {
    await open(path);
    found.push(...(await complaintsAt([PHONE, LAPTOP], page, path)));
    for (const width of [PHONE, LAPTOP]) {
      await page.setViewportSize({ width, height: 800 });
      const wide = await page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll("section")]
          .filter((each) => each.scrollWidth > each.clientWidth)
          .map((each) => each.querySelector("h1, h2")?.textContent ?? ""),
      );
      found.push(
        ...wide.map((name) => `${path} at ${width}: ${name} is wider`),
      );
    }
  }
  expect(found).toEqual([]);
});
