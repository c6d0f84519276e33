import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CONSENT_OUTBOX_KEY, CONSENT_VERSION } from "../core/storage-keys.ts";
import {
  type LocalServer,
  localServer,
  type Reply,
} from "../testing/local-server.ts";
import { NOW, testVisit, until } from "../testing/visit.ts";
import { chooseAtom } from "./consent.ts";
import {
  consentOutboxStored,
  deliverConsentsAtom,
  openConsentOutboxAtom,
} from "./consent-outbox.ts";
import { submitContactAtom } from "./outbox.ts";

const stored: Reply = { body: { event_id: "e" } };
const warn = vi.spyOn(console, "warn");
const error = vi.spyOn(console, "error");
let server: LocalServer;
beforeEach(async () => {
  warn.mockImplementation(() => undefined);
  error.mockImplementation(() => undefined);
  server = await localServer(() => stored);
});
afterEach(async () => {
  warn.mockReset();
  error.mockReset();
  await server.close();
});

const CALL = "/visitor/store-consent";
const calls = () => server.calls.filter(({ path }) => path === CALL);
const bodies = () => calls().map(({ body }) => Object(body));
const never = () => new Promise<void>(() => undefined);

/** A page whose idle part is there. */
function opened(options: Parameters<typeof testVisit>[1] = {}) {
  const visit = testVisit(server, options);
  const leave = visit.restore();
  visit.store.set(openConsentOutboxAtom);
  const waiting = () => visit.store.get(consentOutboxStored.state);
  return { ...visit, leave, waiting };
}

test("nothing is sent before a choice, whatever else is", async () => {
  const { store, start, events } = opened();
  await start();
  events.dispatchEvent(new Event("online"));
  await store.set(deliverConsentsAtom);
  expect(server.calls.length).toBeGreaterThan(0);
  expect(calls()).toEqual([]);
});

test("each choice is sent with its question and its time, and nothing else of the visitor", async () => {
  const ways: (boolean | undefined)[] = [];
  const { store, waiting, clock, backend } = opened({
    href: "https://calm.example/quiz-focus/oto?email=a%40b.co&name=Ann",
    fetch: (input, init) => {
      if (String(input).endsWith(CALL)) ways.push(init?.keepalive);
      return fetch(input, init);
    },
  });
  store.set(submitContactAtom, { email: "a@b.co", name: "Ann" });
  const choices = [["measurement", "replay"], ["replay"], []] as const;
  for (const purposes of choices) {
    store.set(chooseAtom, purposes);
    await until(() => waiting().length === 0);
    clock.now += 1_000;
  }
  expect(bodies()).toEqual(
    choices.map((purposes, index) => ({
      event_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      version: CONSENT_VERSION,
      chosen_at: new Date(NOW + index * 1_000).toISOString(),
      purposes,
    })),
  );
  expect(new Set(bodies().map(({ event_id }) => event_id)).size).toBe(3);
  // A withdrawal may load the page anew.
  expect(ways).toEqual([true, true, true]);
  expect(JSON.stringify(calls())).not.toMatch(/a@b|a%40b|Ann/);
  expect(backend.getItem(CONSENT_OUTBOX_KEY)).toBe("[]");
});

test("what fails is sent again under the same id, in the order of the choices", async () => {
  server.answer = () => (calls().length < 3 ? { status: 503 } : stored);
  const { store, waiting, waits } = opened();
  store.set(chooseAtom, ["measurement"]);
  store.set(chooseAtom, []);
  await until(() => waiting().length === 0);
  expect(waits).toEqual([1_000, 2_000]);
  expect(bodies().map(({ purposes }) => purposes)).toEqual([
    ["measurement"],
    ["measurement"],
    ["measurement"],
    [],
  ]);
  expect(new Set(bodies().map(({ event_id }) => event_id)).size).toBe(2);
});

test("an answer that makes no sense has stored nothing", async () => {
  server.answer = () =>
    calls().length < 2 ? { body: "<p>Welcome to our network" } : stored;
  const { store, waiting, waits } = opened();
  store.set(chooseAtom, []);
  await until(() => waiting().length === 0);
  expect(waits).toEqual([1_000]);
});

test("a server that asks to be left alone is, and the choice goes out afterwards", async () => {
  server.answer = () =>
    calls().length < 2
      ? { status: 429, headers: { "retry-after": "60" } }
      : stored;
  const { store, waiting, waits } = opened();
  store.set(chooseAtom, []);
  await until(() => waiting().length === 0);
  expect(waits).toEqual([60_000]);
});

test.each(["online", "visibilitychange"])(
  "%s: what waits is sent at once",
  async (type) => {
    server.answer = () => ({ kind: "drop" });
    let waits = 0;
    const sleep = () => {
      waits += 1;
      return never();
    };
    const { store, waiting, events, leave } = opened({ sleep });
    store.set(chooseAtom, []);
    await until(() => waits === 1);
    server.answer = () => stored;
    events.dispatchEvent(new Event(type));
    await until(() => waiting().length === 0);
    expect(calls()).toHaveLength(2);
    leave();
  },
);

test("the next page sends what was not sent, each choice once", async () => {
  server.answer = () => ({ kind: "drop" });
  const first = opened({ sleep: never });
  first.store.set(chooseAtom, ["marketing"]);
  first.store.set(chooseAtom, []);
  await until(() => warn.mock.calls.length > 0);
  server.answer = () => stored;
  const next = opened({ backend: first.backend });
  await until(() => next.waiting().length === 0);
  expect(bodies().map(({ purposes }) => purposes)).toEqual([
    ["marketing"],
    ["marketing"],
    [],
  ]);
  expect(bodies()[1]).toEqual(bodies()[0]);
});

test("what is refused is not sent again, and holds up no later choice", async () => {
  const body = { type: "urn:problem:invalid", status: 422 };
  server.answer = () => (calls().length < 2 ? { status: 422, body } : stored);
  const { store, waiting } = opened();
  store.set(chooseAtom, ["replay"]);
  store.set(chooseAtom, []);
  await until(() => waiting().length === 0);
  expect(bodies().map(({ purposes }) => purposes)).toEqual([["replay"], []]);
  expect(error.mock.calls).toEqual([
    ["the privacy choice was refused", "FetchError 422"],
  ]);
});
