import {
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
  type Response,
} from "playwright";
import { afterAll, expect, inject, test as base } from "vitest";
import { findBrowser } from "../browser.ts";

export type BrandId = "calm" | "dating" | "spiritual";

export interface Arriving {
  /** Local storage from an earlier visit: values by key. */
  readonly stored?: Readonly<Record<string, unknown>>;
  /** Two-letter country that a proxy would tell. */
  readonly country?: string;
  /** Complaints of the console that the test brings about itself. */
  readonly expected?: RegExp;
  /** Time can be moved on. */
  readonly clock?: boolean;
  /** Pages that are left stay in the browser's cache, which tests otherwise go without. */
  readonly cached?: boolean;
  /** Whatever else is special about their browser. */
  readonly browser?: BrowserContextOptions;
}

/** Somebody in a browser of their own, on a phone. */
export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** `http://calm.localhost:4173` */
  readonly origin: string;
  /** Goes to an address of the brand, as if it had been typed in. */
  open(path: string): Promise<Response | null>;
}

export type Arrive = (brand: BrandId, options?: Arriving) => Promise<Visitor>;

/** A window with a profile of its own. Opening one costs more than most visits, so it is used again. */
interface Seat {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors and warnings of all its pages. */
  complaints: string[];
}

const PHONE = { width: 375, height: 812 };
const BRANDS = ["calm", "dating", "spiritual"] as const;

const browser = await launch();
const free: Seat[] = [];
afterAll(() => browser.close());

/** `arrive` brings visitors. A test ends with clean consoles, save for what it expects. */
export const test = base.extend<{ arrive: Arrive }>({
  arrive: async ({ task: _task }, use) => {
    const seats: { seat: Seat; options: Arriving }[] = [];
    await use(async (brand, options = {}) => {
      const seat = await takeSeat(options);
      seats.push({ seat, options });
      const { context, page } = seat;
      const origin = originOf(brand);
      await settle(seat, origin, options);
      const open = (path: string) =>
        page.goto(origin + path, { waitUntil: "domcontentloaded" });
      return { context, page, origin, open };
    });
    const complaints = seats.flatMap(({ seat, options: { expected } }) =>
      seat.complaints.filter((text) => expected?.test(text) !== true),
    );
    await Promise.all(seats.map(({ seat, options }) => leave(seat, options)));
    expect(complaints, "the browser's console").toEqual([]);
  },
});

export function originOf(brand: BrandId): string {
  return `http://${brand}.localhost:${inject("port")}`;
}

function launch(options: LaunchOptions = {}) {
  const executablePath = findBrowser();
  if (executablePath === null)
    throw new Error("there is no Chromium: name one in CHROMIUM");
  const args = [
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ];
  if (process.getuid?.() === 0) args.push("--no-sandbox");
  return chromium.launch({ executablePath, args, ...options });
}

/** What cannot be taken back when the visitor leaves. */
function isSpecial({ clock, cached, browser }: Arriving): boolean {
  return clock === true || cached === true || browser !== undefined;
}

async function takeSeat(options: Arriving): Promise<Seat> {
  const used = isSpecial(options) ? undefined : free.pop();
  if (used !== undefined) return used;
  const opened =
    options.cached === true
      ? await launch({ ignoreDefaultArgs: ["--disable-back-forward-cache"] })
      : browser;
  const context = await opened.newContext({
    viewport: PHONE,
    ...options.browser,
  });
  context.setDefaultTimeout(15_000);
  if (options.clock === true) await context.clock.install();
  const page = await context.newPage();
  const seat: Seat = { context, page, complaints: [] };
  context.on("weberror", (each) => seat.complaints.push(String(each.error())));
  context.on("console", (message) => {
    if (["error", "warning"].includes(message.type()))
      seat.complaints.push(`${message.text()} (${message.location().url})`);
  });
  return seat;
}

async function settle(
  { context, page }: Seat,
  origin: string,
  { stored, country }: Arriving,
): Promise<void> {
  if (country !== undefined)
    await context.setExtraHTTPHeaders({ "x-test-country": country });
  if (stored === undefined) return;
  // Any document of the origin gives access to its storage.
  const blank = `${origin}/blank`;
  const body = '<link rel="icon" href="data:,">';
  await page.route(blank, (route) =>
    route.fulfill({ contentType: "text/html", body }),
  );
  await page.goto(blank);
  await page.evaluate((items) => {
    for (const [key, value] of Object.entries(items))
      localStorage.setItem(key, JSON.stringify(value));
  }, stored);
}

/** Gives the seat back as it was: nothing of this visitor is left in it. */
async function leave(seat: Seat, options: Arriving): Promise<void> {
  const { context, page } = seat;
  if (options.cached === true) return context.browser()?.close();
  if (isSpecial(options) || page.isClosed()) return context.close();
  const others = context.pages().filter((other) => other !== page);
  await Promise.all(others.map((other) => other.close()));
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await page.goto("about:blank");
  await context.setExtraHTTPHeaders({});
  await context.clearCookies();
  const session = await context.newCDPSession(page);
  for (const brand of BRANDS)
    await session.send("Storage.clearDataForOrigin", {
      origin: originOf(brand),
      storageTypes: "all",
    });
  await session.detach();
  seat.complaints = [];
  free.push(seat);
}
