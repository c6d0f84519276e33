import { expect, test } from "vitest";
import { keptPages, NO_PAGES, withPage } from "./shown-pages.ts";

const shown = (...pages: readonly string[]) =>
  pages.reduce((before, page, at) => withPage(before, { page, at }), NO_PAGES);

test("pages follow each other; the one on the screen has not come once more", () => {
  expect(shown("/a", "/b", "/b", "/a").pages).toEqual([
    { page: "/a", at: 0 },
    { page: "/b", at: 1 },
    { page: "/a", at: 3 },
  ]);
});

test("what is told stays told", () => {
  const told = { ...shown("/a"), told: 1 };
  expect(withPage(told, { page: "/b", at: 1 }).told).toBe(1);
});

test("more than a visitor sees is given up", () => {
  const many = Array.from({ length: 400 }, (_, i) => `/${i}`);
  expect(shown(...many).pages).toHaveLength(300);
});

test("what a tab has kept is read as it was", () => {
  const kept = { ...shown("/a", "/b"), told: 2 };
  const read: unknown = JSON.parse(JSON.stringify(kept));
  expect(keptPages(read)).toEqual(kept);
});

test.each([
  ["nothing", null],
  ["another version", { v: 2, pages: [], told: 0 }],
  ["no list", { v: 1, pages: {}, told: 0 }],
])("%s is not read", (_, value) => {
  expect(keptPages(value)).toBe(NO_PAGES);
});
