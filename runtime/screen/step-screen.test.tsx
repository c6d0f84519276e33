// @vitest-environment happy-dom
import { act, render, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createStore } from "jotai";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { Link, MemoryRouter } from "react-router-dom";
import { App } from "../app.tsx";
import { brand, funnel, funnelWith, stepOf } from "../testing/funnel.ts";
import { NO_EXPERIMENTS, withVariant } from "../core/experiments.ts";
import { EXPERIMENTS_KEY } from "../core/storage-keys.ts";
import { pageTests, storing } from "../testing/harness.tsx";
import { pages } from "../pages/registry.ts";
import { testerAtom } from "../state/app.ts";
import { mayAskAtom } from "../state/consent.ts";
import { eventsAtom } from "../state/events.ts";
import { layOutSoon } from "../testing/laid-out.ts";
import { testVisit } from "../testing/visit.ts";

const { server } = pageTests();

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("a page that arrives while React is at work is shown once its arrival is known, with the focus on its headline", async () => {
  layOutSoon();
  vi.spyOn(pages.single, "isLoaded").mockReturnValue(true);
  vi.spyOn(pages.single, "render").mockReturnValue(<h1>First</h1>);
  const loaded = vi.spyOn(pages.scale, "isLoaded").mockReturnValue(false);
  // As it is when the component has come since the screen last asked.
  vi.spyOn(pages.scale, "render").mockReturnValue(
    <h1 tabIndex={-1}>Second</h1>,
  );
  let arrive = () => {};
  vi.spyOn(pages.scale, "load").mockReturnValue(
    new Promise((resolve) => {
      arrive = resolve;
    }),
  );
  const { store } = testVisit(server(), { href: "https://calm.example/" });
  render(
    <MemoryRouter initialEntries={["/quiz-focus/start"]}>
      <Link to="/quiz-focus/4-rating">On</Link>
      <App brand={brand} funnel={funnel} store={store} />
    </MemoryRouter>,
  );
  expect(screen.getByText("First")).toBeTruthy();
  await act(async () => screen.getByText("On").click());
  expect(screen.queryByText("Second")).toBeNull();

  loaded.mockReturnValue(true);
  // React renders the screen for this, finds nothing changed, and drops the effects of that rendering.
  await act(async () => {
    store.set(testerAtom, true);
    store.set(testerAtom, false);
  });
  await act(async () => arrive());
  await expect.poll(() => document.activeElement?.textContent).toBe("Second");
});

test("a step that a guard leads on from was not seen: it is no page of the visit, and nobody has gone on from it", async () => {
  await Promise.all([pages.single.load(), pages.scale.load()]);
  const guarded = stepOf("rating", {
    guards: ["prerequisites"],
    needs: [{ kind: "answer", id: "gender", from: "gender" }],
  });
  const { store, restore } = testVisit(server(), {
    href: "https://calm.example/quiz-focus/4-rating",
  });
  render(
    <MemoryRouter initialEntries={["/quiz-focus/4-rating"]}>
      <App
        brand={brand}
        funnel={funnelWith({
          ...funnel,
          steps: funnel.steps.map((step) =>
            step.id === guarded.id ? guarded : step,
          ),
        })}
        store={store}
      />
    </MemoryRouter>,
  );
  const close = await act(async () => restore());
  expect(screen.getAllByRole("radio").length).toBeGreaterThan(0);
  expect(store.get(eventsAtom)).toMatchObject([
    { kind: "page", path: "/quiz-focus/start" },
  ]);
  expect(store.get(mayAskAtom)).toBe(true);
  close();
});

describe("of an experiment's document", () => {
  beforeAll(() => pages.single.load());
  const EXPERIMENT = "AB_Test_FIT1_OTO_2";
  const tested = funnelWith({
    ...funnel,
    steps: funnel.steps.map((step) =>
      step.page === "single" && step.id === "gender"
        ? {
            ...step,
            variant: {
              experiment: EXPERIMENT,
              props: { ...step.props, ask: "And you are?" },
            },
          }
        : step,
    ),
  });
  const app = (store: ReturnType<typeof createStore>) => (
    <MemoryRouter initialEntries={["/quiz-focus/start"]}>
      <App brand={brand} funnel={tested} store={store} />
    </MemoryRouter>
  );
  const prerendered = () => {
    const container = document.createElement("div");
    container.innerHTML = renderToString(app(createStore()));
    document.body.replaceChildren(container);
    return container;
  };

  test("both sides have ids and groups of their own", () => {
    const container = prerendered();
    const ids = [...container.querySelectorAll("[id]")].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const groups = [...container.querySelectorAll("input")].map((i) => i.name);
    expect(new Set(groups).size).toBe(2);
  });

  test.each(["A", "B"] as const)(
    "side %s stays as the visitor has left it, and the other one goes",
    async (side) => {
      const container = prerendered();
      const experiments = withVariant(NO_EXPERIMENTS, EXPERIMENT, side);
      const backend = storing({}, { [EXPERIMENTS_KEY]: experiments });
      const { store, restore } = testVisit(server(), {
        funnel: tested,
        backend,
        href: "https://calm.example/quiz-focus/start",
      });
      const radio = container.querySelector<HTMLInputElement>(
        `[data-side="${side}"] input`,
      );
      radio?.focus();
      const root = await act(async () => hydrateRoot(container, app(store)));
      const close = await act(async () => restore());
      expect(within(container).getAllByRole("heading")).toHaveLength(1);
      expect(radio?.isConnected).toBe(true);
      expect(document.activeElement).toBe(radio);
      act(() => root.unmount());
      close();
    },
  );
});
