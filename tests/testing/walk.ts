import type { Locator, Page } from "playwright";
import { expect } from "vitest";
import {
  cards as testCards,
  PAYMENT_PAGE,
  payOnPage,
  sideKnown,
} from "./pay.ts";
import { pictureOn, sendPhoto } from "./photo.ts";
import { type Screen, screenAfter } from "./screen.ts";
import { answered } from "./traffic.ts";
import { someEmail } from "./stored.ts";

/** What a visitor answers and decides; questions that are not named get some answer. */
export interface Choices {
  /** Values by question id: one, several, or the slider's number. */
  readonly answers?: Readonly<Record<string, string | readonly string[]>>;
  readonly name?: string;
  readonly email?: string;
  /** False where calls stay unanswered, so that no screen waits for them. */
  readonly heard?: false;
  /** Whether the offer at a path below the mount is taken. */
  takes(path: string): boolean;
}

/** An offer that was taken, with the price that was on its button. */
export interface Taken {
  readonly product: string;
  readonly price: string;
}

export interface Walked {
  readonly screens: readonly Screen[];
  readonly taken: readonly Taken[];
}

const STEPS_MAX = 80;

/** Goes on from the screen that is shown, by taps, until there is no way on; never looks at the content's files. */
export async function walk(page: Page, choices: Choices): Promise<Walked> {
  const screens = [await screenAfter(page, null)];
  const taken: Taken[] = [];
  for (;;) {
    const screen = screens.at(-1);
    if (screen === undefined || screen.page === "thank-you") break;
    expect(screens.length, "the walk goes in a loop").toBeLessThan(STEPS_MAX);
    const bought = await leave(page, screen, choices);
    if (bought !== null) taken.push(bought);
    screens.push(await screenAfter(page, screen.path));
  }
  return { screens, taken };
}

/** Does what a screen asks for. */
async function leave(
  page: Page,
  screen: Screen,
  choices: Choices,
): Promise<Taken | null> {
  const id = screen.question;
  const wanted = id === null ? undefined : choices.answers?.[id];
  switch (screen.page) {
    case "single":
    case "scale":
      await tapOne(page, wanted === undefined ? null : String(wanted));
      return null;
    case "multi":
      await tapSeveral(page, wanted);
      return null;
    case "slider":
      if (wanted === undefined) await page.getByRole("slider").press("End");
      else await page.getByRole("slider").fill(String(wanted));
      await goOn(page);
      return null;
    case "text":
      await page.getByRole("textbox").fill(choices.name ?? "Robin");
      await goOn(page);
      return null;
    case "registration":
      await register(page, choices);
      return null;
    case "analyzing":
      await sitThrough(page, screen, choices);
      return null;
    case "number":
      await typeNumber(page, screen, wanted);
      return null;
    case "date":
      await pickDate(page, wanted);
      return null;
    case "upload":
      await sendPhoto(page);
      return null;
    case "generate":
      await pictureOn(page);
      await goOn(page);
      return null;
    case "authorization":
    case "landing":
    case "info":
    case "report":
    case "promo-code":
      await goOn(page);
      return null;
    case "offer":
      return decide(page, screen, choices, "buy");
    case "upsell":
    case "downsell":
    case "gift":
      return decide(page, screen, choices, "accept");
    default:
      // A page that is new: its choices are tapped, or its button.
      if ((await cards(page).count()) > 0) await tapOne(page, null);
      else await goOn(page);
      return null;
  }
}

/** What a finger hits: the card with the choice in it. */
function cards(page: Page): Locator {
  return page.locator("fieldset label:has(input)");
}

export function card(page: Page, value: string): Locator {
  return page.locator(`fieldset label:has(input[value="${value}"])`);
}

async function tapOne(page: Page, value: string | null): Promise<void> {
  await (value === null ? cards(page).first() : card(page, value)).click();
  // The choice is seen for a moment before the next screen.
  await page.clock.fastForward(300);
}

