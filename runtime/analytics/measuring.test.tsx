// @vitest-environment happy-dom
import {
  act,
  cleanup,
  fireEvent,
  render,
  screen,
} from "@testing-library/react";
import { Provider } from "jotai";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  test,
  vi,
} from "vitest";
import type { Brand } from "../../generated/contract.ts";
import { type LocalServer, localServer } from "../testing/local-server.ts";
import { FakeStorage } from "../testing/storage.ts";
import { appLoadingAtom, consentOpenAtom } from "../state/app.ts";
import { consentStored } from "../state/consent.ts";
import { trackAtom } from "../state/events.ts";
import { testVisit, until } from "../testing/visit.ts";
import { Measuring } from "./measuring.tsx";
import {
  contextWith,
  vendorServer,
  everythingSent,
  movableTime,
} from "../testing/vendors.ts";

let api: LocalServer;
// Each test has a project of its own: what an earlier one still sends is not its business.
let key = "phc_1";
let vendor: Awaited<ReturnType<typeof vendorServer>>;
// One for all tests: what a vendor still has to say when a test ends finds somebody.
beforeAll(async () => {
  api = await localServer();
  vendor = await vendorServer();
});
beforeEach(() => {
  movableTime();
  localStorage.clear();
  key += "1";
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
afterAll(async () => {
  await api.close();
  await vendor.close();
});

function show(
  consent: Brand["consent"],
  { stored, measured = true }: { stored?: string; measured?: boolean } = {},
) {
  const known = contextWith({ posthog: { key, host: vendor.host } });
  const brand: Brand = { ...known.brand, consent };
  const funnel = { ...known.funnel, replay: false, analytics: measured };
  const backend = new FakeStorage();
  if (stored !== undefined) backend.setItem("consent", stored);
  const visit = testVisit(api, { brand, funnel, backend });
  visit.restore();
  const { store } = visit;
  store.set(consentStored.restore);
  store.set(appLoadingAtom, false);
  store.set(trackAtom, { kind: "page", path: "/before", title: "Before" });
  store.set(trackAtom, { kind: "page", path: "/here", title: "Here" });
  render(
    <Provider store={store}>
      <Measuring brand={brand} funnel={funnel} />
    </Provider>,
  );
  return { store, backend };
}

const notice = () => screen.queryByRole("complementary", { name: "Privacy" });
const press = (name: string) =>
  fireEvent.click(screen.getByRole("button", { name }));
const sent = () =>
  vendor.sent
    .map(({ path, text }) => path + decodeURIComponent(text))
    .filter((each) => new RegExp(`${key}\\b`).test(each));
const told = () => sent().join();
const quiet = () => act(() => everythingSent(vendor.host));

test("required: nothing is sent before consent; then what is on screen, not what was before", async () => {
  const { backend } = show("required");
  expect(notice()?.textContent).toContain("Not before you say yes");
  await quiet();
  expect(sent()).toEqual([]);
  press("Accept");
  expect(notice()).toBeNull();
  expect(backend.getItem("consent")).toBe('"accepted"');
  await until(() => sent().length > 0);
  window.dispatchEvent(new Event("pagehide"));
  await until(() => told().includes("/here"));
  expect(told()).not.toContain("/before");
});

test("required: declined is kept, and nothing is ever sent", async () => {
  const { backend } = show("required");
  press("Decline");
  expect(notice()).toBeNull();
  expect(backend.getItem("consent")).toBe('"declined"');
  await quiet();
  expect(sent()).toEqual([]);
});

test("accept and decline weigh the same", () => {
  show("required");
  const [decline, accept] = screen.getAllByRole("button");
  expect([decline?.textContent, accept?.textContent]).toEqual([
    "Decline",
    "Accept",
  ]);
  expect(decline?.className).toBe(accept?.className);
});

test("notice: measuring runs, the visitor is told and may opt out", async () => {
  const { store } = show("notice");
  await until(() => sent().length > 0);
  expect(notice()?.textContent).toContain("You may say no");
  press("Decline");
  act(() =>
    store.set(trackAtom, { kind: "page", path: "/unseen", title: "Unseen" }),
  );
  window.dispatchEvent(new Event("pagehide"));
  await quiet();
  expect(told()).not.toContain("/unseen");
});

test("none: measuring runs and nobody is asked", async () => {
  show("none");
  expect(notice()).toBeNull();
  await until(() => sent().length > 0);
});

test("what was chosen before counts, and can be withdrawn later", () => {
  const { store, backend } = show("required", { stored: '"accepted"' });
  expect(notice()).toBeNull();
  act(() => store.set(consentOpenAtom, true));
  expect(notice()?.textContent).toContain("You allowed us");
  press("Decline");
  expect(notice()).toBeNull();
  expect(backend.getItem("consent")).toBe('"declined"');
});

test("a funnel that uses no third party asks nothing", async () => {
  show("required", { measured: false });
  expect(notice()).toBeNull();
  await quiet();
  expect(sent()).toEqual([]);
});

test("the page makes room for the notice, and takes it back", () => {
  show("required");
  const { style } = document.documentElement;
  expect(style.getPropertyValue("--notice")).toMatch(/px$/);
  press("Decline");
  expect(style.getPropertyValue("--notice")).toBe("");
});
