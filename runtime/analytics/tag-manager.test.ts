// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { funnel } from "../testing/funnel.ts";
import { containerId, tagManager } from "./tag-manager.ts";
import { contextWith } from "../testing/vendors.ts";

const ID = "GTM-K8P2QX";
const TAGS = { tagManager: { id: ID, hosts: [] } };
const context = contextWith(TAGS);
const PAGE = { kind: "page", path: "/quiz/start", title: "Start" } as const;
const error = vi.spyOn(console, "error");
/** What pages say themselves; what stands in for the browser tells of its network by errors, whenever they come. */
const said = () =>
  error.mock.calls.filter(([first]) => typeof first === "string");

beforeEach(() => {
  error.mockReset();
  vi.useFakeTimers();
  Reflect.deleteProperty(globalThis, "dataLayer");
  Reflect.deleteProperty(globalThis, "google_tag_manager");
  document.head.replaceChildren();
  // Happy DOM would fetch it.
  vi.spyOn(document.head, "append").mockImplementation((...nodes) => {
    scripts.push(...nodes);
  });
});
afterEach(() => {
  scripts.length = 0;
  vi.useRealTimers();
});
const scripts: unknown[] = [];

const layer = () => Reflect.get(globalThis, "dataLayer");
const address = () =>
  scripts.map((node) => node instanceof HTMLScriptElement && node.src);
const arrive = () =>
  Reflect.set(globalThis, "google_tag_manager", { [ID]: {} });

test.each([
  "GTM-",
  "GTM-ab12",
  "gtm-AB12",
  "GTM-AB 12",
  "G-AB12",
  "",
  "xGTM-A",
])("the tag-manager id %j is refused: 'GTM-ID is not valid'", (id) => {
  expect(() => containerId(id)).toThrow("GTM-ID is not valid");
});

test("a bad id loads nothing", async () => {
  const bad = contextWith({ tagManager: { id: "GTM-x", hosts: [] } });
  await expect(tagManager.start(bad)).rejects.toThrow("GTM-ID is not valid");
  expect(scripts).toEqual([]);
});

test("the script is loaded with the id as a query parameter", async () => {
  void tagManager.start(context);
  expect(address()).toEqual([
    `https://www.googletagmanager.com/gtm.js?id=${ID}`,
  ]);
});

test("the tag manager is waited for, looking every 20 ms", async () => {
  const there = vi.fn<() => void>();
  const starting = tagManager.start(context);
  void starting.then(there);
  await vi.advanceTimersByTimeAsync(60);
  expect(there).not.toHaveBeenCalled();
  arrive();
  await vi.advanceTimersByTimeAsync(20);
  expect(there).toHaveBeenCalledOnce();
  await (await starting).track(PAGE);
  expect(layer()).toContainEqual({
    event: "page_view",
    page_path: "/quiz/start",
    page_title: "Start",
  });
  expect(said()).toEqual([]);
});

test("after 100 looks (2 s) an error is logged, and things go on", async () => {
  const starting = tagManager.start(context);
  await vi.advanceTimersByTimeAsync(1_980);
  expect(said()).toEqual([]);
  await vi.advanceTimersByTimeAsync(20);
  await (await starting).track(PAGE);
  expect(said()).toEqual([["the tag manager was not there in time"]]);
  expect(layer()).toHaveLength(2);
});

test("a purchase is told with its payload; after an opt-out nothing is", async () => {
  arrive();
  const running = await tagManager.start(context);
  await running.track({ kind: "purchase", properties: { event_id: "e-1" } });
  expect(layer()).toContainEqual({ event: "purchase", event_id: "e-1" });
  running.stop();
  await running.track(PAGE);
  expect(layer()).toHaveLength(2);
});

test("begun once more on the same page, it is neither loaded nor started anew", async () => {
  const first = tagManager.start(context);
  void tagManager.start(context);
  arrive();
  await vi.advanceTimersByTimeAsync(20);
  (await first).stop();
  await tagManager.start(context);
  expect(scripts).toHaveLength(1);
  expect(layer()).toHaveLength(1);
});

test("it runs where the funnel measures, and its brand has a container", () => {
  const { brand } = context;
  expect(tagManager.wanted(brand, context.funnel)).toBe(true);
  expect(tagManager.wanted(brand, funnel)).toBe(false);
  expect(tagManager.wanted(contextWith({}).brand, context.funnel)).toBe(false);
});
