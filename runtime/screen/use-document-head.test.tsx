// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { stepOf } from "../testing/funnel.ts";
import { pageTests } from "../testing/harness.tsx";
import { useDocumentHead } from "./use-document-head.ts";

const { watch } = pageTests();
const step = stepOf("gender");

test.each([
  ["How are you?", "How are you?"],
  ["", "Fun"],
  [[{ kind: "variable", name: "name", fallback: "friend" }], "friend"],
  [[{ kind: "variable", name: "name", fallback: null }], "Fun"],
] as const)("a route titled %j is called %s", (title, name) => {
  document.title = "before";
  watch(() => useDocumentHead({ ...step, title }), {
    at: ["/quiz-focus/start"],
  });
  expect(document.title).toBe(name);
});

test("the description is the route's, where it has one", () => {
  document.head.innerHTML = '<meta name="description" content="before">';
  const described = () =>
    document.querySelector('meta[name="description"]')?.getAttribute("content");
  const at = ["/quiz-focus/start"];
  watch(() => useDocumentHead({ ...step, description: null }), { at });
  expect(described()).toBe("before");
  watch(() => useDocumentHead({ ...step, description: "About it" }), { at });
  expect(described()).toBe("About it");
});
