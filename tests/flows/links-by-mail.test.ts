/** Where links lead that come by mail, or that somebody passes on: pages of the server, in a browser. */
import type { Page } from "playwright";
import { expect } from "vitest";
import { BARE, complaintsAt, DESKTOP, PHONE } from "../testing/axe.ts";
import { paidBefore } from "../testing/paid.ts";
import { hydrated } from "../testing/screen.ts";
import { calmStored, someEmail } from "../testing/stored.ts";
import { test } from "../testing/visitor.ts";

const MAILS = "/api/admin/pages/mails";
const WIDTHS = [PHONE, DESKTOP];

test("who leaves an email is written to, and by the link in that mail never again", async ({
  arrive,
}) => {
  const email = someEmail();
  const { page, open, origin } = await arrive("calm", {
    own: BARE,
    stored: calmStored(),
  });
  await leaveEmail(page, email, () => open("/quiz-adhd/36-email"));
  const text = await mailTo(page, email, () => open(MAILS));
  expect(text).toContain("Nothing has to be done today.");
  const [link = ""] = /http:\S+\/unsubscribe[^\s>]+/.exec(text) ?? [];
  expect(link.startsWith(origin)).toBe(true);

  await page.goto(link);
  expect(await complaintsAt(WIDTHS, page, "unsubscribe")).toEqual([]);
  await page.getByRole("button", { name: "Stop these mails" }).click();
  await page.getByRole("heading", { name: "No more mails" }).waitFor();
  expect(await complaintsAt(WIDTHS, page, "unsubscribed")).toEqual([]);
});

test("a gift is opened by the link that its buyer passes on, in another browser, once", async ({
  arrive,
}) => {
  const session = await paidBefore("calm", "gift-4-weeks");
  const buyer = await arrive("calm", { session, stored: calmStored() });
  await buyer.open("/quiz-adhd/thank-you");
  const words = await buyer.page.locator("[data-gift]").innerText();
  const [address = ""] = /http:\S+\/gift\?token=\S+/.exec(words) ?? [];
  expect(address.startsWith(buyer.origin)).toBe(true);

  const looked = await arrive("calm", { own: BARE });
  await looked.page.goto(address);
  await looked.page.getByRole("heading", { name: "A gift for you" }).waitFor();
  expect(await complaintsAt(WIDTHS, looked.page, "gift")).toEqual([]);

  // With the policy of the page in force; where it leads is not there to be loaded.
  const { page } = await arrive("calm", { expected: /ERR_/ });
  await page.goto(address);
  const field = page.getByLabel("Your email");
  const button = page.getByRole("button", { name: "Open my gift" });
  await field.fill("robin");
  await button.click();
  expect(page.url()).toBe(address);
  await field.fill(someEmail());
  const [product] = await Promise.all([
    page.waitForRequest((request) => request.url().startsWith("https://")),
    button.click(),
  ]);
  expect(product.url()).toMatch(/[?&]token=[\w-]{20,}/);

  await looked.page.reload();
  await looked.page
    .getByRole("heading", { name: "This gift is open" })
    .waitFor();
  expect(await complaintsAt(WIDTHS, looked.page, "opened gift")).toEqual([]);
  await buyer.page.reload();
  await buyer.page.getByText("Your gift is open.").waitFor();
});

async function leaveEmail(
  page: Page,
  email: string,
  go: () => Promise<unknown>,
): Promise<void> {
  await go();
  await hydrated(page);
  const stored = page.waitForResponse(/store-contact-info/);
  await page.locator('input[type="email"]').fill(email);
  await page.locator('main [data-action="submit"]').click();
  expect((await stored).status()).toBe(200);
}

/** The text of the mail to somebody, once it is written: without a mail server it lies in a folder. */
async function mailTo(
  page: Page,
  email: string,
  look: () => Promise<unknown>,
): Promise<string> {
  const row = page.locator("tr", { hasText: email }).getByRole("link").last();
  await expect
    .poll(async () => {
      await look();
      return row.count();
    })
    .toBe(1);
  await row.click();
  return page.locator("pre").innerText();
}
