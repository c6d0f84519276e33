import { createStore } from "jotai";
import { expect, test } from "vitest";
import { eventsAtom, trackAtom } from "./events.ts";

test("events wait in their order; of too many the oldest are given up", () => {
  const store = createStore();
  for (let i = 0; i < 105; i += 1)
    store.set(trackAtom, { kind: "page", path: `/${i}`, title: "" });
  const waiting = store.get(eventsAtom);
  expect(waiting).toHaveLength(100);
  expect(waiting[0]).toMatchObject({ path: "/5" });
  expect(waiting.at(-1)).toMatchObject({ path: "/104" });
});
