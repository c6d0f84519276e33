import { createStore } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SESSION_HEADER } from "../../generated/call.ts";
import { fakeCookies } from "../testing/cookies.ts";
import { type LocalServer, localServer } from "../testing/local-server.ts";
import { brand, funnelWith, stepOf } from "../testing/funnel.ts";
import { appLoadingAtom } from "./app.ts";
import { checkoutStored } from "./checkout-store.ts";
import { contactAtom } from "./contact.ts";
import { geoAtom, lookUpGeoAtom } from "./geo.ts";
import { answerAtom } from "./journey.ts";
import { askTermsAtom, wantPromoAtom } from "./offer-terms.ts";
import { promoAtom } from "./promo.ts";
import { loadVisitorAtom } from "./load-visitor.ts";
import { secondsLeftAtom, startTimerAtom } from "./countdown.ts";
import { NOW, testVisit, until } from "../testing/visit.ts";
import { hydratedAtom, reportedDeviceAtom } from "./visit.ts";
import { visitorStored } from "./visitor.ts";
import { DEVICE_ID_KEY } from "../core/storage-keys.ts";

const warn = vi.spyOn(console, "warn");
const error = vi.spyOn(console, "error");
let server: LocalServer;
beforeEach(async () => {
  warn.mockImplementation(() => undefined);
  error.mockImplementation(() => undefined);
  server = await localServer();
});
afterEach(async () => {
  warn.mockReset();
  error.mockReset();
  await server.close();
});

const visitor = {
  visitor_id: "v-1",
  is_new_visitor: false,
  contact_info: { email: "s@b.co", name: "S" },
};
const geo = {
  status: "success",
  country_code: "GB",
  currency: "GBP",
  city: "York",
  country: "UK",
  postcode: "Y1",
};

test("start-up loads the visitor info, and the place only where the brand says so", async () => {
  server.answer = ({ path }) => ({
    body: path === "/visitor/visitor-ip" ? geo : visitor,
  });
  const offers = testVisit(server);
  offers.restore();
  await offers.start();
  expect(server.calls.map(({ path }) => path)).toEqual([
    "/visitor/visitor-info",
  ]);
  expect(offers.store.get(appLoadingAtom)).toBe(false);
  expect(offers.store.get(checkoutStored.state).visitorId).toBe("v-1");
  expect(offers.store.get(contactAtom)).toEqual({ email: "s@b.co", name: "S" });
  const start = testVisit(server, { brand: { ...brand, geo: "start" } });
  start.restore();
  await start.start();
  expect(start.store.get(geoAtom)).toEqual({ ...geo, at: NOW });
});

test("on a first visit the visitor's call opens the session, and the others have it", async () => {
  server.answer = ({ path }) => ({
    body: path === "/visitor/visitor-ip" ? geo : visitor,
  });
  const { restore, start } = testVisit(server, {
    brand: { ...brand, geo: "start" },
    cookies: fakeCookies(),
    sleep: () => new Promise(() => undefined),
  });
  restore();
  await start();
  expect(
    server.calls.map(({ path, headers }) => [path, headers[SESSION_HEADER]]),
  ).toEqual([
    ["/visitor/visitor-info", undefined],
    ["/visitor/visitor-ip", "s-1"],
  ]);
});

test("gender and age of this device survive the server's answer", async () => {
  server.answer = () => ({
    body: { ...visitor, contact_info: { gender: "male", age: "1" } },
  });
  const { store, restore } = testVisit(server);
  restore();
  store.set(answerAtom, stepOf("gender"), "female");
  await store.set(loadVisitorAtom);
  expect(store.get(visitorStored.state).contact_info).toEqual({
    gender: "female",
    age: "1",
  });
});

