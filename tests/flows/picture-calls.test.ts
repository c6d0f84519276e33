// @module-tag long
import { expect } from "vitest";
import { PREVIEW_LIMIT_MS } from "../../runtime/core/preview.ts";
import { eventually, inTurn, NOISE } from "../testing/faults.ts";
import { pictureOn } from "../testing/photo.ts";
import { hydrated } from "../testing/screen.ts";
import { test } from "../testing/visitor.ts";

test("a picture survives whatever becomes of the calls that bring it", async ({
  arrive,
}) => {
  const { page, open } = await arrive("transform", {
    // Their clock is put ahead.
    own: {},
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
  // Until it is asked for, what was said before is still on the screen.
  const tryAgain = async (wanted: RegExp) => {
    const asked = page.waitForRequest(wanted);
    await again.click();
    await asked;
  };
  const calls = /\/(check-preview-status|download-preview-img)/;
  await page.route(calls, (route) => route.abort());
  await send.click();
  await page.locator("main[data-page=generate]").waitFor();
  await eventually(page, lost);
  await page.unroute(calls);

  const status = /\/check-preview-status/;
  await inTurn(page, status, async () => {
    await tryAgain(status);
    await eventually(page, lost);
  });
  const longer = page.getByRole("button", { name: "Keep waiting" });
  await page.route(status, (route) => {
    const id = new URL(route.request().url()).searchParams.get("id");
    return route.fulfill({ json: { id, status: "pending", new_image: null } });
  });
  const asked = page.waitForResponse(status);
  await again.click();
  await asked;
  const now = await page.evaluate(() => Date.now());
  await page.clock.setSystemTime(now + PREVIEW_LIMIT_MS);
  await longer.waitFor();
  await page.unroute(status);

  // Until it is known that the picture is made, time goes as fast for the page as for the server.
  const download = /\/download-preview-img/;
  await page.route(download, (route) => route.abort());
  await longer.click();
  await lost.waitFor();
  await page.unroute(download);
  await inTurn(page, download, async () => {
    await tryAgain(download);
    await eventually(page, lost);
  });
  await again.click();
  await pictureOn(page);
});
