// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { Component, type ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MissingPage, useLoadedPage } from "./use-loaded-page.ts";

const reload = vi.spyOn(window.location, "reload");
const fetched = vi.fn<typeof fetch>();
const error = vi.spyOn(console, "error");
beforeEach(() => {
  reload.mockReset();
  error.mockImplementation(() => undefined);
  fetched.mockReset().mockResolvedValue(new Response());
  vi.stubGlobal("fetch", fetched);
  history.replaceState(null, "");
});
afterEach(() => vi.unstubAllGlobals());

let thrown: unknown = null;

/** Keeps what a page throws. */
class Net extends Component<{ readonly children: ReactNode }> {
  override state = { isTorn: false };
  static getDerivedStateFromError(error: unknown) {
    thrown = error;
    return { isTorn: true };
  }
  override render() {
    return this.state.isTorn ? null : this.props.children;
  }
}

/** Waits for a page whose script is gone; yields what says so. */
function waitForPage() {
  let lose: (error: Error) => void = () => undefined;
  const script = new Promise<void>((_, reject) => {
    lose = reject;
  });
  const slot = { isLoaded: () => false, load: () => script };
  thrown = null;
  const { unmount } = renderHook(() => useLoadedPage(slot), { wrapper: Net });
  const fail = () =>
    act(async () => {
      lose(new Error("gone"));
      await script.catch(() => undefined);
    });
  return { unmount, fail };
}

test("a page whose script is gone is loaded with its document, once", async () => {
  await waitForPage().fail();
  expect(reload).toHaveBeenCalledTimes(1);
});

test.each([
  ["the site does not answer", () => Promise.reject(new TypeError("no"))],
  [
    "something in between is broken",
    () => Promise.resolve(new Response("", { status: 502 })),
  ],
])("where %s, the page stays and says so", async (_, answer) => {
  fetched.mockImplementation(answer);
  await waitForPage().fail();
  expect(reload).not.toHaveBeenCalled();
  expect(thrown).toBeInstanceOf(MissingPage);
  expect(thrown).toMatchObject({ why: "unreached" });
  fetched.mockResolvedValue(new Response());
  await waitForPage().fail();
  expect(reload).toHaveBeenCalledTimes(1);
});

test("a site that hangs is not waited for without end", async () => {
  vi.useFakeTimers();
  fetched.mockReturnValue(new Promise(() => undefined));
  await waitForPage().fail();
  expect(thrown).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(thrown).toMatchObject({ why: "unreached" });
  expect(reload).not.toHaveBeenCalled();
  vi.useRealTimers();
});

test("where a new document has not helped, none is asked for again", async () => {
  await waitForPage().fail();
  await waitForPage().fail();
  expect(reload).toHaveBeenCalledTimes(1);
  expect(thrown).toMatchObject({ why: "before" });
});

test("whoever leaves while the site is asked keeps what they are typing, too", async () => {
  let answer: (response: Response) => void = () => undefined;
  fetched.mockReturnValue(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  const { unmount, fail } = waitForPage();
  await fail();
  unmount();
  await act(async () => answer(new Response()));
  expect(reload).not.toHaveBeenCalled();
});

test("whoever has left for another page by then keeps what they are typing there", async () => {
  const { unmount, fail } = waitForPage();
  unmount();
  await fail();
  expect(reload).not.toHaveBeenCalled();
});