async function tapSeveral(
  page: Page,
  wanted: string | readonly string[] | undefined,
): Promise<void> {
  if (wanted === undefined) await cards(page).first().click();
  for (const value of [wanted ?? []].flat()) await card(page, value).click();
  await goOn(page);
}

async function register(page: Page, { name, email }: Choices): Promise<void> {
  const nameField = page.locator('input[name="name"]');
  if ((await nameField.count()) > 0) await nameField.fill(name ?? "Robin");
  await page.locator('input[name="email"]').fill(email ?? someEmail());
  await page.locator('[data-action="submit"]').click();
}

/** The earliest day that may be picked, or any. */
async function pickDate(
  page: Page,
  wanted: string | readonly string[] | undefined,
): Promise<void> {
  const field = page.locator("main input");
  const earliest = await field.getAttribute("min");
  await field.fill(String(wanted ?? earliest ?? "1990-05-17"));
  await goOn(page);
}

/** Lets the steps fill up, and answers what is asked meanwhile. */
async function sitThrough(
  page: Page,
  { path }: Screen,
  { heard }: Choices,
): Promise<void> {
  while (new URL(page.url()).pathname === path) {
    if (heard !== false) await answered(page);
    await page.clock.fastForward("00:20");
    // It goes on by itself, unless a question interrupts it or it has been seen before.
    await page
      .locator('[data-action="continue"], main:not([data-page="analyzing"])')
      .first()
      .waitFor();
    if (new URL(page.url()).pathname === path) await goOn(page);
  }
}

/** Somewhere between a number of children and a height there is one that fits. */
const SOME_NUMBERS = ["30", "3", "70", "170", "1990"];

async function typeNumber(
  page: Page,
  { path }: Screen,
  wanted: string | readonly string[] | undefined,
): Promise<void> {
  const field = page.locator("main input[inputmode]").first();
  for (const number of wanted === undefined ? SOME_NUMBERS : [wanted].flat()) {
    await field.fill(number);
    await goOn(page);
    // A number that hardly anybody means is asked about once.
    if (await page.getByRole("button", { name: /^Yes, / }).isVisible())
      await goOn(page);
    if (new URL(page.url()).pathname !== path) return;
  }
  throw new Error(`no number fits at ${path}`);
}

async function goOn(page: Page): Promise<void> {
  // A question in between has two of them, and either goes on.
  await page.locator('[data-action="continue"]').first().click();
}

async function decide(
  page: Page,
  screen: Screen,
  choices: Choices,
  action: "buy" | "accept",
): Promise<Taken | null> {
  if (!choices.takes(screen.path.split("/").slice(2).join("/"))) {
    await page.locator('[data-action="decline"]').first().click();
    return null;
  }
  if (screen.page === "gift") await cards(page).first().click();
  const button = page.locator(`[data-action="${action}"]`).first();
  await sideKnown(page);
  await button.click({ trial: true });
  const taken = await button.evaluate(takeAt, PRICES[action]);
  // The first purchase leads to the payment page, whatever the offer; from then on there is a saved card.
  await page.waitForFunction(
    (path) =>
      decodeURI(location.pathname) !== path ||
      document.querySelector("[data-sheet=ready]") !== null ||
      document.querySelector("#number") !== null,
    screen.path,
  );
  if (PAYMENT_PAGE.test(page.url()))
    await payOnPage(page, testCards.good, page);
  else if ((await page.locator("[data-sheet]").count()) > 0)
    await payOnPage(page);
  return taken;
}

/** Where it stands what taking the offer costs. */
const PRICES = {
  buy: "dd[data-price]",
  accept: '[data-action="accept"] [data-price]',
};

/** Runs in the browser: what is taken, as it stands at the very moment of the tap; a code may still lower it before. */
function takeAt(button: HTMLElement | SVGElement, price: string): Taken {
  const { product = "" } = button.dataset;
  const shown = document.querySelector(price)?.textContent ?? "";
  button.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  return { product, price: shown };
}
