// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pageTests } from "../testing/harness.tsx";
import { useFlow } from "./use-flow.ts";
import { RUN_MS } from "../core/run-of-taps.ts";
import { useUnread } from "./use-unread.ts";

const OTO = { at: ["/quiz-focus/oto"] };
const { watch } = pageTests();
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const tap = () =>
  document.body.dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));

const press = (key: string) => () =>
  document.body.dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true }),
  );

test("what came with the document is read from the first", () => {
  const { seen } = watch(useUnreadStep, OTO);
  expect(new Set(seen.map(({ unread }) => unread))).toEqual(new Set([false]));
  expect(vi.getTimerCount()).toBe(0);
});

test("a step that comes up is unread until the taps have paused, and then no more", () => {
  const { now, here } = watch(useUnreadStep, OTO);
  act(() => now().go("decline"));
  expect(here()).not.toBe(OTO.at[0]);
  expect(now().unread).toBe(true);
  for (const again of [tap, press("Enter"), press(" "), tap]) {
    pass(RUN_MS - 1);
    again();
  }
  expect(now().unread).toBe(true);
  pass(RUN_MS);
  expect(now().unread).toBe(false);
  tap();
  press("Enter")();
  expect(now().unread).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test("a key that moves the focus is no press", () => {
  const { now } = watch(useUnreadStep, OTO);
  act(() => now().go("decline"));
  pass(RUN_MS - 1);
  press("Tab")();
  pass(1);
  expect(now().unread).toBe(false);
});

test("a price that changes is unread until the taps have paused, and one that was picked is not", () => {
  const { result, rerender } = renderHook(useUnread, {
    initialProps: { product: "extra", price: "$19.99" },
  });
  expect(result.current).toBe(false);
  rerender({ product: "extra", price: "$24.99" });
  expect(result.current).toBe(true);
  pass(RUN_MS - 1);
  // The one after that is read from its own beginning.
  rerender({ product: "extra", price: "$29.99" });
  pass(RUN_MS - 1);
  expect(result.current).toBe(true);
  pass(1);
  expect(result.current).toBe(false);
  rerender({ product: "plan", price: "$39.99" });
  expect(result.current).toBe(false);
});

test("the first product that is picked is unread until the taps have paused", () => {
  const nothing: Parameters<typeof useUnread>[0] = {
    product: null,
    price: null,
  };
  const { result, rerender } = renderHook(useUnread, { initialProps: nothing });
  expect(result.current).toBe(false);
  rerender({ product: "extra", price: "$19.99" });
  expect(result.current).toBe(true);
  pass(RUN_MS - 1);
  tap();
  pass(RUN_MS - 1);
  expect(result.current).toBe(true);
  pass(1);
  expect(result.current).toBe(false);
});

function useUnreadStep() {
  const unread = useUnread({ product: "extra", price: "$19.99" });
  return { unread, go: useFlow<"offer">().go };
}
