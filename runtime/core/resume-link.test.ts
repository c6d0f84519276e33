import { expect, test, vi } from "vitest";
import { funnel, stepOf } from "../testing/funnel.ts";
import { readResumed, resumeLink } from "./resume-link.ts";

const place = {
  protocol: "https:",
  host: "calm.example",
  pathname: "/quiz-focus/oto",
  search: "?utm_source=ad&email=a%40b.co&checkout=c-1",
};
const hashOf = (link: string) => new URL(link).hash;
const withFragment = (value: unknown) =>
  `#resume=${encodeURIComponent(JSON.stringify(value))}`;

test("a link brings the answers to the same page, and nothing of the query that names a person", () => {
  const answers = { gender: "female", rating: 4 };
  const link = resumeLink(place, funnel, answers);
  expect(link.replace(/#.*/, "")).toBe(
    "https://calm.example/quiz-focus/oto?utm_source=ad",
  );
  expect(readResumed(hashOf(link), funnel)).toEqual(answers);
});

test("texts come back as they were typed, in any letters", () => {
  const typed = funnel.steps.find(({ page }) => page === "text");
  const id = String(typed?.id);
  const answers = { [id]: "Zoë 🌱 + / = ?" };
  const link = resumeLink(place, funnel, answers);
  expect(hashOf(link)).toMatch(/^#resume=[\w%.!~*'()-]+$/);
  expect(readResumed(hashOf(link), funnel)).toEqual(answers);
});

test.each(["part", "whole", "last"] as const)(
  "an answer of a page that is sensitive (%s) stays where it was given",
  (sensitive) => {
    const steps = [stepOf("gender"), { ...stepOf("rating"), sensitive }];
    const answers = { gender: "female", rating: 4 };
    const link = resumeLink(place, { ...funnel, steps }, answers);
    expect(readResumed(hashOf(link), funnel)).toEqual({ gender: "female" });
  },
);

test("what does not fit the funnel is left out", () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  const hash = withFragment({ gender: "other!", rating: 4, unknown: "x" });
  expect(readResumed(hash, funnel)).toEqual({ rating: 4 });
  expect(warn).toHaveBeenCalledOnce();
  warn.mockRestore();
});

test.each([
  ["", null],
  ["#plans", null],
  ["#resume", null],
  ["#resume=", null],
  ["#resume=%", null],
  ["#resume=%FF", null],
  [hashOf(resumeLink(place, funnel, { gender: "female" })).slice(0, -6), null],
  [withFragment("text"), {}],
  [withFragment({ gender: "female", more: "x".repeat(16_000) }), null],
])("the fragment %j brings %j", (hash, brought) => {
  expect(readResumed(hash, funnel)).toEqual(brought);
});
