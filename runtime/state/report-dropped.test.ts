import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type LocalServer, localServer } from "../testing/local-server.ts";
import { funnel, funnelWith } from "../testing/funnel.ts";
import { FakeStorage } from "../testing/storage.ts";
import { testVisit } from "../testing/visit.ts";
import { eventsAtom } from "./events.ts";
import { answersAtom } from "./journey.ts";

const warn = vi.spyOn(console, "warn");
let server: LocalServer;
beforeEach(async () => {
  warn.mockImplementation(() => undefined);
  server = await localServer();
});
afterEach(async () => {
  warn.mockReset();
  await server.close();
});

/** A browser that has kept answers to the funnel of the tests. */
function answered(answers: Readonly<Record<string, unknown>>): FakeStorage {
  const backend = new FakeStorage();
  const journey = { v: 1, answers, done: [], deadline: null, promo: null };
  backend.setItem("funnel:calm/focus", JSON.stringify(journey));
  return backend;
}

test("which answers fit no longer is told, never what they were", () => {
  const backend = answered({
    gender: "gone",
    rating: 99,
    unknown: "secret",
    time: "5-minutes",
  });
  const { store, restore } = testVisit(server, { backend });
  restore();
  const told = store.get(eventsAtom);
  expect(told).toEqual([{ kind: "dropped", questions: ["gender", "rating"] }]);
});

test("it is told once, and what fits stays", () => {
  const backend = answered({ gender: "gone", habits: ["late"] });
  const told = [1, 2, 3].flatMap(() => {
    const { store, restore } = testVisit(server, { backend });
    restore();
    expect(store.get(answersAtom)).toEqual({ habits: ["late"] });
    return store.get(eventsAtom);
  });
  expect(told).toHaveLength(1);
});

test("nothing is told where all answers fit, and where there are none", () => {
  for (const backend of [answered({ gender: "female" }), new FakeStorage()]) {
    const { store, restore } = testVisit(server, { backend });
    restore();
    expect(store.get(eventsAtom)).toEqual([]);
  }
});

test.each(["part", "whole", "last"] as const)(
  "of a question that is sensitive (%s) nothing is told",
  (sensitive) => {
    const steps = funnel.steps.map((step) =>
      step.id === "gender" ? { ...step, sensitive } : step,
    );
    const backend = answered({ gender: "gone" });
    const { store, restore } = testVisit(server, {
      backend,
      funnel: funnelWith({ steps }),
    });
    restore();
    expect(store.get(answersAtom)).toEqual({});
    expect(store.get(eventsAtom)).toEqual([]);
    expect(backend.getItem("funnel:calm/focus")).not.toContain("gone");
  },
);
