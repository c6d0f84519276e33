import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type LocalServer, localServer } from "../testing/local-server.ts";
import { funnel, funnelWith, stepOf } from "../testing/funnel.ts";
import type { Answers } from "../core/answers.ts";
import { resumeLink } from "../core/resume-link.ts";
import { FakeStorage } from "../testing/storage.ts";
import { checkoutStored } from "./checkout-store.ts";
import { contactAtom, contactStored, emailAtom } from "./contact.ts";
import { experimentsStored, exposeAtom } from "./experiments.ts";
import { answerAtom, answersAtom, markDoneAtom } from "./journey.ts";
import { promoAtom } from "./promo.ts";
import {
  extendTimerAtom,
  secondsLeftAtom,
  startTimerAtom,
  timerRunsAtom,
} from "./countdown.ts";
import { tickAtom, timerEndedAtom } from "./timer.ts";
import { fakeLocation, NOW, testVisit, until } from "../testing/visit.ts";
import { hydratedAtom } from "./visit.ts";
import { visitorStored } from "./visitor.ts";
import {
  AB_CONFIGURATION_KEY,
  CONTACT_KEY,
  DEVICE_ID_KEY,
  VISITOR_KEY,
} from "../core/storage-keys.ts";

const JOURNEY = "funnel:calm/focus";
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

const promo = { id: "own", code: "CALM-AAAAAA" };
const stored = (backend: FakeStorage, key: string): unknown =>
  JSON.parse(backend.getItem(key) ?? "null");

function storing(entries: Readonly<Record<string, unknown>>): FakeStorage {
  const backend = new FakeStorage();
  for (const [key, value] of Object.entries(entries))
    backend.setItem(key, JSON.stringify(value));
  return backend;
}

test("everything is empty before restore, and there at once after it", () => {
  const backend = storing({
    [JOURNEY]: {
      v: 1,
      answers: { gender: "female", rating: "4" },
      done: [],
      deadline: null,
      promo,
    },
    [CONTACT_KEY]: { email: "a@b.co" },
  });
  const { store, restore } = testVisit(server, { backend });
  expect(store.get(hydratedAtom)).toBe(false);
  expect(store.get(answersAtom)).toEqual({});
  expect(store.get(contactAtom)).toEqual({});
  expect(store.get(promoAtom)).toBeNull();
  restore();
  expect(store.get(hydratedAtom)).toBe(true);
  expect(store.get(answersAtom)).toEqual({ gender: "female", rating: 4 });
  expect(store.get(contactAtom)).toEqual({ email: "a@b.co", gender: "female" });
  expect(store.get(promoAtom)).toEqual(promo);
  expect(server.calls).toEqual([]);
});

test("attribution goes where the spec keeps it, and the email leaves the address", () => {
  const href =
    "https://calm.example/quiz-focus/start?device_id=d-7&utm_source=meta&utm_term=set-1&utm_content=ad-1&UTM_Ad-Set=7" +
    "&email=a%40b.co&fbclid=fb&abtest=b#top";
  const { store, restore, replaced, backend } = testVisit(server, {
    href,
    referrer: "https://search.example/q",
  });
  restore();
  expect(replaced).toEqual([
    "https://calm.example/quiz-focus/start?device_id=d-7&utm_source=meta&utm_term=set-1&utm_content=ad-1&UTM_Ad-Set=7&fbclid=fb&abtest=b#top",
  ]);
  expect(store.get(contactStored.state)).toEqual({
    email: "a@b.co",
    utm_source: "meta",
    utm_term: "set-1",
    utm_content: "ad-1",
    "UTM_Ad-Set": "7",
  });
  expect(store.get(visitorStored.state)).toMatchObject({
    external_referrer: "https://search.example/q",
    fbclid: "fb",
  });
  expect(store.get(checkoutStored.state)).toMatchObject({
    adsetId: "set-1",
    adId: "ad-1",
    utmSource: "meta",
    deviceId: "d-7",
    checkoutEmail: "a@b.co",
    isPurchased: false,
  });
  expect(store.get(experimentsStored.state).variants).toEqual({
    AB_Test_FIT1_OTO_2: { value: "B", forced: true },
    ab_dat2_oto_22: { value: "B", forced: true },
  });
  expect(stored(backend, DEVICE_ID_KEY)).toBe("d-7");
});

test("a page of an earlier build leaves alone what a newer one asks besides", () => {
  const rating = stepOf("rating");
  const steps = funnel.steps.filter(({ id }) => id !== rating.id);
  const earlier = testVisit(server, { funnel: funnelWith({ steps }) });
  earlier.restore();
  const newer = testVisit(server, { backend: earlier.backend });
  newer.restore();
  newer.store.set(answerAtom, rating, 4);
  earlier.store.set(answerAtom, stepOf("gender"), "female");
  expect(earlier.store.get(answersAtom)).toEqual({ gender: "female" });
  newer.restore();
  expect(newer.store.get(answersAtom)).toEqual({ gender: "female", rating: 4 });
});

