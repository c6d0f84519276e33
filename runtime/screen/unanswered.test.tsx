// @vitest-environment happy-dom
import { act, render, screen } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { MemoryRouter, useLocation } from "react-router-dom";
import { App } from "../app.tsx";
import { pages } from "../pages/registry.ts";
import { testerAtom } from "../state/app.ts";
import { readersHereAtom } from "../state/discretion.ts";
import { brand, funnelWith, stepOf } from "../testing/funnel.ts";
import { pageTests, storing } from "../testing/harness.tsx";
import { steps } from "../testing/steps.ts";
import { unanswered } from "./step-screen.tsx";
import { testVisit } from "../testing/visit.ts";
import type { Basis } from "../../generated/contract.ts";

const { server } = pageTests();

const basis: Basis = {
  page: ["contact.name"],
  values: { "score.drift": [["answer.gender"], ["answer.rating"]] },
  words: { heading: "Made from your answers" },
  stays: [0],
};
const variable = { kind: "variable", name: "name", fallback: "friend" };
const report = {
  ...stepOf("rating"),
  id: "report",
  page: "report",
  path: "report",
  pattern: "report",
  title: [variable, ", this is it"],
  props: {
    heading: [variable, ", this is it"],
    button: "Continue",
    sections: [
      { section: "text", when: null, text: [], heading: "For everybody" },
      {
        section: "gauge",
        when: null,
        madeOf: ["score.drift"],
        score: "drift",
        low: "low",
        high: "high",
      },
    ],
  },
  basis,
};
const funnel = funnelWith({
  title: "A quiz",
  description: null,
  steps: [...steps, report],
});

beforeAll(() => Promise.all([pages.report.load(), unanswered.load()]));

function open(journey: object, contact: object = {}, opened = funnel) {
  const visit = testVisit(server(), {
    funnel: opened,
    href: "https://calm.example/quiz-focus/report",
    backend: storing(journey, { "visitor-contact-info": contact }),
  });
  render(
    <MemoryRouter initialEntries={["/quiz-focus/report?utm_source=ad"]}>
      <App brand={brand} funnel={opened} store={visit.store} />
      <Address />
    </MemoryRouter>,
  );
  const restore = () => act(() => void visit.restore());
  return { ...visit, restore };
}

function Address() {
  const { pathname, search } = useLocation();
  return <span data-testid="address">{pathname + search}</span>;
}

const heading = () => screen.getByRole("heading", { level: 1 }).textContent;
const main = () => document.querySelector("main");

test("a page is not painted, and holds no word of anybody, until it is known what was given", () => {
  const { restore } = open({});
  expect(main()?.hasAttribute("data-undecided")).toBe(true);
  expect(heading()).toBe("…, this is it");
  expect(document.querySelector("[data-section=gauge]")).toBeNull();
  restore();
  expect(main()?.hasAttribute("data-undecided")).toBe(false);
});

test("whoever opens it without answers reads what it is made from, and what needs none; the button starts the quiz", () => {
  const { restore } = open({});
  restore();
  expect(heading()).toBe("Made from your answers");
  expect(document.title).toBe("A quiz");
  expect(screen.getByText("Name?")).toBeTruthy();
  expect(screen.getByText("For everybody")).toBeTruthy();
  expect(document.querySelector("[data-section=gauge]")).toBeNull();
  act(() => screen.getByText("Start the quiz").click());
  expect(screen.getByTestId("address").textContent).toBe(
    "/quiz-focus/start?utm_source=ad",
  );
});

test("whoever has begun is led to where they left off", () => {
  const { restore } = open({
    answers: { gender: "male", habits: ["none"], rating: 3 },
  });
  restore();
  act(() => screen.getByText("Continue the quiz").click());
  expect(screen.getByTestId("address").textContent).toBe(
    "/quiz-focus/5-minutes?utm_source=ad",
  );
});

test("a question that is told to nobody begins a document of its own where others look at this one", () => {
  const hidden = funnel.steps.map((step) =>
    step.page === "slider" ? { ...step, sensitive: "whole" as const } : step,
  );
  const { restore, store, assigned } = open(
    { answers: { gender: "male", habits: ["none"], rating: 3 } },
    {},
    { ...funnel, steps: hidden },
  );
  restore();
  act(() => store.set(readersHereAtom, true));
  act(() => screen.getByText("Continue the quiz").click());
  expect(assigned).toEqual(["/quiz-focus/5-minutes?utm_source=ad"]);
  expect(screen.getByTestId("address").textContent).toBe(
    "/quiz-focus/report?utm_source=ad",
  );
});

test("whoever has given everything sees the page", () => {
  const given = { answers: { gender: "male", rating: 3, name: "Robin" } };
  const { restore } = open(given);
  restore();
  expect(heading()).toBe("Robin, this is it");
  expect(document.querySelector("[data-section=gauge]")).not.toBeNull();
  // Titles hold no words of the visitor.
  expect(document.title).toBe("A quiz");
});

test("a tester sees the page as it is", () => {
  const { restore, store } = open({});
  act(() => store.set(testerAtom, true));
  restore();
  expect(heading()).toBe("friend, this is it");
});

test("a section whose answers are missing is left out of a page that is there", () => {
  const { restore } = open({ answers: { gender: "male", name: "Robin" } });
  restore();
  expect(heading()).toBe("Robin, this is it");
  expect(document.querySelector("[data-section=gauge]")).toBeNull();
});
