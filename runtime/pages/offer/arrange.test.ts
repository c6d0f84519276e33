import { expect, test } from "vitest";
import type { Section } from "../../../generated/names.ts";
import { arrange } from "./arrange.ts";

const text: Section = {
  section: "text",
  heading: "Story",
  text: [],
  when: null,
};
const faq: Section = {
  section: "faq",
  heading: "Questions",
  items: [],
  when: null,
};
const clock: Section = {
  section: "countdown",
  minutes: 10,
  text: "",
  ended: "",
  more: "",
  added: "",
  soon: "",
  when: null,
};
const plans: Section = { section: "plans", plans: [], promo: true, when: null };
const again: Section = { ...plans, heading: "Once more" };

const names = (sections: readonly Section[]) =>
  sections.map((item) => item.section);

test.each([
  ["A", [text, clock, plans, faq], ["text"], ["countdown", "plans"], ["faq"]],
  ["A", [clock, text, plans, faq], ["countdown", "text"], ["plans"], ["faq"]],
  ["A", [plans, faq], [], ["plans"], ["faq"]],
  ["B", [text, clock, plans, faq], [], ["countdown", "plans"], ["text", "faq"]],
  ["B", [clock, text, plans], [], ["countdown", "plans"], ["text"]],
  ["A", [plans, text, again], [], ["plans"], ["text", "plans"]],
] as const)("layout %s of %#", (type, sections, before, picker, after) => {
  const parts = arrange(sections, type);
  expect(names(parts.before)).toEqual(before);
  expect(names(parts.picker)).toEqual(picker);
  expect(names(parts.after)).toEqual(after);
  expect(parts.plans).toBe(plans);
});

test("without plans everything is story", () => {
  expect(arrange([text, faq], "B")).toEqual({
    before: [text, faq],
    picker: [],
    after: [],
    plans: null,
  });
});
