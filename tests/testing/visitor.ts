import {
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type Response,
} from "playwright";
import { SESSION_COOKIE } from "../../generated/call.ts";
import { launchBrowser } from "./browser.ts";
import type { BrandId } from "./content.ts";
import { countCalls } from "./traffic.ts";
import { expect, inject, test as base } from "vitest";
import { choiceOf } from "./stored.ts";
import { CONSENT_KEY } from "../../runtime/core/storage-keys.ts";

export interface Arriving {
  /** Local storage from an earlier visit: values by key. */
  readonly stored?: Readonly<Record<string, unknown>>;
  /** A session that the server has opened for them before. */
  readonly session?: string;
  /** Two-letter country that a proxy would tell. */
  readonly country?: string;
  /** Complaints of the console that the test brings about itself. */
  readonly expected?: RegExp;
  /** What they said about third parties, null before they did; those who are not asked about here have declined. */
  readonly consent?: Exclude<Consent, "declined">;
  /** Time can be moved on. */
  readonly clock?: boolean;
  /** Whatever is special about their browser, which is then theirs alone; pages move in it, unless this says otherwise. */
  readonly own?: BrowserContextOptions;
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

/** What was said about third parties; null before that. */
type Consent = "accepted" | "declined" | null;

/** A window with a profile of its own. Opening one costs more than most visits, so the next visitor takes it. */
interface ReusableContext {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly clock: boolean;
  readonly consent: Consent;
  /** Errors and warnings of all its pages. */
  complaints: string[];
  /** Where something may be stored. */
  origins: Set<string>;
}

/** What the browser's driver says where it allows no worker. */
const NO_WORKER = "Service Worker registration blocked by Playwright";
const PHONE = { width: 375, height: 812 };

// Of this process, whose files share it; both end together.
const browser = await launchBrowser();
let free: readonly ReusableContext[] = [];

/** `arrive` brings visitors. A test ends with clean consoles, save for what it expects. */
export const test = base.extend<{ arrive: Arrive }>({
  arrive: async ({ task: _task }, use) => {
    const contexts: { reusable: ReusableContext; options: Arriving }[] = [];
    await use(async (brand, options = {}) => {
      const reusable = await acquireContext(options);
      contexts.push({ reusable, options });
      const { context, page } = reusable;
      const origin = originOf(brand);
      await prepareContext(reusable, origin, options);
      const open = (path: string) =>
        page.goto(origin + path, { waitUntil: "domcontentloaded" });
      return { context, page, origin, open };
    });
    const complaints = contexts.flatMap(({ reusable, options: { expected } }) =>
      reusable.complaints.filter((text) => expected?.test(text) !== true),
    );
    await Promise.all(
      contexts.map(({ reusable, options }) =>
        releaseContext(reusable, options),
      ),
    );
    expect(complaints, "the browser's console").toEqual([]);
  },
});

export function originOf(brand: BrandId): string {
  return `http://${brand}.localhost:${inject("port")}`;
}

async function acquireContext(options: Arriving): Promise<ReusableContext> {
  const { clock = false, consent = "declined", own } = options;
  const used =
    own === undefined
      ? free.find(
          (reusable) =>
            reusable.clock === clock && reusable.consent === consent,
        )
      : undefined;
  if (used !== undefined) {
    free = free.filter((reusable) => reusable !== used);
    return used;
  }
  const context = await browser.newContext({
    viewport: PHONE,
    // What a worker answers no test can make fail; those about it allow it.
    serviceWorkers: "block",
    // Motion costs the machine a quarter more.
    reducedMotion: own === undefined ? "reduce" : "no-preference",
    ...own,
  });
  if (clock) await context.clock.install();
  if (consent !== null)
    await context.addInitScript(decide, [
      CONSENT_KEY,
      JSON.stringify(choiceOf(consent)),
    ] as const);
  const page = await openWindow(context);
  const reusable: ReusableContext = {
    context,
    page,
    clock,
    consent,
    complaints: [],
    origins: new Set(),
  };
  listen(reusable);
  countCalls(context);
  return reusable;
}

/** A window without tabs and address: drawing those costs a sixth of a visit. */
async function openWindow(context: BrowserContext): Promise<Page> {
  const opener = await context.newPage();
  const [page] = await Promise.all([
    context.waitForEvent("page"),
    opener.evaluate(
      ({ width, height }) =>
        void open("", "", `popup,width=${width},height=${height}`),
      PHONE,
    ),
  ]);
  await opener.close();
  return page;
}

/** Runs in the browser, before each document. */
function decide([key, choice]: readonly [string, string]): void {
  try {
    if (localStorage.getItem(key) === null) localStorage.setItem(key, choice);
  } catch {
    // A document without storage, or a visitor who blocks it.
  }
}

function listen(reusable: ReusableContext): void {
  const { context } = reusable;
  context.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol === "http:") reusable.origins.add(origin);
  });
  context.on("weberror", (each) =>
    reusable.complaints.push(String(each.error())),
  );
  context.on("console", (message) => {
    const text = message.text();
    if (text === NO_WORKER) return;
    if (["error", "warning"].includes(message.type()))
      reusable.complaints.push(`${text} (${message.location().url})`);
  });
}

async function prepareContext(
  { context, page }: ReusableContext,
  origin: string,
  { stored, session, country }: Arriving,
): Promise<void> {
  if (session !== undefined)
    await context.addCookies([
      { name: SESSION_COOKIE, value: session, url: origin },
    ]);
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
  // A page that is listened in on fetches everything anew each time.
  await page.unroute(blank);
}

/** Gives the context back as it was: nothing of this visitor is left in it. */
async function releaseContext(
  reusable: ReusableContext,
  options: Arriving,
): Promise<void> {
  const { context, page } = reusable;
  if (options.own !== undefined) return context.close();
  const others = context.pages().filter((other) => other !== page);
  await Promise.all(others.map((other) => other.close()));
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.unrouteAll({ behavior: "ignoreErrors" });
  for (const heard of ["request", "response"]) page.removeAllListeners(heard);
  if (reusable.clock) await context.clock.resume();
  await page.goto("about:blank");
  await page.emulateMedia({
    media: null,
    forcedColors: "none",
    reducedMotion: "reduce",
  });
  await page.setViewportSize(PHONE);
  await context.setOffline(false);
  await context.setExtraHTTPHeaders({});
  await context.clearCookies();
  const session = await context.newCDPSession(page);
  for (const origin of reusable.origins)
    await session.send("Storage.clearDataForOrigin", {
      origin,
      storageTypes: "all",
    });
  await session.detach();
  reusable.complaints = [];
  reusable.origins = new Set();
  free = [...free, reusable];
}
