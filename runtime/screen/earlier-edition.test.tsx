// @vitest-environment happy-dom
import { act, render, screen } from "@testing-library/react";
import { beforeAll, describe, expect, test } from "vitest";
import { MemoryRouter, useLocation } from "react-router-dom";
import { App } from "../app.tsx";
import { journeyKey, placeKey } from "../core/storage-keys.ts";
import { openTab } from "../core/storage.ts";
import { pages } from "../pages/registry.ts";
import { brand, funnelWith, stepOf } from "../testing/funnel.ts";
import { pageTests, storing } from "../testing/harness.tsx";
import { steps } from "../testing/steps.ts";
import { FakeStorage } from "../testing/storage.ts";
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
/** Sensitive steps: their addresses are numbers alone. */
const [one, two] = [2, 3].map((n) => ({
  ...stepOf("rating"),
  id: `hidden${n}`,
  path: `${n}-step`,
  pattern: `${n}-step`,
}));
const everything = funnelWith({ steps: [...steps, offer, one, two] });
const funnel = everything;

beforeAll(() =>
  Promise.all([pages.report.load(), pages.single.load(), pages.scale.load()]),
);

const HERE = "/quiz-focus/paid";

async function open(
  journey: object,
  at = HERE,
  place: object | null = null,
  funnel = everything,
) {
  const backend = storing(journey, {});
  const tab = openTab(() => new FakeStorage());
  if (place !== null) tab.write(placeKey(funnel), place);
  const visit = testVisit(server(), {
    funnel,
    href: `https://calm.example${at}`,
    backend,
    tab,
  });
  render(
    <MemoryRouter initialEntries={[at]}>
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
    place: tab.read(placeKey(funnel)),
  };
}

function Address() {
  return <p data-testid="path">{useLocation().pathname}</p>;
}

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

test.each([
  ["an earlier edition stays", "before00", HERE],
  ["this edition is led back", everything.edition, "/quiz-focus/9-email"],
])(
  "a name is newly asked for: whoever came to an offer of %s",
  async (_, offered, path) => {
    const asking = {
      ...offer,
      needs: [{ kind: "contact", id: "name", from: "email" }],
      basis: { page: ["contact.name"] },
    };
    const changed = funnelWith({ steps: [...steps, asking] });
    const seen = await open(
      { answers: { gender: "female" }, offered },
      HERE,
      null,
      changed,
    );
    expect(seen.path).toBe(path);
    expect(screen.queryByText("Yours to begin") !== null).toBe(path === HERE);
  },
);

test.each([null, funnel.edition])(
  "without an answer, whoever came to an offer in %s is asked first",
  async (offered) => {
    const { path } = await open({ answers: {}, offered });
    expect(path).toBe("/quiz-focus/start");
  },
);

describe("a tab that was at a step whose number has changed since", () => {
  const was = (path: string, step: string, edition = "before00") => ({
    edition,
    path: `/quiz-focus/${path}`,
    step,
  });

  test.each([
    ["is at that step again, at its address of now", "2-step", "hidden3"],
    ["is there again from an address that is gone", "start", "hidden3"],
  ])("%s", async (_, at, step) => {
    const place = was(at === "start" ? "9-step" : at, step);
    const seen = await open({ answers: {} }, `/quiz-focus/${at}`, place);
    expect(seen.path).toBe("/quiz-focus/3-step");
    expect(seen.place).toEqual(was("3-step", step, funnel.edition));
  });

  test.each([
    ["the step is gone", "2-step", was("2-step", "gone")],
    ["it is still there", "2-step", was("2-step", "hidden2")],
    ["nothing has changed", "2-step", was("1-step", "hidden3", funnel.edition)],
    [
      "it has gone elsewhere by its address",
      "4-rating",
      was("2-step", "hidden3"),
    ],
    ["what it noted is spoilt", "2-step", { edition: 1 }],
  ])("stays where it is: %s", async (_, at, place) => {
    const seen = await open({ answers: {} }, `/quiz-focus/${at}`, place);
    expect(seen.path).toBe(`/quiz-focus/${at}`);
  });
});
