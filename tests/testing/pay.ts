import type { BrowserContext, FrameLocator, Locator, Page } from "playwright";
import { expect } from "vitest";
import { AB_CONFIGURATION_KEY } from "../../runtime/core/storage-keys.ts";
import { askAs } from "./ask.ts";

/** Cards of the sandbox. */
export const cards = {
  good: "4242 4242 4242 4242",
  asksBank: "4000 0025 0000 3155",
  declinedLater: "4000 0000 0000 0341",
  declined: "4000 0000 0000 0002",
} as const;

export const BUY = '[data-action="buy"]';
/** The way on from an offer that says that it is bought. */
export const ONWARD = '[data-bought] [data-action="continue"]';
export const PAYMENT_PAGE = /\/api\/pay\/sandbox\//;

/** The payment page, in the sheet over the offer. */
export function sheetOf(page: Page): FrameLocator {
  return page.frameLocator("[data-sheet] iframe");
}

/** Pays on the payment page. */
export async function payOnPage(
  page: Page,
  card: string = cards.good,
  place: Page | FrameLocator = sheetOf(page),
): Promise<void> {
  await place.getByLabel("Card number").fill(card);
  const expires = place.getByLabel("Expires");
  await expires.clear();
  // Key by key: the page puts a slash in by itself.
  await expires.pressSequentially("12/34");
  await place.getByLabel("Security code").fill("123");
  await place.getByRole("button", { name: /^Pay / }).click();
}

/** Waits for the payment page. */
export async function atPaymentPage(page: Page): Promise<void> {
  await sheetOf(page).getByLabel("Card number").waitFor();
}

/** As in a browser without modal dialogs, which leaves for the payment page. */
export async function withoutSheets(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Reflect.deleteProperty(HTMLDialogElement.prototype, "showModal");
  });
}

/** Faster than anybody clicks, and before anything can come of the first. */
export function clickTenTimes(button: Locator): Promise<void> {
  return button.evaluate((element) => {
    for (let click = 0; click < 10; click += 1)
      element.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  });
}

/** What the server has as paid in this visitor's session. */
export async function purchasesOf(
  page: Page,
): Promise<readonly { product: string; amount: number; currency: string }[]> {
  const { purchases } = await askAs(page, "/api/pay/purchases");
  expect(purchases).toBeInstanceOf(Array);
  return purchases;
}

/** `$1,049.90` and `CA$9.49` in minor units. */
export function minorOf(price: string): number {
  const [, digits] = /([\d,]+\.\d\d)/.exec(price) ?? [];
  expect(digits, `"${price}" is a price`).toBeDefined();
  return Math.round(Number(digits?.replaceAll(",", "")) * 100);
}

/** Waits until the side that came with the document is known: a sale before that has none to count for, and that is logged. */
export async function sideKnown(page: Page): Promise<void> {
  await page.waitForFunction((key) => {
    if (document.documentElement.dataset["side"] === undefined) return true;
    return !["null", null].includes(localStorage.getItem(key));
  }, AB_CONFIGURATION_KEY);
}

/** Takes the plan that is picked, and pays for it. */
export async function buy(
  page: Page,
  number: string = cards.good,
): Promise<void> {
  await sideKnown(page);
  await page.locator(BUY).first().click();
  await payOnPage(page, number);
}

/** Codes of what the server has as paid, in their order. */
export async function productsOf(page: Page): Promise<readonly string[]> {
  return (await purchasesOf(page)).map(({ product }) => product);
}

/**
 * Calls go through, but their answers never arrive, until they do again: by what is handed out, which waits until at
 * least one is lost, and for what is done `meanwhile`. An answer that is still held back then would arrive after all.
 */
export async function loseAnswers(
  page: Page,
  urlPattern: string,
): Promise<(meanwhile?: () => Promise<unknown>) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  const lost: Promise<unknown>[] = [];
  const firstHeld = new Promise<void>((resolve) => {
    session.on("Fetch.requestPaused", ({ requestId }) => {
      const failed = { requestId, errorReason: "ConnectionReset" } as const;
      // A page that is left has taken its calls with it.
      const told = session.send("Fetch.failRequest", failed);
      lost.push(told.catch(() => undefined));
      resolve();
    });
  });
  const pattern = { urlPattern, requestStage: "Response" } as const;
  await session.send("Fetch.enable", { patterns: [pattern] });
  return async (meanwhile) => {
    await firstHeld;
    await meanwhile?.();
    await Promise.all(lost);
    await session.detach();
  };
}
