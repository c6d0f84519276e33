// @vitest-environment happy-dom
import { act, cleanup } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { funnel } from "../testing/funnel.ts";
import { NOW } from "../testing/visit.ts";
import { pageTests, storing, untilShown } from "../testing/harness.tsx";
import { useDeadline, useTimerEnded } from "./use-deadline.ts";
import { useDone } from "./use-done.ts";
import { useVariant } from "./use-variant.ts";

const { server, watch } = pageTests();

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

/** Answers every question for the terms of the offer with what is left. */
function leaving(left: () => number | null) {
  server().answer = ({ path }) =>
    path === "/visitor/offer-terms"
      ? { body: { left_ms: left(), promo: null, refused: null } }
      : {};
}

test("the server's deadline shortens the countdown, and never gives time back", async () => {
  let left = 300_000;
  leaving(() => left);
  const { now, backend } = watch(useClock, { at: ["/quiz-focus/oto"] });
  expect(now().deadline.secondsLeft).toBe(600);
  await untilShown(() => now().deadline.secondsLeft === 300);
  expect(server().calls[0]?.body).toEqual({
    funnel: "focus",
    left_ms: 600_000,
  });
  cleanup();
  left = 500_000;
  const later = watch(useClock, { at: ["/quiz-focus/oto"], backend });
  await expect.poll(() => server().calls.length).toBe(2);
  expect(later.now().deadline.secondsLeft).toBe(300);
  left = 0;
  await untilShown(() => {
    // Whoever asks while the call before is under way gets that one's answer.
    window.dispatchEvent(new Event("online"));
    return later.now().ended;
  });
});

test("a clock that is set back does not make the countdown longer than it is written", () => {
  const backend = storing({ deadline: NOW + 3_600_000 });
  const { now } = watch(useClock, { at: ["/quiz-focus/oto"], backend });
  expect(now().deadline.secondsLeft).toBe(600);
});

test("without an answer of the server it runs as it did", async () => {
  server().answer = () => ({ status: 500 });
  const { now } = watch(useClock, { at: ["/quiz-focus/oto"] });
  await expect.poll(() => server().calls.length).toBe(1);
  expect(now()).toEqual({
    deadline: { secondsLeft: 600, ended: false },
    ended: false,
  });
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
  const { extend: _, ...deadline } = useDeadline(10);
  return { deadline, ended: useTimerEnded() };
}

function useSides() {
  return [useVariant(funnel.experiments[0] ?? null), useVariant(null)];
}