test("nor does it lose an answer that the newer one alone can have", () => {
  const steps = funnel.steps.map((step) =>
    step.id === "gender"
      ? { ...step, props: { ...step.props, options: [] } }
      : step,
  );
  const earlier = testVisit(server, { funnel: funnelWith({ steps }) });
  earlier.restore();
  const newer = testVisit(server, { backend: earlier.backend });
  newer.restore();
  newer.store.set(answerAtom, stepOf("gender"), "female");
  earlier.store.set(answerAtom, stepOf("rating"), 4);
  expect(earlier.store.get(answersAtom)).toEqual({ rating: 4 });
  newer.restore();
  expect(newer.store.get(answersAtom)).toEqual({ gender: "female", rating: 4 });
});

test("the email leaves the address of an earlier entry of the history, on the way back to it", () => {
  const { location } = fakeLocation("https://calm.example/quiz-focus/2-cycle");
  const { restore, replaced, events } = testVisit(server, { location });
  const end = restore();
  const back = (href: string) => {
    Object.assign(location, { href, search: new URL(href).search });
    events.dispatchEvent(new Event("popstate"));
  };
  back("https://calm.example/quiz-focus/start?email=a%40b.co&utm_source=x");
  back("https://calm.example/quiz-focus/start?utm_source=x");
  expect(replaced).toEqual([
    "https://calm.example/quiz-focus/start?utm_source=x",
  ]);
  end();
});

test.each([
  ["typed here", { [CONTACT_KEY]: { email: "ann@b.co" } }],
  [
    "known to the server",
    { [VISITOR_KEY]: { contact_info: { email: "ann@b.co" } } },
  ],
])(
  "the email of a link takes the place of none that was %s: orders are the visitor's own",
  (_, entries) => {
    const { store, restore } = testVisit(server, {
      backend: storing(entries),
      href: "https://calm.example/quiz-focus/oto?email=eve%40evil.example",
    });
    restore();
    expect(store.get(emailAtom)).toBe("ann@b.co");
    expect(store.get(checkoutStored.state).checkoutEmail).toBeNull();
  },
);

test("a later visit without parameters keeps what the first one came with", () => {
  const first = testVisit(server, {
    href: "https://calm.example/?utm_source=meta&fbclid=fb&abtest=b",
  });
  first.restore();
  const { store, restore, replaced } = testVisit(server, {
    backend: first.backend,
  });
  restore();
  expect(replaced).toEqual([]);
  expect(store.get(contactStored.state)).toEqual({ utm_source: "meta" });
  expect(store.get(visitorStored.state).fbclid).toBe("fb");
  expect(store.get(checkoutStored.state).utmSource).toBe("meta");
  expect(store.get(experimentsStored.state).variants["ab_dat2_oto_22"]).toEqual(
    { value: "B", forced: true },
  );
});

test("a later visit with parameters of its own keeps none of another campaign", () => {
  const first = testVisit(server, {
    href:
      "https://calm.example/?utm_source=facebook&utm_medium=cpc&utm_campaign=spring" +
      "&utm_term=adset1&utm_content=ad1&adset_name=Mums",
  });
  first.restore();
  const { store, restore } = testVisit(server, {
    backend: first.backend,
    href: "https://calm.example/?utm_source=newsletter&utm_medium=email",
  });
  restore();
  expect(store.get(contactStored.state)).toEqual({
    utm_source: "newsletter",
    utm_medium: "email",
  });
  expect(store.get(checkoutStored.state)).toMatchObject({
    adsetId: null,
    adsetName: null,
    adId: null,
    utmSource: "newsletter",
    utmCampaign: null,
  });
});

test("hostile storage is dropped and logged, and the visit goes on", () => {
  const backend = storing({
    [JOURNEY]: { v: 9 },
    checkout: [],
    experiments: 1,
    "visitor-info": "x",
  });
  backend.setItem(CONTACT_KEY, "{broken");
  const { store, restore } = testVisit(server, { backend });
  restore();
  expect(store.get(answersAtom)).toEqual({});
  expect(store.get(checkoutStored.state).isPurchased).toBe(false);
  expect(warn.mock.calls.flat()).toEqual([
    "what was stored as visitor-info is dropped",
    `what was stored as ${JOURNEY} is dropped`,
    "what was stored as checkout is dropped",
    "what was stored as experiments is dropped",
  ]);
  expect(error.mock.calls).toEqual([
    ["visitor-contact-info is not JSON", "SyntaxError"],
  ]);
});

