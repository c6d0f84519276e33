import { beforeEach, describe, expect, test } from "vitest";
import { createStore } from "jotai";
import type { Funnel, Sensitivity } from "../../generated/contract.ts";
import { isSilenced } from "../core/silence.ts";
import { MIXED_KEY } from "../core/storage-keys.ts";
import { openStorage } from "../core/storage.ts";
import { FakeStorage } from "../testing/storage.ts";
import { funnel as base, funnelWith } from "../testing/funnel.ts";
import { made } from "../testing/made.ts";
import { readersPlaceAtom, showSensitivityAtom } from "./discretion.ts";
import { eventsAtom, trackPageAtom } from "./events.ts";
import { type Visit, visitAtom } from "./visit.ts";

describe("documents and tabs", () => {
  let store: ReturnType<typeof createStore>;
  let tab: ReturnType<typeof openStorage>;
  beforeEach(() => {
    store = createStore();
    tab = openStorage(() => new FakeStorage());
    store.set(visitAtom, made<Visit>({ tab }));
  });
  const seen = (...pages: Sensitivity[]) => {
    for (const page of pages) store.set(showSensitivityAtom, page);
    return store.set(readersPlaceAtom);
  };

  test.each<[Sensitivity[], "here" | "next" | "no"]>([
    [[], "here"],
    [["no", "part"], "here"],
    [["whole"], "next"],
    [["last", "whole"], "next"],
    [["no", "whole"], "no"],
    [["whole", "no"], "no"],
  ])("after %j a script that looks by itself may run: %s", (pages, where) => {
    expect(seen(...pages)).toBe(where);
    expect(tab.read(MIXED_KEY)).toBe(where === "no" ? true : null);
  });
});

test("from one sensitive step to the next, nobody is told of a page", () => {
  const store = createStore();
  for (const path of [
    "/quiz/start",
    "/quiz/2-step",
    "/quiz/3-step",
    "/quiz/4-b",
  ])
    store.set(trackPageAtom, path, "A quiz");
  expect(
    store.get(eventsAtom).map((event) => "path" in event && event.path),
  ).toEqual(["/quiz/start", "/quiz/step", "/quiz/4-b"]);
});

test("an answer that leads to a page after which nothing is told silences the visit", () => {
  const [first, second] = base.steps;
  if (first === undefined || second === undefined) throw new Error("no steps");
  const when = { kind: "answer", step: first.id, in: ["male"] };
  const funnel: Funnel = funnelWith({
    ...base,
    steps: made<Funnel["steps"]>([
      { ...first, edges: [{ on: "next", to: second.id, when }] },
      { ...second, sensitive: "last" },
    ]),
  });
  expect(isSilenced(funnel, {})).toBe(false);
  expect(isSilenced(funnel, { [first.id]: "female" })).toBe(false);
  expect(isSilenced(funnel, { [first.id]: "male" })).toBe(true);
  expect(isSilenced(base, { [first.id]: "male" })).toBe(false);
});
