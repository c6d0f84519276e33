import type { Page, Route } from "playwright";

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
export const CALLS = /\/(ai-)?api\/(?!pay\/[a-z-]+\/)/;
