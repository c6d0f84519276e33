import { afterEach, expect, test, vi } from "vitest";
import { findCheckout } from "../checkout.mjs";
import { showWalks } from "./show-walks.ts";

afterEach(() => {
  vi.doUnmock("playwright");
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const showing = { declined: {}, out: "nowhere", content: "funnels" };

test("without Playwright, it is said how to get it", async () => {
  vi.doMock("playwright", () => {
    throw new Error("Cannot find package");
  });
  const said = vi.spyOn(console, "error").mockReturnValue();
  expect(await showWalks([], showing, findCheckout())).toBe(2);
  expect(String(said.mock.calls[0])).toMatch(
    /needs Playwright.*npm install --include=dev/,
  );
});
