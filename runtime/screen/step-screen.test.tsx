// @vitest-environment happy-dom
import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Link, MemoryRouter } from "react-router-dom";
import { App } from "../app.tsx";
import { brand, funnel } from "../testing/funnel.ts";
import { pageTests } from "../testing/harness.tsx";
import { pages } from "../pages/registry.ts";
import { testerAtom } from "../state/app.ts";
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
