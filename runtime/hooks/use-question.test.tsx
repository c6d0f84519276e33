// @vitest-environment happy-dom
import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useQuestion } from "./use-question.ts";
import { RUN_MS } from "../core/run-of-taps.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a question that no tap brought up is answered by the first", () => {
  const { result } = renderHook(useQuestion);
  expect(result.current.isAnswered()).toBe(true);
});

test("a question is answered once the taps that brought it up have paused", () => {
  const { result } = renderHook(useQuestion);
  result.current.ask();
  for (let taps = 0; taps < 3; taps += 1) {
    vi.advanceTimersByTime(RUN_MS - 1);
    expect(result.current.isAnswered()).toBe(false);
  }
  vi.advanceTimersByTime(RUN_MS);
  expect(result.current.isAnswered()).toBe(true);
});
