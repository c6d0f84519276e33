// @vitest-environment happy-dom
import { createStore } from "jotai";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Sensitivity, Step } from "../../generated/contract.ts";
import { openTab } from "../core/storage.ts";
import { SHOWN_PAGES_KEY } from "../core/storage-keys.ts";
import { brand, funnel } from "../testing/funnel.ts";
import { made } from "../testing/made.ts";
import { countStepAtom, shownSinceAtom, tellPagesAtom } from "./count-pages.ts";
import { silencedAtom } from "./discretion.ts";
import { type Visit, visitAtom } from "./visit.ts";

const bodies: unknown[] = [];
let store: ReturnType<typeof createStore>;

beforeEach(() => {
  store = visiting();
  vi.stubGlobal("fetch", (_: string, { body }: { body: string }) => {
    bodies.push(JSON.parse(body));
    return Promise.resolve(new Response());
  });
});
afterEach(() => {
  bodies.length = 0;
  sessionStorage.clear();
  history.replaceState(null, "", "/");
  Reflect.deleteProperty(navigator, "doNotTrack");
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function visiting(visits: "counted" | "off" = "counted") {
  const opened = createStore();
  const visit = { brand: { ...brand, visits }, funnel, tab: openTab() };
  opened.set(visitAtom, made<Visit>(visit));
  return opened;
}

function show(address: string, at: number, sensitive: Sensitivity = "no") {
  const step = made<Step>({ sensitive });
  store.set(countStepAtom, { step, address, at });
}

const leave = () => store.set(tellPagesAtom);

const { hostname: host } = location;
const FIRST = { page: "/quiz/1-age", at: 1 };
const SECOND = { page: "/quiz/2-area", at: 2 };

test("the server is told when the page is left, of each page once", () => {
  show("/quiz/1-age", 1);
  leave();
  leave();
  show("/quiz/2-area", 2);
  leave();
  expect(bodies).toEqual([
    { host, told: 0, pages: [FIRST] },
    { host, told: 1, pages: [FIRST, SECOND] },
  ]);
});

test("the next document of the tab goes on where the one before was", () => {
  show("/quiz/1-age", 1);
  leave();
  store = visiting();
  show("/quiz/1-age", 2);
  show("/quiz/2-area", 2);
  leave();
  expect(bodies[1]).toEqual({ host, told: 1, pages: [FIRST, SECOND] });
});

test("the page that is taken over has been there since the hand-over showed it", () => {
  const step = made<Step>({ sensitive: "no" });
  store.set(shownSinceAtom, 1);
  store.set(countStepAtom, { step, address: "/quiz/1-age" });
  vi.spyOn(Date, "now").mockReturnValue(2);
  store.set(countStepAtom, { step, address: "/quiz/2-area" });
  leave();
  expect(bodies).toEqual([{ host, told: 0, pages: [FIRST, SECOND] }]);
});

test("where the tab keeps nothing, it holds for the document", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  show("/quiz/1-age", 1);
  show("/quiz/2-area", 2);
  leave();
  expect(bodies).toEqual([{ host, told: 0, pages: [FIRST, SECOND] }]);
});

test.each(["{", '{"v":0}', "[]"])("what is no list, as %s, is none", (text) => {
  sessionStorage.setItem(SHOWN_PAGES_KEY, text);
  show("/quiz/1-age", 1);
  leave();
  expect(bodies).toEqual([{ host, told: 0, pages: [FIRST] }]);
});

describe("not counted", () => {
  const uncounted = () => {
    leave();
    return bodies.length === 0 && sessionStorage.length === 0;
  };

  test("is a page that would tell a sensitive answer", () => {
    show("/quiz/2-step", 1, "whole");
    show("/quiz/3-step", 2, "last");
    expect(uncounted()).toBe(true);
  });

  test("is what comes behind a way that tells one", () => {
    vi.spyOn(silencedAtom, "read").mockReturnValue(true);
    show("/quiz/4-mind", 1);
    expect(uncounted()).toBe(true);
  });

  test("are visitors who do not want to be measured", () => {
    const value = { value: "1", configurable: true };
    Object.defineProperty(navigator, "doNotTrack", value);
    show("/quiz/1-age", 1);
    expect(uncounted()).toBe(true);
  });

  test("are testers", () => {
    history.replaceState(null, "", "/?tester=1");
    show("/quiz/1-age", 1);
    expect(uncounted()).toBe(true);
  });

  test("are visitors of a brand that counts nobody", () => {
    store = visiting("off");
    show("/quiz/1-age", 1);
    expect(uncounted()).toBe(true);
  });
});

test("a page of which a part is sensitive is counted", () => {
  show("/quiz/1-age", 1, "part");
  leave();
  expect(bodies).toHaveLength(1);
});
