// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, Route, Routes, useNavigate } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pageTests } from "../testing/harness.tsx";
import { layOutSoon } from "../testing/laid-out.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { MissingPage } from "./use-loaded-page.ts";

pageTests();
beforeEach(() => {
  vi.useFakeTimers();
  layOutSoon();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page that leads to one that fails; the way back is the browser's. */
function open(failure: Error) {
  let fails = true;
  const Failing = () => {
    if (fails) throw failure;
    return <h1>Works</h1>;
  };
  render(
    <MemoryRouter useTransitions={false}>
      <ErrorBoundary supportEmail="help@calm.example">
        <Routes>
          <Route path="/" element={<h1>First</h1>} />
          <Route path="/next" element={<Failing />} />
        </Routes>
      </ErrorBoundary>
      <Buttons />
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByText("Forwards"));
  return {
    mend: () => {
      fails = false;
    },
  };
}

function Buttons() {
  const navigate = useNavigate();
  return (
    <>
      <button onClick={() => void navigate("/next")}>Forwards</button>
      <button onClick={() => void navigate(-1)}>Backwards</button>
    </>
  );
}

const headline = () => screen.getByRole("heading", { level: 1 });
const tryAgain = () => fireEvent.click(screen.getByText("Try again"));

test("a page that fails says so, with the focus on its headline", () => {
  open(new Error("no"));
  expect(headline().textContent).toBe("Something went wrong on our side");
  act(() => vi.runAllTimers());
  expect(document.activeElement).toBe(headline());
});

test("Back leads to the page before it", () => {
  open(new Error("no"));
  fireEvent.click(screen.getByText("Backwards"));
  expect(headline().textContent).toBe("First");
});

test("tried again, the page is shown where it works now", () => {
  const { mend } = open(new Error("no"));
  tryAgain();
  expect(headline().textContent).toBe("Something went wrong on our side");
  mend();
  tryAgain();
  expect(headline().textContent).toBe("Works");
});

test.each([
  ["the site answers", "before", true, 200, 1],
  ["it does not", "before", true, 503, 0],
  ["the browser knows of no network", "unreached", false, 200, 0],
] as const)(
  "a page that could not be fetched is tried with a new document where %s",
  async (_, why, onLine, status, count) => {
    vi.stubGlobal("navigator", { onLine });
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("", { status })));
    const reload = vi
      .spyOn(window.location, "reload")
      .mockImplementation(() => undefined);
    const { mend } = open(new MissingPage(why));
    expect(headline().textContent).toBe(
      why === "unreached"
        ? "You are offline"
        : "Something went wrong on our side",
    );
    mend();
    tryAgain();
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(reload).toHaveBeenCalledTimes(count);
    // Where no document comes, what stands here is tried once more.
    expect(headline().textContent === "Works").toBe(count === 0);
    reload.mockRestore();
  },
);

test("in a tunnel, where the phone says that it is online, nothing is said to be our fault", () => {
  vi.stubGlobal("navigator", { onLine: true });
  open(new MissingPage("unreached"));
  expect(headline().textContent).toBe("You are offline");
});
