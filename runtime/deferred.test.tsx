// @vitest-environment happy-dom
import { act, render, screen } from "@testing-library/react";
import { Provider } from "jotai";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { deferred } from "./deferred.tsx";
import { appLoadingAtom, consentOpenAtom } from "./state/app.ts";
import { type LocalServer, localServer } from "./testing/local-server.ts";
import { contextWith } from "./testing/vendors.ts";
import { testVisit } from "./testing/visit.ts";

let api: LocalServer;
beforeAll(async () => {
  api = await localServer();
});
afterAll(() => api.close());

test("what fails beside a page takes nothing of the page away", () => {
  const known = contextWith({
    posthog: { key: "phc", host: "https://vendor.example" },
  });
  const brand = { ...known.brand, consent: "required" as const };
  const { funnel } = known;
  const { store, restore } = testVisit(api, { brand, funnel });
  restore();
  store.set(appLoadingAtom, false);
  const broken = {
    ...brand,
    get legal(): never {
      throw new Error("broken");
    },
  };
  render(
    <Provider store={store}>
      <h1>The page</h1>
      {deferred(broken, funnel, store)}
    </Provider>,
  );
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  act(() => store.set(consentOpenAtom, true));
  said.mockRestore();
  expect(screen.getByText("The page")).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
});
