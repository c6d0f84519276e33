import type { Locator, Page, Route } from "playwright";
import { expect } from "vitest";
import { soon } from "./screen.ts";

type Fault = (route: Route) => unknown;

/** How a call can go wrong. */
export const FAULTS = {
  "is cut off": (route) => route.abort(),
  "is answered with 500": (route) => route.fulfill({ status: 500, body: "oh" }),
  "is answered with a page": (route) =>
    route.fulfill({ contentType: "text/html", body: "<p>hello" }),
  "is answered with nonsense": (route) =>
    route.fulfill({ json: { visitor_id: 7, is_new_visitor: "no", data: [] } }),
  "is never answered": () => undefined,
} satisfies Readonly<Record<string, Fault>>;

/** What the console says of calls that fail. */
export const NOISE =
  /failed|Failed|no visitor session|nonsense|ERR_|could not be|were not/;

/** A call that goes wrong in another way each time. */
export function oneAfterTheOther(): Fault {
  const faults = Object.values(FAULTS);
  let calls = 0;
  return (route) => faults[(calls += 1) % faults.length]?.(route);
}

/**
 * What a page can tell apart: a call that fails and one that never ends. That every call fails in each of the ways above
 * is tested where it is made.
 */
const SEEN_BY_A_PAGE = ["is cut off", "is never answered"] as const;

/** Lets calls go wrong; `act` does what makes them, and waits for what is said then. */
export async function inTurn(
  page: Page,
  calls: RegExp,
  act: () => Promise<void>,
): Promise<void> {
  for (const name of SEEN_BY_A_PAGE) {
    const fault = FAULTS[name];
    await page.route(calls, fault);
    await act();
    await page.unroute(calls, fault);
  }
}

/** Lets time pass, so that calls are given up and sent again, until something is on screen. */
export function eventually(page: Page, what: Locator): Promise<void> {
  return soon(async () => {
    await page.clock.fastForward(11_000);
    expect(await what.isVisible()).toBe(true);
  });
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
/** What comes behind the questions, and is fetched when idle. */
export const LATER_SCRIPT = /\/assets\/later-\w+\.js$/;
/** Calls of both hosts; a payment page is no call. */
export const CALLS = /\/(ai-)?api\/(?!pay\/[a-z-]+\/)/;

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