test("an answer is stored before anything else happens; gender, age and name are kept with the contact", () => {
  const { store, restore, backend } = testVisit(server);
  restore();
  store.set(answerAtom, stepOf("gender"), "male");
  expect(stored(backend, JOURNEY)).toMatchObject({
    v: 1,
    answers: { gender: "male" },
  });
  expect(stored(backend, CONTACT_KEY)).toEqual({ gender: "male" });
  store.set(answerAtom, stepOf("name"), "Anna");
  expect(stored(backend, CONTACT_KEY)).toEqual({
    gender: "male",
    name: "Anna",
  });
  store.set(answerAtom, stepOf("gender"), "robot");
  expect(store.get(answersAtom)).toEqual({ gender: "male", name: "Anna" });
});

test("blocked and full storage: answers live until the page is left", () => {
  const backend = new FakeStorage();
  backend.full = true;
  const { store, restore } = testVisit(server, { backend });
  restore();
  store.set(answerAtom, stepOf("gender"), "male");
  store.set(answerAtom, stepOf("rating"), 2);
  expect(store.get(answersAtom)).toEqual({ gender: "male", rating: 2 });
});

test("storage that is cleared while a page is open takes nothing that was given on it", () => {
  const { store, restore, backend } = testVisit(server);
  restore();
  store.set(answerAtom, stepOf("gender"), "female");
  store.set(contactStored.state, () => ({ email: "a@b.co" }));
  store.set(markDoneAtom, "analyzing");
  backend.clear();
  store.set(answerAtom, stepOf("rating"), 4);
  expect(store.get(answersAtom)).toEqual({ gender: "female", rating: 4 });
  expect(stored(backend, JOURNEY)).toMatchObject({
    answers: { gender: "female", rating: 4 },
    done: ["analyzing"],
  });
  store.set(contactStored.state, (known) => ({ ...known, name: "Anna" }));
  expect(stored(backend, CONTACT_KEY)).toEqual({
    email: "a@b.co",
    name: "Anna",
  });
});

test("storage that is blocked while a page is open takes nothing from it either", () => {
  const { store, restore, backend } = testVisit(server);
  restore();
  store.set(answerAtom, stepOf("gender"), "female");
  backend.broken = true;
  backend.full = true;
  store.set(answerAtom, stepOf("rating"), 4);
  expect(store.get(answersAtom)).toEqual({ gender: "female", rating: 4 });
});

test("what another tab has cleared on purpose stays cleared", () => {
  const { store, restore, backend, events } = testVisit(server);
  restore();
  store.set(answerAtom, stepOf("gender"), "female");
  backend.clear();
  events.dispatchEvent(Object.assign(new Event("storage"), { key: null }));
  expect(store.get(answersAtom)).toEqual({});
  store.set(answerAtom, stepOf("rating"), 4);
  expect(stored(backend, JOURNEY)).toMatchObject({ answers: { rating: 4 } });
});

test("two tabs do not undo each other's answers, and see each other's", () => {
  const one = testVisit(server);
  const two = testVisit(server, { backend: one.backend });
  const leave = one.restore();
  two.restore();
  one.store.set(answerAtom, stepOf("gender"), "male");
  two.store.set(answerAtom, stepOf("rating"), 2);
  expect(stored(one.backend, JOURNEY)).toMatchObject({
    answers: { gender: "male", rating: 2 },
  });
  expect(one.store.get(answersAtom)).toEqual({ gender: "male" });
  one.events.dispatchEvent(
    Object.assign(new Event("storage"), { key: "other" }),
  );
  expect(one.store.get(answersAtom)).toEqual({ gender: "male" });
  one.events.dispatchEvent(
    Object.assign(new Event("storage"), { key: JOURNEY }),
  );
  expect(one.store.get(answersAtom)).toEqual({ gender: "male", rating: 2 });
  two.store.set(answerAtom, stepOf("rating"), 3);
  one.events.dispatchEvent(
    Object.assign(new Event("pageshow"), { persisted: false }),
  );
  expect(one.store.get(answersAtom)["rating"]).toBe(2);
  one.events.dispatchEvent(
    Object.assign(new Event("pageshow"), { persisted: true }),
  );
  expect(one.store.get(answersAtom)["rating"]).toBe(3);
  leave();
  two.store.set(answerAtom, stepOf("rating"), 4);
  one.events.dispatchEvent(Object.assign(new Event("storage"), { key: null }));
  expect(one.store.get(answersAtom)["rating"]).toBe(3);
});

test("done marks are made once", () => {
  const { store, restore, backend } = testVisit(server);
  restore();
  store.set(markDoneAtom, "analyzing");
  store.set(markDoneAtom, "analyzing");
  expect(stored(backend, JOURNEY)).toMatchObject({ done: ["analyzing"] });
});

