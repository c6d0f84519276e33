// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { useLoadedPage } from "./use-loaded-page.ts";

const reload = vi.spyOn(window.location, "reload");
beforeEach(() => {
  reload.mockReset();
  history.replaceState(null, "");
});

/** Waits for a page whose script is gone; yields what says so. */
function waitForPage() {
  let lose: (error: Error) => void = () => undefined;
  const script = new Promise<void>((_, reject) => {
    lose = reject;
  });
  const slot = { isLoaded: () => false, load: () => script };
  const { unmount } = renderHook(() => useLoadedPage(slot));
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

test("whoever has left for another page by then keeps what they are typing there", async () => {
  const { unmount, fail } = waitForPage();
  unmount();
  await fail();
  expect(reload).not.toHaveBeenCalled();
});
