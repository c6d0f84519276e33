// @vitest-environment happy-dom
import { act, cleanup } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { funnel } from "../testing/funnel.ts";
import { NOW } from "../testing/visit.ts";
import { pageTests, storing } from "../testing/harness.tsx";
import { useDeadline, useTimerEnded } from "./use-deadline.ts";
import { useDone } from "./use-done.ts";
import { usePromo } from "./use-promo.ts";
import { useVariant } from "./use-variant.ts";

const { watch } = pageTests();

const START = ["/quiz-focus/start?utm_source=x"];

test("the countdown is unknown until hydrated, runs down, and ends on the stored deadline", () => {
  vi.useFakeTimers();
  const { seen, now, clock } = watch(useClock, { at: ["/quiz-focus/oto"] });
  expect(seen[0]).toEqual({
    deadline: { secondsLeft: null, ended: false },
    ended: false,
  });
  expect(now().deadline).toEqual({ secondsLeft: 600, ended: false });
  const pass = (ms: number) =>
    act(() => {
      clock.now += ms;
      vi.advanceTimersByTime(ms);
    });
  pass(1_000);
  expect(now().deadline.secondsLeft).toBe(599);
  pass(598_999);
  expect(now()).toEqual({
    deadline: { secondsLeft: 1, ended: false },
    ended: false,
  });
  pass(251);
  expect(now()).toEqual({
    deadline: { secondsLeft: 0, ended: true },
    ended: true,
  });
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

test("a page without a countdown starts none, and sees one end", () => {
  const none = watch(useTimerEnded, { at: ["/quiz-focus/oto"] });
  expect(none.backend.getItem("funnel:calm/focus") ?? "").not.toContain(
    '"deadline":1',
  );
  cleanup();
  const past = watch(useTimerEnded, {
    at: ["/quiz-focus/oto"],
    backend: storing({ deadline: NOW - 1 }),
  });
  expect(past.seen[0]).toBe(false);
  expect(past.now()).toBe(true);
});

test("a promo code is made once by a page that gives a prefix, and seen by all others", () => {
  const none = watch(() => usePromo(), { at: ["/quiz-focus/oto"] });
  expect(none.now()).toBeNull();
  cleanup();
  const made = watch(() => usePromo("CALM"), {
    at: ["/quiz-focus/oto"],
    backend: none.backend,
  });
  expect(made.seen[0]).toBeNull();
  expect(made.now()).toBe("CALM-AAAA");
  cleanup();
  const later = watch(() => usePromo(), {
    at: ["/quiz-focus/oto"],
    backend: none.backend,
    random: () => 0.9,
  });
  expect(later.now()).toBe("CALM-AAAA");
});

test("done marks last", () => {
  const first = watch(() => useDone("analyzing"), { at: START });
  expect(first.now()[0]).toBe(false);
  act(() => first.now()[1]());
  expect(first.now()[0]).toBe(true);
  cleanup();
  const later = watch(() => [useDone("analyzing")[0], useDone("other")[0]], {
    at: START,
    backend: first.backend,
  });
  expect(later.now()).toEqual([true, false]);
});

test("an experiment's side is A until hydrated; showing it makes it the last used", () => {
  const { seen, now, backend } = watch(useSides, {
    at: START,
    random: () => 0.5,
  });
  expect(seen[0]).toEqual(["A", "A"]);
  expect(now()).toEqual(["B", "A"]);
  expect(backend.getItem("experiments")).toContain(
    '"lastUsedExperiment":{"name":"AB_Test_FIT1_OTO_2","value":"B"}',
  );
});

function useClock() {
  return { deadline: useDeadline(10), ended: useTimerEnded() };
}

function useSides() {
  return [useVariant(funnel.experiments[0] ?? null), useVariant(null)];
}
