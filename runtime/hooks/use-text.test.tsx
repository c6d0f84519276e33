// @vitest-environment happy-dom
import { act } from "@testing-library/react";
import { expect, test } from "vitest";
import { pageTests, storing } from "../testing/harness.tsx";
import { useAnswerLabel } from "./use-answer.ts";
import { useCondition } from "./use-condition.ts";
import { type ContactHandle, useContact } from "./use-contact.ts";
import { useHydrated } from "./use-hydrated.ts";
import { useScore } from "./use-score.ts";
import { useText, useVariable } from "./use-text.ts";
import { CONTACT_KEY } from "../core/storage-keys.ts";

const { server, watch } = pageTests();

const START = ["/quiz-focus/start?utm_source=x"];

test("texts, labels, scores and conditions: empty when prerendered, filled when restored", () => {
  const backend = storing({
    answers: {
      gender: "female",
      habits: ["late", "tea"],
      rating: 4,
      name: "Anna",
    },
  });
  const name = { kind: "variable", name: "name", fallback: "friend" } as const;
  const hook = () => ({
    text: useText()(["Hi ", name]),
    variable: useVariable()("project"),
    label: useAnswerLabel("habits"),
    unknown: useAnswerLabel("nothing"),
    score: useScore("drift"),
    holds: useCondition()({ kind: "answer", step: "gender", in: ["female"] }),
    hydrated: useHydrated(),
  });
  const { seen, now } = watch(hook, { at: START, backend });
  expect(seen[0]).toMatchObject({
    text: "Hi friend",
    variable: "Stillwater",
    label: null,
    score: { value: 1, band: { id: "low" } },
    holds: false,
    hydrated: false,
  });
  expect(now()).toMatchObject({
    text: "Hi Anna",
    label: "Late nights and Tea",
    unknown: null,
    score: { value: 6, band: { id: "middle" } },
    holds: true,
    hydrated: true,
  });
});

test("a contact resolves once it is kept, whatever the network does", async () => {
  server().answer = () => ({ kind: "hang" });
  const { now, backend } = watch(useContact, { at: ["/quiz-focus/9-email"] });
  const contact: ContactHandle = now();
  await act(() => contact.submit({ email: "a@b.co" }));
  expect(now().email).toBe("a@b.co");
  expect(backend.getItem(CONTACT_KEY)).toContain("a@b.co");
});
