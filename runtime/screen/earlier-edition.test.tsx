// @vitest-environment happy-dom
import { act, render, screen } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { MemoryRouter, useLocation } from "react-router-dom";
import { App } from "../app.tsx";
import { journeyKey } from "../core/storage-keys.ts";
import { pages } from "../pages/registry.ts";
import { brand, funnelWith, stepOf } from "../testing/funnel.ts";
import { pageTests, storing } from "../testing/harness.tsx";
import { steps } from "../testing/steps.ts";
import { testVisit } from "../testing/visit.ts";

const { server } = pageTests();

const offer = {
  ...stepOf("rating"),
  id: "paid",
  page: "report",
  path: "paid",
  pattern: "paid",
  guards: ["prerequisites"],
  needs: [{ kind: "answer", id: "gender", from: "gender" }],
  late: true,
  edges: [{ on: "accept", to: "gender", when: null }],
  basis: { page: ["answer.gender"] },
  props: {
    heading: "Yours to begin",
    button: "Continue",
    sections: [
      { section: "text", when: null, text: [], heading: "For everybody" },
      {
        section: "text",
        when: null,
        madeOf: ["answer.gender"],
        text: [],
        heading: "From your answer",
      },
    ],
  },
};
const funnel = funnelWith({ steps: [...steps, offer] });

beforeAll(() => Promise.all([pages.report.load(), pages.single.load()]));

async function open(journey: object) {
  const backend = storing(journey, {});
  const visit = testVisit(server(), {
    funnel,
    href: "https://calm.example/quiz-focus/paid",
    backend,
  });
  render(
    <MemoryRouter initialEntries={["/quiz-focus/paid"]}>
      <App brand={brand} funnel={funnel} store={visit.store} />
      <Address />
    </MemoryRouter>,
  );
  await act(() => visit.restore());
  const stored: unknown = JSON.parse(
    backend.getItem(journeyKey(funnel)) ?? "{}",
  );
  return {
    path: screen.getByTestId("path").textContent,
    offered: Object(stored).offered,
  };
}

function Address() {
  return <p data-testid="path">{useLocation().pathname}</p>;
}

const HERE = "/quiz-focus/paid";

test("coming to an offer with all that it needs is kept, with the edition", async () => {
  const { path, offered } = await open({ answers: { gender: "female" } });
  expect([path, offered]).toEqual([HERE, funnel.edition]);
  expect(screen.queryByText("From your answer")).not.toBeNull();
});

test("an answer that fits no longer leads nobody back who came to an offer before the change", async () => {
  const { path, offered } = await open({
    answers: { gender: "gone" },
    offered: "before00",
  });
  expect([path, offered]).toEqual([HERE, "before00"]);
  expect(screen.queryByText("Yours to begin")).not.toBeNull();
  expect(screen.queryByText("For everybody")).not.toBeNull();
  expect(screen.queryByText("From your answer")).toBeNull();
});

test.each([null, funnel.edition])(
  "without an answer, who came to an offer in %s is asked first",
  async (offered) => {
    const { path } = await open({ answers: {}, offered });
    expect(path).toBe("/quiz-focus/start");
  },
);
