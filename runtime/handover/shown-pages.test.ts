// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { NO_PAGES } from "../core/shown-pages.ts";
import { SHOWN_PAGES_KEY } from "../core/storage-keys.ts";
import { noteShown } from "./shown-pages.ts";

const html = document.documentElement;
const REFUSED = { value: "1", configurable: true };
const bodies: unknown[] = [];
let listening: AbortController;
let noting: ReturnType<typeof noteShown>;
const arrive = () => {
  listening = new AbortController();
  noting = noteShown(listening.signal);
};

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000 });
  vi.stubGlobal("fetch", (_: string, { body }: { body: string }) => {
    bodies.push(JSON.parse(body));
    return Promise.reject(new TypeError("nobody hears of it"));
  });
  arrive();
});
afterEach(() => {
  listening.abort();
  history.replaceState(null, "", "/");
  bodies.length = 0;
  delete html.dataset["uncounted"];
  Reflect.deleteProperty(navigator, "doNotTrack");
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionStorage.clear();
  vi.restoreAllMocks();
});

function show(path: string) {
  history.replaceState(null, "", path);
  vi.advanceTimersByTime(500);
  noting.note();
}

function look(visibility: "hidden" | "visible") {
  vi.spyOn(document, "hidden", "get").mockReturnValue(visibility === "hidden");
  document.dispatchEvent(new Event("visibilitychange"));
}

const PAGES = [
  { page: "/quiz/1-age", at: 1_500 },
  { page: "/quiz/2-area", at: 2_000 },
];

test("whoever leaves is counted, once for each page", () => {
  show("/quiz/1-age?utm_source=ad");
  show("/quiz/2-area");
  look("visible");
  expect(bodies).toEqual([]);
  look("hidden");
  look("hidden");
  const { hostname: host } = location;
  expect(bodies).toEqual([{ host, told: 0, pages: PAGES }]);
  show("/quiz/3-mind");
  look("hidden");
  const third = { page: "/quiz/3-mind", at: 2_500 };
  expect(bodies[1]).toEqual({ host, told: 2, pages: [...PAGES, third] });
  expect(noting.shown.told).toBe(3);
});

test("once the app is there, that goes on counting", () => {
  show("/quiz/1-age");
  listening.abort();
  look("hidden");
  expect(bodies).toEqual([]);
  expect(noting.shown).toMatchObject({ pages: PAGES.slice(0, 1), told: 0 });
});

test("from a page on that would tell a sensitive answer nothing is told", () => {
  show("/quiz/1-age");
  show("/quiz/2-area");
  show("/quiz/3-step");
  show("/quiz/4-mind");
  look("hidden");
  show("/quiz/5-body");
  look("hidden");
  const { hostname: host } = location;
  expect(bodies).toEqual([{ host, told: 0, pages: PAGES }]);
  expect(noting.shown.told).toBe(2);
  expect(noting.shown.pages).toHaveLength(5);
});

test("the next document of the tab goes on where the one before was", () => {
  show("/quiz/1-age");
  look("hidden");
  listening.abort();
  arrive();
  show("/quiz/2-area");
  look("hidden");
  const { hostname: host } = location;
  expect(bodies[1]).toEqual({ host, told: 1, pages: PAGES });
  const kept = { ...NO_PAGES, pages: PAGES, told: 2 };
  const text = sessionStorage.getItem(SHOWN_PAGES_KEY) ?? "";
  expect(JSON.parse(text)).toEqual(kept);
});

test("where the tab keeps nothing, each page is told once all the same", () => {
  const setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  vi.stubGlobal("sessionStorage", { getItem: () => null, setItem });
  show("/quiz/1-age");
  look("hidden");
  show("/quiz/2-area");
  look("hidden");
  expect(bodies).toMatchObject([
    { told: 0, pages: PAGES.slice(0, 1) },
    { told: 0, pages: PAGES.slice(1) },
  ]);
});

test("a page that is merely called a step is told", () => {
  show("/quiz/3-first-step");
  look("hidden");
  expect(bodies).toHaveLength(1);
});

test.each([
  "a brand that counts nobody",
  "a visitor who does not want it",
  "a tester",
])("nothing is told of %s", (who) => {
  if (who.startsWith("a brand")) html.dataset["uncounted"] = "";
  else if (who.startsWith("a visitor"))
    Object.defineProperty(navigator, "doNotTrack", REFUSED);
  show(who === "a tester" ? "/quiz/1-age?tester=1" : "/quiz/1-age");
  look("hidden");
  expect(bodies).toEqual([]);
  expect(sessionStorage).toHaveLength(0);
});
