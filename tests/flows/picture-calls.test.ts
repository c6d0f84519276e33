import type { Locator, Page } from "playwright";
import { expect } from "vitest";
import { eventually, inTurn, NOISE } from "./manners.ts";
import { hydrated } from "./screen.ts";
import { soon } from "./soon.ts";
import { test } from "./visitor.ts";

test("a picture survives whatever becomes of the calls that bring it", async ({
  arrive,
}) => {
  const { page, open } = await arrive("transform", {
    clock: true,
    expected: NOISE,
  });
  await open("/quiz/upload");
  await hydrated(page);
  await page.locator("[data-preloader]").waitFor({ state: "detached" });
  await page.getByRole("button", { name: /Describe a picture/ }).click();
  await page.locator("[name=prompt]").fill("A lake in winter");

  const send = page.locator('[data-action="submit"]');
  await inTurn(page, /\/pre-reg-data/, async () => {
    await send.click();
    await eventually(page, page.getByText("It did not arrive."));
  });
  expect(await page.locator("[name=prompt]").inputValue()).toContain("lake");

  const lost = page.getByRole("heading", { name: "could not reach" });
  const again = page.getByRole("button", { name: "Try again" });
  const calls = /\/(check-preview-status|download-preview-img)/;
  await page.route(calls, (route) => route.abort());
  await send.click();
  await page.locator("main[data-page=generate]").waitFor();
  await eventually(page, lost);
  await page.unroute(calls);
  for (const call of [/\/check-preview-status/, /\/download-preview-img/])
    await inTurn(page, call, async () => {
      await again.click();
      await patiently(page, lost);
    });
  await again.click();
  await patiently(page, page.locator("main img[src^='blob:']"));
});

/** The page's time runs faster than the server makes pictures: who is told that it takes longer goes on waiting. */
function patiently(page: Page, what: Locator): Promise<void> {
  const longer = page.getByRole("button", { name: "Keep waiting" });
  return soon(async () => {
    await page.clock.fastForward(11_000);
    if (await longer.isVisible()) await longer.click();
    expect(await what.isVisible()).toBe(true);
  }, 60_000);
}
