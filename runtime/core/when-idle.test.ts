import { afterEach, expect, test, vi } from "vitest";
import { IDLE_TIMEOUT_MS, whenIdle } from "./when-idle.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("idle start-up waits 2,000 ms at most, and can be called off", () => {
  const asked: unknown[] = [];
  vi.stubGlobal("requestIdleCallback", (...given: unknown[]) =>
    asked.push(given),
  );
  const off: unknown[] = [];
  vi.stubGlobal("cancelIdleCallback", (handle: unknown) => off.push(handle));
  const task = () => undefined;
  whenIdle(task)();
  expect(asked).toEqual([[task, { timeout: 2_000 }]]);
  expect(IDLE_TIMEOUT_MS).toBe(2_000);
  expect(off).toEqual([1]);
});

test("a browser without idle callbacks does it a little later", () => {
  vi.useFakeTimers();
  const task = vi.fn<() => void>();
  whenIdle(task);
  whenIdle(task)();
  vi.advanceTimersByTime(IDLE_TIMEOUT_MS);
  expect(task).toHaveBeenCalledOnce();
});
