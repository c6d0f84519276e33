import type { Locator, Page } from "playwright";
import { vi } from "vitest";
import { PATIENCE_MS } from "./patience.ts";

/** What is on screen, as far as the markup contract tells. */
export interface Screen {
  readonly page: string;
  readonly route: string;
  readonly path: string;
  readonly search: string;
  readonly heading: string;
  /** Percent; null outside of the quiz. */
  readonly progress: number | null;
  /** The headline has the focus. */
  readonly focused: boolean;
  /** The question's id. */
  readonly question: string | null;
}

/** Looking with every frame would keep the machine busy. */
const POLL = { polling: 40 };

/** The screen of the next address: waits until its page is there, has the focus, and no guard holds it back. */
export function screenAfter(page: Page, path: string | null): Promise<Screen> {
  return screenWhen(page, { before: path, alive: false });
}

/** The screen, once React has taken all of it over. */
export function hydrated(page: Page): Promise<Screen> {
  return screenWhen(page, { before: null, alive: true });
}

interface Wanted {
  /** The path that was left; null where any will do. */
  readonly before: string | null;
  /** React has come to the last of the document. */
  readonly alive: boolean;
}

async function screenWhen(page: Page, wanted: Wanted): Promise<Screen> {
  const found = await page.waitForFunction(readScreen, wanted, POLL);
  const screen = await found.jsonValue();
  if (screen === null) throw new Error("no screen was read");
  return screen;
}

/** Runs in the browser. */
function readScreen({ before, alive }: Wanted): Screen | null {
  if (alive) {
    const last = [...document.querySelectorAll("footer a")].at(-1);
    const keys = Object.keys(last ?? {});
    if (!keys.some((key) => key.startsWith("__react"))) return null;
  }
  // What is personal is hidden until then, and of brands that start up behind it, everything lies below the preloader.
  if (document.documentElement.dataset["restoring"] !== undefined) return null;
  if (document.querySelector("[data-preloader]") !== null) return null;
  const { pathname, search } = location;
  const main = document.querySelector<HTMLElement>("main[data-page]");
  const heading = main?.querySelector("h1");
  if (!main || !heading || pathname === before) return null;
  const { page = "", route = "", guarding } = main.dataset;
  const shownFor = new RegExp(`^${route.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
  if (guarding !== undefined || !shownFor.test(pathname)) return null;
  const focused = document.activeElement === heading;
  // It comes with the frame that shows the step; one that never does is told.
  const waited = Number(main.dataset["waited"] ?? 0);
  if (before !== null && !focused && waited < 20) {
    main.dataset["waited"] = String(waited + 1);
    return null;
  }
  const progress = document.querySelector("header progress");
  const question = main.querySelector<HTMLElement>("[data-question]");
  return {
    page,
    route,
    path: pathname,
    search,
    heading: heading.innerText,
    progress: progress instanceof HTMLProgressElement ? progress.value : null,
    focused,
    question: question?.dataset["question"] ?? null,
  };
}

/**
 * React has come to the last of the document, and nothing of the start hides or covers any of it: React marks what it
 * takes over a while before it is done.
 */
export async function alive(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      if (document.documentElement.dataset["restoring"] !== undefined)
        return false;
      if (document.querySelector("[data-preloader]") !== null) return false;
      const last = [...document.querySelectorAll("footer a")].at(-1);
      return Object.keys(last ?? {}).some((key) => key.startsWith("__react"));
    },
    null,
    POLL,
  );
}

/** The worker that keeps the page for times without network is at work. */
export function workerReady(page: Page): Promise<void> {
  return page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
}

/** Repeats a check until it holds; fails as the check did when it never does. */
export function soon(check: () => Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: PATIENCE_MS, interval: 30 });
}

/** The first words that describe a control: what is wrong, or its help. */
export function describedBy(field: Locator): Promise<string> {
  return field.evaluate((element) => {
    const ids = element.getAttribute("aria-describedby") ?? "";
    return (
      document.getElementById(ids.split(" ")[0] ?? "")?.innerText.trim() ?? ""
    );
  });
}

/** The question on screen in the first task after the address has changed; runs in the browser. */
export function firstShownAtNext(): Promise<string | undefined> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener("message", () => {
      const question = document.querySelector<HTMLElement>("[data-question]");
      resolve(question?.dataset["question"]);
    });
    port1.start();
    const push = history.pushState.bind(history);
    history.pushState = (...entry) => {
      push(...entry);
      port2.postMessage(null);
    };
  });
}
