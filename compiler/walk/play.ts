import type { Locator, Page } from "playwright";
import type { PageTraits } from "../schema/traits.ts";
import type { Stop } from "../shared/walk-contract.ts";

/** Cards of the sandbox. */
export const CARDS = {
  good: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
  /** Pays once, and is declined when it is charged again. */
  declinedLater: "4000 0000 0000 0341",
} as const;
/** In which the payment page stands. */
const PAYMENT_SHEET = "[data-sheet=ready]";
/** Whoever waits as long for a screen waits for nothing; milliseconds. */
const TIMEOUT_MS = 90_000;
/** A choice is seen for a moment; milliseconds. */
const MOMENT_MS = 300;
/** A button that cannot be tapped by then is tried again; milliseconds. */
const TAP_MS = 3_000;
/** More than a page that counts or waits has parts. */
const PARTS_MAX = 40;

/** Waits for a page, taken over by React and let through by its guards; throws when it does not come. */
export async function screenAt(page: Page, path: string): Promise<void> {
  const options = { timeout: TIMEOUT_MS };
  await page.waitForURL(
    ({ pathname }) => decodeURI(pathname) === path,
    options,
  );
  await page
    .locator(
      "html:not([data-restoring]) main[data-page]:not([data-guarding]):not([aria-busy=true]) h1",
    )
    .first()
    .waitFor(options);
  await page.waitForFunction(isAlive, null, { ...options, polling: 40 });
  await page.locator("[data-preloader]").waitFor({
    ...options,
    state: "detached",
  });
}

/** Whether the next page, or the sheet to pay in, has come; runs in the browser, whose globals Node's types do not know. */
function isPastButton({
  path,
  sheet,
}: {
  path: string;
  sheet: string;
}): boolean {
  const { location, document } = Object(globalThis);
  return location.pathname !== path || document.querySelector(sheet) !== null;
}

/** Whether React has come to the last of the document; runs in the browser, whose globals Node's types do not know. */
function isAlive(): boolean {
  const { document } = Object(globalThis);
  const last = [...document.querySelectorAll("footer a")].at(-1);
  return Object.keys(last ?? {}).some((key) => key.startsWith("__react"));
}

/** Leaves a step as a visitor does: by its answer, its button, or what becomes of its offer. */
export async function leave(
  page: Page,
  traits: PageTraits | undefined,
  { on, answer }: Stop,
  card: string,
): Promise<void> {
  if (on !== "next") return decide(page, on, card);
  // It is asked for on, and time that is moved would end the waiting.
  if (traits?.visitorPicture === true && traits.sends !== "photo")
    await page
      .locator("main img[src^='blob:']")
      .waitFor({ timeout: 2 * TIMEOUT_MS });
  if (traits?.sends === "photo") await givePhoto(page);
  else if (answer !== null) await give(page, answer);
  else if (traits?.contact !== null) await register(page);
  await goOn(page);
}

async function decide(page: Page, on: Stop["on"], card: string): Promise<void> {
  if (on === "decline")
    return page.locator('[data-action="decline"]').first().click();
  const button = page
    .locator('[data-action="accept"], [data-action="buy"]')
    .first();
  if ((await button.getAttribute("data-product")) === null)
    await cards(page).first().click();
  const path = new URL(page.url()).pathname;
  await page.waitForLoadState("networkidle");
  await button.click();
  const sheet = page.frameLocator(`${PAYMENT_SHEET} iframe`);
  await page.waitForFunction(
    isPastButton,
    { path, sheet: PAYMENT_SHEET },
    {
      timeout: TIMEOUT_MS,
    },
  );
  if ((await page.locator(PAYMENT_SHEET).count()) === 0) return;
  await sheet
    .getByLabel("Card number")
    .fill(on === "failed" ? CARDS.declined : card);
  await sheet.getByLabel("Expires").fill("12/34");
  await sheet.getByLabel("Security code").fill("123");
  await sheet.getByRole("button", { name: /^Pay / }).click();
}

/** What a finger hits: the card with the choice in it. */
function cards(page: Page): Locator {
  return page.locator("main fieldset label:has(input)");
}

async function give(
  page: Page,
  answer: string | number | readonly string[],
): Promise<void> {
  const card = (value: unknown) =>
    page.locator(`main fieldset label:has(input[value="${String(value)}"])`);
  if (typeof answer === "object") {
    for (const value of answer) await card(value).click();
    return;
  }
  if ((await card(answer).count()) > 0) {
    await card(answer).click();
    return;
  }
  // Answers are in the units that are stored; the browser's language may have chosen others.
  const metric = card("metric");
  if ((await metric.count()) > 0) await metric.click();
  const field = page
    .locator("main input:not([type=checkbox]):not([type=radio])")
    .or(page.locator("main textarea"))
    .first();
  // A day of long ago is none where days begin today.
  const earliest = (await field.getAttribute("min")) ?? "";
  const isDay = /^\d{4}-\d\d-\d\d$/.test(earliest);
  const isEarly = isDay && String(answer) < earliest;
  await field.fill(isEarly ? earliest : String(answer));
}

async function register(page: Page): Promise<void> {
  const name = page.locator('main input[name="name"]');
  if ((await name.count()) > 0) await name.fill("Robin");
  const email = page.locator('main input[name="email"]');
  if ((await email.count()) > 0)
    await email.fill(`robin-${Date.now()}@example.com`);
  const consent = page.locator('main input[name="consent"]');
  if ((await consent.count()) > 0) await consent.check();
}

async function givePhoto(page: Page): Promise<void> {
  const { default: sharp } = await import("sharp");
  const buffer = await sharp({
    create: { width: 900, height: 1_200, channels: 3, background: "#b98" },
  })
    .jpeg()
    .toBuffer();
  await page.setInputFiles("main input[type=file]", {
    name: "photo.jpg",
    mimeType: "image/jpeg",
    buffer,
  });
  await page.locator("main").getByRole("checkbox").first().check();
}

/** Taps what goes on until the address is another one: some pages fill up, wait or ask once more. */
async function goOn(page: Page): Promise<void> {
  const path = new URL(page.url()).pathname;
  const isLeft = () => new URL(page.url()).pathname !== path;
  const button = page.locator(
    'main [data-action="continue"], main [data-action="submit"], main [data-action="send"]',
  );
  for (let part = 0; part < PARTS_MAX && !isLeft(); part += 1) {
    await page.clock.fastForward(part === 0 ? MOMENT_MS : 20_000);
    if (isLeft()) return;
    // This one, not the one of a page that has come meanwhile: that is gone, and nothing is tapped.
    const handle = await button
      .first()
      .elementHandle({ timeout: MOMENT_MS })
      .catch(() => null);
    if (isLeft()) return;
    await handle?.click({ timeout: TAP_MS }).catch(() => undefined);
  }
}
