import type { Locator, Page, Route } from "playwright";
import { expect } from "vitest";
import { soon } from "./screen.ts";

export type Manner = (route: Route) => unknown;

/** How a call can go wrong. */
export const MANNERS: Readonly<Record<string, Manner>> = {
  "is cut off": (route) => route.abort(),
  "is answered with 500": (route) => route.fulfill({ status: 500, body: "oh" }),
  "is answered with a page": (route) =>
    route.fulfill({ contentType: "text/html", body: "<p>hello" }),
  "is answered with nonsense": (route) =>
    route.fulfill({ json: { visitor_id: 7, is_new_visitor: "no", data: [] } }),
  "is never answered": () => undefined,
};

/** What the console says of calls that fail. */
export const NOISE =
  /failed|Failed|no visitor session|nonsense|ERR_|could not be|were not/;

/** A call that goes wrong in another way each time. */
export function oneAfterTheOther(): Manner {
  const manners = Object.values(MANNERS);
  let calls = 0;
  return (route) => manners[(calls += 1) % manners.length]?.(route);
}

/** Lets calls go wrong in every way; `act` does what makes them, and waits for what is said then. */
export async function inTurn(
  page: Page,
  calls: RegExp,
  act: () => Promise<void>,
): Promise<void> {
  for (const answer of Object.values(MANNERS)) {
    await page.route(calls, answer);
    await act();
    await page.unroute(calls, answer);
  }
}

/** Lets time pass, so that calls are given up and sent again, until something is on screen. */
export function eventually(page: Page, what: Locator): Promise<void> {
  return soon(async () => {
    await page.clock.fastForward(11_000);
    expect(await what.isVisible()).toBe(true);
  }, 30_000);
}

/** Lets so much time pass that calls are given up, those that waited for others as well. */
export async function giveUp(page: Page): Promise<void> {
  for (let waits = 0; waits < 4; waits += 1)
    await page.clock.fastForward(11_000);
}

/** Holds back all matching requests until it is opened. */
export interface Gate {
  open(): void;
}

export async function gate(page: Page, pattern: RegExp): Promise<Gate> {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route(pattern, async (route: Route) => {
    await opened;
    await route.fallback();
  });
  return { open };
}

export const SCRIPTS = /\/assets\/.*\.js$/;
/** Calls of both hosts; a payment page is no call. */
export const CALLS = /\/(ai-)?api\/(?!pay\/(sandbox|max-pay)\/)/;

export type Blocked = "storage" | "storage and cookies";

/** What the console says of it. */
export const NO_STORAGE =
  /storage|reading|writing|cookie|no visitor session|failed/i;

/** As browsers do: merely naming it throws. In documents whose address holds a text. */
export function block(page: Page, what: Blocked, where = "") {
  const cookies = what === "storage and cookies";
  return page.addInitScript(
    (blocked) => {
      if (!location.href.includes(blocked.where)) return;
      const refuse = () => {
        throw new DOMException("blocked", "SecurityError");
      };
      for (const name of ["localStorage", "sessionStorage"])
        Object.defineProperty(window, name, { get: refuse });
      if (blocked.cookies)
        Object.defineProperty(document, "cookie", { get: refuse, set: refuse });
    },
    { cookies, where },
  );
}
