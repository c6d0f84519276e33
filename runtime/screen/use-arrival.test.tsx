// @vitest-environment happy-dom
import {
  act,
  cleanup,
  fireEvent,
  render,
  screen,
} from "@testing-library/react";
import { createStore, Provider } from "jotai";
import {
  BrowserRouter,
  MemoryRouter,
  useLocation,
  useNavigate,
} from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { layOutSoon } from "../testing/laid-out.ts";
import { useArrival } from "./use-arrival.ts";

const scrolled: string[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("scrollY", 400);
  layOutSoon();
  vi.spyOn(window, "scrollTo").mockImplementation((...to: unknown[]) => {
    scrolled.push(`to ${to.join(" ")}`);
  });
  Element.prototype.scrollIntoView = function (how) {
    scrolled.push(`${this.id} ${JSON.stringify(how)}`);
  };
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  scrolled.length = 0;
});

/** Two steps one after another, the second at this address. */
function goTo(address: string, shown = true, picked = "") {
  const store = createStore();
  const screenAt = (at: string, isShown: boolean) => (
    <Provider store={store}>
      <MemoryRouter key={at} initialEntries={[at]}>
        <Step shown={isShown} picked={picked} />
      </MemoryRouter>
    </Provider>
  );
  const { rerender } = render(screenAt("/quiz/start", true));
  expect(scrolled).toEqual([]);
  expect(document.activeElement).toBe(document.body);
  rerender(screenAt(address, shown));
}

function Step(props: { readonly shown: boolean; readonly picked: string }) {
  useArrival(props.shown);
  return (
    <main>
      <h1 tabIndex={-1}>Step</h1>
      <p id="part">Part</p>
      <fieldset data-question="mood">
        {["good", "bad"].map((value) => (
          <input
            key={value}
            type="radio"
            value={value}
            readOnly
            checked={value === props.picked}
          />
        ))}
      </fieldset>
    </main>
  );
}

test("after a navigation the page is at its top, with the focus on its headline", () => {
  goTo("/quiz/2-next");
  expect(scrolled).toEqual(["to 0 0"]);
  vi.runAllTimers();
  expect(document.activeElement?.tagName).toBe("H1");
});

test("after Back the choice that was picked has the focus", () => {
  // A router's first address is one that was come back to.
  goTo("/quiz/2-next", true, "bad");
  vi.runAllTimers();
  expect(document.activeElement).toHaveProperty("value", "bad");
});

test("whoever is back from a sheet over the step keeps the focus", () => {
  function Steps() {
    const { pathname } = useLocation();
    const navigate = useNavigate();
    return (
      <>
        <Step key={pathname} shown picked="" />
        <button type="button" onClick={() => void navigate("/quiz/oto")}>
          Pay
        </button>
      </>
    );
  }
  render(
    <Provider store={createStore()}>
      <BrowserRouter>
        <Steps />
      </BrowserRouter>
    </Provider>,
  );
  const button = screen.getByRole("button");
  fireEvent.click(button);
  act(() => void vi.runAllTimers());
  expect(document.activeElement?.tagName).toBe("H1");
  button.focus();
  // What stood over it has left, and the router hears of the entry that it is at already.
  const { state } = history;
  act(() => void dispatchEvent(new PopStateEvent("popstate", { state })));
  act(() => void vi.runAllTimers());
  expect(document.activeElement).toBe(button);
});

test("a page that is at its top is not scrolled: that would cost a layout", () => {
  vi.stubGlobal("scrollY", 0);
  goTo("/quiz/2-next");
  expect(scrolled).toEqual([]);
});

test("whoever has moved the focus on before the headline has it keeps it", () => {
  goTo("/quiz/2-next");
  const field = document.body.appendChild(document.createElement("input"));
  field.focus();
  vi.runAllTimers();
  expect(document.activeElement).toBe(field);
  field.remove();
});

test("a hash is scrolled to smoothly", () => {
  goTo("/quiz/2-next#part");
  expect(scrolled).toEqual(['part {"behavior":"smooth"}']);
});

test("a hash is gone to at once by whoever wants no motion", () => {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query === "(prefers-reduced-motion: reduce)",
  }));
  goTo("/quiz/2-next#part");
  expect(scrolled).toEqual(['part {"behavior":"auto"}']);
});

test.each(["#nowhere", "#%E0%A4%A"])(
  "a hash that names nothing, %s, is the top",
  (hash) => {
    goTo(`/quiz/2-next${hash}`);
    expect(scrolled).toEqual(["to 0 0"]);
  },
);

test("what is not shown yet is not scrolled", () => {
  goTo("/quiz/2-next", false);
  expect(scrolled).toEqual([]);
});
