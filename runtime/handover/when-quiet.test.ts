import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ADVANCE_DELAY_MS } from "../core/advance-delay.ts";
import { whenQuiet } from "./when-quiet.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function begin({ needsIt = false, isTapping = false }) {
  const visitor = { needsIt, isTapping };
  const task = vi.fn<() => void>();
  const look = whenQuiet(
    {
      needsIt: () => visitor.needsIt,
      isTapping: () => visitor.isTapping,
    },
    task,
  );
  return { visitor, task, look };
}

test("a visitor who does nothing gets it when the browser has time", () => {
  const { task } = begin({});
  expect(task).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(task).toHaveBeenCalledOnce();
});

test("whoever taps on gets it when they pause, and not before", () => {
  const { visitor, task } = begin({ isTapping: true });
  vi.advanceTimersByTime(20 * ADVANCE_DELAY_MS);
  expect(task).not.toHaveBeenCalled();
  visitor.isTapping = false;
  vi.runAllTimers();
  expect(task).toHaveBeenCalledOnce();
});

test("whoever taps again while the browser was waited for goes on first", () => {
  const { visitor, task } = begin({});
  visitor.isTapping = true;
  vi.advanceTimersByTime(20 * ADVANCE_DELAY_MS);
  expect(task).not.toHaveBeenCalled();
});

test("whoever needs it gets it at once, and once", () => {
  const { visitor, task, look } = begin({ isTapping: true });
  visitor.needsIt = true;
  look();
  expect(task).toHaveBeenCalledOnce();
  look();
  vi.runAllTimers();
  expect(task).toHaveBeenCalledOnce();
  expect(begin({ needsIt: true, isTapping: true }).task).toHaveBeenCalledOnce();
});
