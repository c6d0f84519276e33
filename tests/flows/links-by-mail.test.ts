/** Where links lead that come by mail, or that somebody passes on: pages of the server, in a browser. */
import { expect } from "vitest";
import { BARE, complaintsAt, DESKTOP, PHONE } from "../testing/axe.ts";
import { launchWithFontSize } from "../testing/browser.ts";
import { paidBefore } from "../testing/paid.ts";
import { cards } from "../testing/pay.ts";
import { hydrated } from "../testing/screen.ts";
import { calmStored, someEmail } from "../testing/stored.ts";
import { test, type Visitor } from "../testing/visitor.ts";

const MAILS = "/api/admin/pages/mails";
const WIDTHS = [PHONE, DESKTOP];

test("whoever leaves an email is written to, and refuses more by the link in that mail", async ({
  arrive,
}) => {
  const email = someEmail();
  const visitor = await arrive("calm", { own: BARE, stored: calmStored() });
  const { page, origin } = visitor;
  await leaveEmail(visitor, email);
  const text = await mailTo(visitor, email);
  expect(text).toContain("Nothing has to be done today.");
  const [link = ""] = /http:\S+\/unsubscribe[^\s>]+/.exec(text) ?? [];
  expect(link.startsWith(origin)).toBe(true);

  await page.goto(link);
  expect(await complaintsAt(WIDTHS, page, "unsubscribe")).toEqual([]);
  await page.getByRole("button", { name: "Stop these mails" }).click();
  await page.getByRole("heading", { name: "No more mails" }).waitFor();
  expect(await complaintsAt(WIDTHS, page, "unsubscribed")).toEqual([]);
});

test(
  "a gift is opened by the link that its buyer passes on, in another browser, once",
  { tags: "long" },
  async ({ arrive }) => {
    const session = await paidBefore("calm", "gift-4-weeks");
    const buyer = await arrive("calm", { session, stored: calmStored() });
    await buyer.open("/quiz-adhd/thank-you");
    const words = await buyer.page.locator("[data-gift]").innerText();
    const [address = ""] = /http:\S+\/gift\?token=\S+/.exec(words) ?? [];
    expect(address.startsWith(buyer.origin)).toBe(true);

    const looked = await arrive("calm", { own: BARE });
    await looked.page.goto(address);
    await looked.page
      .getByRole("heading", { name: "A gift for you" })
      .waitFor();
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
  },
);

test(
  "whoever has bought a plan ends it by a link to their email, in two taps",
  { tags: "long" },
  async ({ arrive }) => {
    const email = someEmail();
    await paidBefore("calm", "focus-4-weeks", cards.good, email);
    const visitor = await arrive("calm");
    const { page, origin, open } = visitor;
    const receipt = await mailTo(visitor, email);
    const way =
      /Your orders, and how to cancel: (\S+)/.exec(receipt)?.[1] ?? "";
    expect(way).toBe(`${origin}/orders`);
    await open("/orders");
    await hydrated(page);
    await page.locator('input[name="email"]').fill(email);
    await page.getByRole("button", { name: "Send me the link" }).click();
    await page.locator("main [role=status]:focus").waitFor();
    const text = await mailTo(visitor, email, "Your orders at");
    const [link = ""] = /http:\S+\/orders\?token=[^\s>]+/.exec(text) ?? [];
    expect(link.startsWith(origin)).toBe(true);

    const looked = (await arrive("calm", { own: BARE })).page;
    const complaints = (name: string) => complaintsAt(WIDTHS, looked, name);
    await looked.goto(link);
    expect(await complaints("orders")).toEqual([]);
    expect(await overflowing(link), "in letters of twice the size").toEqual([]);
    await looked.getByRole("button", { name: "Cancel this plan" }).click();
    await looked.getByRole("heading", { name: "Cancel this plan?" }).waitFor();
    expect(await complaints("cancel?")).toEqual([]);
    await looked.getByRole("link", { name: "Keep the plan" }).click();
    await looked.getByRole("heading", { name: "Your orders" }).waitFor();
    await looked.getByRole("link", { name: /^Receipt: / }).click();
    await looked.getByRole("heading", { name: "Receipt" }).waitFor();
    expect(await complaints("receipt")).toEqual([]);
    expect(await overflowing(looked.url())).toEqual([]);
    await looked.getByRole("link", { name: "Back to your orders" }).click();
    await looked.getByRole("heading", { name: "Your orders" }).waitFor();

    // With the policy of the page in force.
    await page.goto(link);
    await page.getByRole("button", { name: "Cancel this plan" }).click();
    await page.getByRole("button", { name: "Cancel the plan" }).click();
    await page.getByRole("heading", { name: "It is cancelled" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "It is cancelled" }).waitFor();
    await page.getByRole("link", { name: "Back to your orders" }).click();
    await page.getByText("nothing more is charged").waitFor();
    expect(await page.getByRole("button").count()).toBe(0);
    const told = await mailTo(visitor, email, "Your plan ends on");
    expect(told).toContain("is cancelled");
  },
);

/** What is wider than its place on the narrowest phone, in letters of twice the size. */
async function overflowing(link: string): Promise<readonly string[]> {
  const browser = await launchWithFontSize(32);
  const viewport = { width: 320, height: 640 };
  const page = await browser.newPage({ viewport });
  await page.goto(link);
  const found = await page.evaluate(() =>
    [...document.querySelectorAll("html, main, main *")]
      .filter((element) => element.scrollWidth > element.clientWidth)
      // What stands within a line has no width of its own.
      .filter(({ clientWidth }) => clientWidth > 0)
      .map(({ tagName, textContent }) => `${tagName} ${textContent}`),
  );
  await browser.close();
  return found;
}

async function leaveEmail(
  { page, open }: Visitor,
  email: string,
): Promise<void> {
  await open("/quiz-adhd/36-email");
  await hydrated(page);
  await page.locator('input[type="email"]').fill(email);
  const [stored] = await Promise.all([
    page.waitForResponse(/store-contact-info/),
    page.locator('main [data-action="submit"]').click(),
  ]);
  expect(stored.status()).toBe(200);
}

/** The text of the mail to somebody, once it is written: without a mail server it lies in a folder. */
async function mailTo(
  { page, open }: Visitor,
  email: string,
  subject = "",
): Promise<string> {
  const row = page
    .locator("tr", { hasText: email })
    .filter({ hasText: subject })
    .getByRole("link")
    .last();
  await expect
    .poll(async () => {
      await open(MAILS);
      return row.count();
    })
    .toBe(1);
  await row.click();
  return page.locator("pre").innerText();
}