test("the countdown has one deadline for every page and tab, and ends once", () => {
  const one = testVisit(server);
  one.restore();
  one.store.set(startTimerAtom, 10);
  one.clock.now += 1_000;
  one.store.set(startTimerAtom, 30);
  one.store.set(tickAtom);
  expect(one.store.get(secondsLeftAtom)).toBe(599);
  const two = testVisit(server, { backend: one.backend });
  two.clock.now = NOW + 599_999;
  two.restore();
  expect(two.store.get(secondsLeftAtom)).toBe(1);
  expect(two.store.get(timerEndedAtom)).toBe(false);
  two.clock.now = NOW + 600_000;
  two.store.set(tickAtom);
  expect(two.store.get(secondsLeftAtom)).toBe(0);
  expect(two.store.get(timerEndedAtom)).toBe(true);
  const reload = testVisit(server, { backend: one.backend });
  reload.clock.now = NOW + 700_000;
  reload.restore();
  expect(reload.store.get(timerEndedAtom)).toBe(true);
});

test("a countdown that is extended in one tab goes on in the other, where it had ended", () => {
  const one = testVisit(server);
  one.restore();
  one.store.set(startTimerAtom, 10);
  const two = testVisit(server, { backend: one.backend });
  two.restore();
  for (const { clock, store } of [one, two]) {
    clock.now = NOW + 600_000;
    store.set(tickAtom);
    expect(store.get(timerEndedAtom)).toBe(true);
  }
  const deadline = NOW + 1_200_000;
  one.store.set(extendTimerAtom, { deadline, extended: 1 });
  two.events.dispatchEvent(
    Object.assign(new Event("storage"), { key: JOURNEY }),
  );
  two.store.set(tickAtom);
  expect(two.store.get(timerEndedAtom)).toBe(false);
  expect(two.store.get(timerRunsAtom)).toBe(true);
  expect(two.store.get(secondsLeftAtom)).toBe(600);
  two.clock.now = deadline;
  two.store.set(tickAtom);
  expect(two.store.get(timerEndedAtom)).toBe(true);
});

test("variants are chosen once, and what is shown is the last used", async () => {
  const side = { variable_block: "AB_Test_FIT1_OTO_2", component: "A" };
  server.answer = ({ path, body }) => ({
    body: path.endsWith("/update") ? body : { ...side, configurations: [side] },
  });
  const { store, restore, backend } = testVisit(server, { random: () => 0.5 });
  restore();
  expect(store.get(experimentsStored.state).lastUsedExperiment).toEqual({
    name: "ab_dat2_oto_22",
    value: "B",
  });
  store.set(exposeAtom, "AB_Test_FIT1_OTO_2", "B");
  const again = testVisit(server, { backend, random: () => 0 });
  again.restore();
  expect(again.store.get(experimentsStored.state)).toEqual({
    variants: {
      AB_Test_FIT1_OTO_2: { value: "B" },
      ab_dat2_oto_22: { value: "B" },
    },
    lastUsedExperiment: { name: "AB_Test_FIT1_OTO_2", value: "B" },
  });
  // The server is told when there is time, which shall not be that of another test.
  await until(() => {
    const kept = backend.getItem(AB_CONFIGURATION_KEY);
    return kept?.includes('"component":"B"') === true;
  });
});

const resumed = (answers: Answers) => {
  const href = "https://calm.example/quiz-focus/oto?utm_source=ad";
  return resumeLink(new URL(href), funnel, answers);
};

test("a link from another device brings its answers, and leaves the address", () => {
  const { store, restore, replaced, backend } = testVisit(server, {
    href: resumed({ gender: "female", name: "Zoë", rating: 4 }),
  });
  expect(replaced).toEqual([
    "https://calm.example/quiz-focus/oto?utm_source=ad",
  ]);
  restore();
  const answers = { gender: "female", name: "Zoë", rating: 4 };
  expect(store.get(answersAtom)).toEqual(answers);
  expect(stored(backend, JOURNEY)).toMatchObject({ answers });
  expect(store.get(contactAtom)).toMatchObject({ name: "Zoë" });
});

test("a link brings nothing where the visitor has answered before", () => {
  const { store, restore } = testVisit(server, {
    href: resumed({ gender: "female", rating: 4 }),
    backend: storing({
      [JOURNEY]: {
        v: 1,
        answers: { gender: "male" },
        done: [],
        deadline: null,
      },
    }),
  });
  restore();
  expect(store.get(answersAtom)).toEqual({ gender: "male" });
});

test("a link that was cut off on its way brings nothing, and leaves the address", () => {
  const { store, restore, replaced } = testVisit(server, {
    href: resumed({ gender: "female" }).slice(0, -3),
  });
  restore();
  expect(store.get(answersAtom)).toEqual({});
  expect(replaced).toHaveLength(1);
});