test("visitor info is loaded when missing or new, once at a time, and not otherwise", async () => {
  server.answer = () => ({
    body: { ...visitor, is_new_visitor: server.calls.length < 2 },
  });
  const { store, restore } = testVisit(server);
  restore();
  await Promise.all([store.set(loadVisitorAtom), store.set(loadVisitorAtom)]);
  expect(server.calls).toHaveLength(1);
  await store.set(loadVisitorAtom);
  expect(server.calls).toHaveLength(2);
  await store.set(loadVisitorAtom);
  expect(server.calls).toHaveLength(2);
});

test.each([
  ["fails", { status: 500 }],
  ["answers nonsense", { body: "<html>" }],
  ["drops the connection", { kind: "drop" }],
] as const)(
  "an API that %s: warned, the default region remains, the app is loaded",
  async (_, reply) => {
    server.answer = () => reply;
    const { store, restore, start } = testVisit(server, {
      brand: { ...brand, geo: "start" },
    });
    restore();
    await start();
    expect(store.get(appLoadingAtom)).toBe(false);
    expect(store.get(geoAtom)).toBeNull();
    expect(warn.mock.calls.map(([what]) => String(what)).toSorted()).toEqual([
      "Failed to fetch geo info",
      "loading the visitor info failed",
    ]);
  },
);

test("the place is looked up once a visit, and known at once on the next page", async () => {
  server.answer = () => ({ body: geo });
  const { store, restore, backend } = testVisit(server);
  restore();
  await Promise.all([store.set(lookUpGeoAtom), store.set(lookUpGeoAtom)]);
  await store.set(lookUpGeoAtom);
  expect(server.calls).toHaveLength(1);
  const next = testVisit(server, { backend });
  next.restore();
  expect(next.store.get(geoAtom)).toEqual({ ...geo, at: NOW });
});

const asking = {
  brand: { ...brand, deviceId: "analytics" },
  funnel: funnelWith({ analytics: true }),
} as const;

test("a brand that asks for the SDK's device id: calls wait for it, and it is kept", async () => {
  server.answer = () => ({ body: visitor });
  const ticks: (() => void)[] = [];
  const { store, restore, start, backend } = testVisit(server, {
    ...asking,
    sleep: () => new Promise((resolve) => ticks.push(resolve)),
  });
  restore();
  const started = start();
  await until(() => ticks.length > 0);
  expect(server.calls).toEqual([]);
  expect(store.get(checkoutStored.state).deviceId).toBeNull();
  store.set(reportedDeviceAtom, "sdk-1");
  for (const tick of ticks) tick();
  await started;
  expect(server.calls[0]?.headers["x-device-id"]).toBe("sdk-1");
  expect(store.get(checkoutStored.state).deviceId).toBe("sdk-1");
  expect(backend.getItem(DEVICE_ID_KEY)).toBe('"sdk-1"');
});

test("an SDK that never reports: the visitor goes on as 'unknown-device'", async () => {
  server.answer = () => ({ body: visitor });
  const { restore, start, waits } = testVisit(server, asking);
  restore();
  await start();
  expect(waits).toHaveLength(20);
  expect(server.calls[0]?.headers["x-device-id"]).toBe("unknown-device");
});

test("by default, and where the funnel has no analytics, nobody waits for a device id", async () => {
  server.answer = () => ({ body: visitor });
  for (const options of [{}, { brand: asking.brand }]) {
    const { restore, start, waits } = testVisit(server, options);
    restore();
    await start();
    expect(waits).toEqual([]);
  }
  expect(server.calls.at(-1)?.headers["x-device-id"]).toMatch(
    /^[0-9a-f-]{36}$/,
  );
});

test("prerendering has no visit: nothing is stored, nothing is called", async () => {
  const store = createStore();
  store.set(answerAtom, stepOf("gender"), "male");
  store.set(startTimerAtom, 5);
  store.set(wantPromoAtom, "own");
  await store.set(askTermsAtom);
  await store.set(lookUpGeoAtom);
  await store.set(loadVisitorAtom);
  expect(store.get(secondsLeftAtom)).toBeNull();
  expect(store.get(promoAtom)).toBeNull();
  expect(store.get(hydratedAtom)).toBe(false);
  expect(server.calls).toEqual([]);
});
