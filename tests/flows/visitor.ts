import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright";
import { afterAll, expect, inject, test as base } from "vitest";
import { findBrowser } from "../browser.ts";

export type BrandId = "calm" | "dating" | "spiritual";

export interface Arriving extends BrowserContextOptions {
  /** Local storage from an earlier visit: values by key. */
  readonly stored?: Readonly<Record<string, unknown>>;
  /** Two-letter country that a proxy would tell. */
  readonly country?: string;
  /** Complaints of the console that this test brings about itself. */
  readonly expected?: RegExp;
  /** Time can be moved on. */
  readonly clock?: boolean;
}

/** Somebody in a browser of their own. */
export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** `http://calm.localhost:4173` */
  readonly origin: string;
  /** Errors and warnings of every page of theirs; a test ends with none but the expected ones. */
  readonly complaints: readonly string[];
}

export type Arrive = (brand: BrandId, options?: Arriving) => Promise<Visitor>;

const PHONE = { width: 375, height: 812 };

const browser = await launch();
afterAll(() => browser.close());

/** `arrive` opens visitors; after the test their consoles must be clean, and they leave. */
export const test = base.extend<{ arrive: Arrive }>({
  arrive: async ({ task: _task }, use) => {
    const visitors: { visitor: Visitor; expected: RegExp | undefined }[] = [];
    await use(async (brand, options = {}) => {
      const visitor = await arrive(brand, options);
      visitors.push({ visitor, expected: options.expected });
      return visitor;
    });
    const complaints = visitors.flatMap(({ visitor, expected }) =>
      visitor.complaints.filter((text) => expected?.test(text) !== true),
    );
    await Promise.all(visitors.map(({ visitor }) => visitor.context.close()));
    expect(complaints, "the browser's console").toEqual([]);
  },
});

export function launch(): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === null)
    throw new Error("there is no Chromium: name one in CHROMIUM");
  return chromium.launch({
    executablePath,
    args: [
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

export function originOf(brand: BrandId): string {
  return `http://${brand}.localhost:${inject("port")}`;
}

async function arrive(brand: BrandId, options: Arriving): Promise<Visitor> {
  const { stored, country, clock, expected: _, ...rest } = options;
  const origin = originOf(brand);
  const context = await browser.newContext({
    viewport: PHONE,
    baseURL: origin,
    ...(stored && { storageState: stateOf(origin, stored) }),
    ...(country && { extraHTTPHeaders: { "x-test-country": country } }),
    ...rest,
  });
  context.setDefaultTimeout(15_000);
  if (clock) await context.clock.install();
  const complaints: string[] = [];
  context.on("weberror", (error) => complaints.push(String(error.error())));
  context.on("console", (message) => {
    if (["error", "warning"].includes(message.type()))
      complaints.push(`${message.text()} (${message.location().url})`);
  });
  return { page: await context.newPage(), context, origin, complaints };
}

function stateOf(origin: string, stored: Readonly<Record<string, unknown>>) {
  const localStorage = Object.entries(stored).map(([name, value]) => ({
    name,
    value: typeof value === "string" ? value : JSON.stringify(value),
  }));
  return { cookies: [], origins: [{ origin, localStorage }] };
}
