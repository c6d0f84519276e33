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
import type { Brand, Funnel, Sensitivity } from "../../generated/contract.ts";
import type { Consent } from "../core/consent.ts";
import type { KeptGeo } from "../core/currency.ts";
import { CONSENT_VERSION } from "../core/storage-keys.ts";
import { type LocalServer, localServer } from "../testing/local-server.ts";
import { funnel } from "../testing/funnel.ts";
import { made } from "../testing/made.ts";
import { FakeStorage } from "../testing/storage.ts";
import { appLoadingAtom, consentOpenAtom } from "../state/app.ts";
import { checkoutStored } from "../state/checkout-store.ts";
import { awaitedStored, consentStored } from "../state/consent.ts";
import { readersHereAtom, showSensitivityAtom } from "../state/discretion.ts";
import { geoStored } from "../state/geo.ts";
import { journeyStored } from "../state/journey.ts";
import { trackAtom, trackPageAtom } from "../state/events.ts";
import { NOW, testVisit, until } from "../testing/visit.ts";
import { Measuring } from "./measuring.tsx";
import { vendors } from "./registry.ts";
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
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
afterAll(async () => {
  await api.close();
  await vendor.close();
});

interface Shown {
  readonly stored?: unknown;
  readonly measured?: boolean;
  /** Two letters; unknown without. */
  readonly country?: string;
  /** When that was looked up (ms since 1970). */
  readonly lookedUp?: number;
  /** Whether the tag manager is used beside. */
  readonly advertised?: boolean;
  /** How sensitive the first page is. */
  readonly first?: Sensitivity;
  /** Whether an answer leads to a page after which nothing is told. */
  readonly ledAway?: boolean;
  /** What the browser holds already. */
  readonly backend?: FakeStorage;
  /** Whether the place is being looked up. */
  readonly looking?: boolean;
}

const chosen = (...purposes: Consent["purposes"]): Consent => ({
  v: CONSENT_VERSION,
  at: "2026-01-01T00:00:00.000Z",
  purposes,
});
const place = (country_code: string, at: number): KeptGeo => ({
  status: "success",
  country_code,
  currency: "",
  city: "",
  country: "",
  postcode: "",
  at,
});

function show(
  consent: Brand["consent"],
  {
    stored,
    measured = true,
    country,
    lookedUp = NOW,
    advertised = false,
    first = "no",
    ledAway = false,
    backend = new FakeStorage(),
    looking = false,
  }: Shown = {},
) {
  const known = contextWith({
    posthog: { key, host: vendor.host },
    tagManager: advertised ? { id: "GTM-1", hosts: [] } : null,
  });
  const geo = looking ? "start" : known.brand.geo;
  const brand: Brand = { ...known.brand, consent, geo };
  const measuring = { ...known.funnel, replay: false, analytics: measured };
  const funnel = ledAway ? leadingAway(measuring) : measuring;
  if (stored !== undefined) backend.setItem("consent", JSON.stringify(stored));
  if (country !== undefined)
    backend.setItem("geo-info", JSON.stringify(place(country, lookedUp)));
  const visit = testVisit(api, { brand, funnel, backend });
  visit.restore();
  const { store } = visit;
  store.set(consentStored.restore);
  store.set(awaitedStored.restore);
  store.set(appLoadingAtom, looking);
  store.set(showSensitivityAtom, first);
  store.set(trackAtom, { kind: "page", path: "/before", title: "Before" });
  render(
    <Provider store={store}>
      <Measuring brand={brand} funnel={funnel} />
    </Provider>,
  );
  const kept = (): unknown => JSON.parse(backend.getItem("consent") ?? "null");
  const goTo = (path: string) => act(() => store.set(trackPageAtom, path, ""));
  goTo("/here");
  return { ...visit, store, backend, kept, goTo };
}

/** A funnel in which who answers "male" comes to a page after which nothing is told. */
function leadingAway(funnel: Funnel): Funnel {
  const [question, page] = funnel.steps;
  if (question === undefined || page === undefined) throw new Error("no steps");
  const when = { kind: "answer", step: question.id, in: ["male"] };
  return {
    ...funnel,
    steps: made<Funnel["steps"]>([
      { ...question, edges: [{ on: "next", to: page.id, when }] },
      { ...page, sensitive: "last" },
    ]),
  };
}

/** What the browser says for its owner. */
function signal(name: "globalPrivacyControl" | "doNotTrack", value: unknown) {
  Object.defineProperty(navigator, name, { value, configurable: true });
  return () => Reflect.deleteProperty(navigator, name);
}

const notice = () => screen.queryByRole("complementary", { name: /^Privacy/ });
const press = (name: string) =>
  fireEvent.click(screen.getByRole("button", { name }));
const sent = () =>
  vendor.sent
    .map(({ path, text }) => path + decodeURIComponent(text))
    .filter((each) => new RegExp(`${key}\\b`).test(each));
const told = () => sent().join();
/** The pages that the tag manager was told of. */
function pagesOfTagManager(): readonly unknown[] {
  const layer: unknown = Reflect.get(globalThis, "dataLayer");
  return Array.isArray(layer)
    ? layer.flatMap(({ page_path }) => page_path ?? [])
    : [];
}
const quiet = () => act(() => everythingSent(vendor.host));

test("required: nothing is sent before consent; then what is on screen, not what was before", async () => {
  const { kept } = show("required", { country: "US" });
  expect(notice()?.textContent).toContain("May others measure your visit");
  await quiet();
  expect(sent()).toEqual([]);
  press("Yes");
  expect(notice()).toBeNull();
  expect(kept()).toEqual({
    v: CONSENT_VERSION,
    at: new Date(NOW).toISOString(),
    purposes: ["measurement"],
    unasked: ["replay", "marketing"],
  });
  await until(() => sent().length > 0);
  window.dispatchEvent(new Event("pagehide"));
  await until(() => told().includes("/here"));
  expect(told()).not.toContain("/before");
});

test("declined is kept, and nothing is ever sent", async () => {
  const { kept } = show("required");
  press("No");
  expect(notice()).toBeNull();
  expect(kept()).toMatchObject({ purposes: [] });
  await quiet();
  expect(sent()).toEqual([]);
});

test("yes and no weigh the same", () => {
  show("required");
  const [, no, yes] = screen.getAllByRole("button");
  expect([no?.textContent, yes?.textContent]).toEqual(["No", "Yes"]);
  expect(no?.className).toBe(yes?.className);
});

test("notice, where the law allows it: measuring runs, the visitor is told and may opt out", async () => {
  const { store } = show("notice", { country: "US" });
  await until(() => sent().length > 0);
  expect(notice()?.textContent).toContain("Others measure your visit for us.");
  press("No");
  act(() =>
    store.set(trackAtom, { kind: "page", path: "/unseen", title: "Unseen" }),
  );
  window.dispatchEvent(new Event("pagehide"));
  await quiet();
  expect(told()).not.toContain("/unseen");
});

test.each([
  ["notice", "DE"],
  ["notice", "GB"],
  ["notice", undefined],
  ["none", "FR"],
  ["none", undefined],
] as const)(
  "%s, in %s: nothing is sent before a choice, and it is asked for",
  async (rule, country) => {
    show(rule, country === undefined ? {} : { country });
    expect(notice()?.textContent).toContain("May others measure your visit");
    await quiet();
    expect(sent()).toEqual([]);
  },
);

test("somebody who was seen in the US yesterday may be anywhere now: they are asked first", async () => {
  show("notice", { country: "US", lookedUp: NOW - 86_400_000 });
  expect(notice()?.textContent).toContain("May others measure your visit");
  await quiet();
  expect(sent()).toEqual([]);
});

test("a visitor whose picture is made is told of as the same person as before", async () => {
  const backend = new FakeStorage();
  backend.setItem("visitor-info", JSON.stringify({ visitor_id: "v-1" }));
  const { store } = show("required", {
    stored: chosen("measurement"),
    backend,
  });
  await until(() => sent().length > 0);
  act(() =>
    store.set(checkoutStored.state, (checkout) => ({
      ...checkout,
      userId: "picture-1",
    })),
  );
  window.dispatchEvent(new Event("pagehide"));
  await quiet();
  expect(told()).toContain('"user_id":"picture-1"');
  expect(told()).not.toContain('"distinct_id":"picture-1"');
});

test("none, where the law allows it: measuring runs and nobody is asked", async () => {
  show("none", { country: "US" });
  expect(notice()).toBeNull();
  await until(() => sent().length > 0);
});

test.each([
  ["globalPrivacyControl", true],
  ["doNotTrack", "1"],
] as const)(
  "%s: nobody is asked, nothing is sent, and a choice of their own counts",
  async (name, value) => {
    const restore = signal(name, value);
    const { store } = show("notice", { country: "US" });
    expect(notice()).toBeNull();
    await quiet();
    expect(sent()).toEqual([]);
    act(() => store.set(consentOpenAtom, true));
    fireEvent.click(screen.getByRole("checkbox", { name: /^Measurement/ }));
    press("Save");
    await until(() => sent().length > 0);
    restore();
  },
);

test("whoever goes on without an answer is not asked again, on no page and in no other tab", () => {
  const { backend, goTo, store } = show("required");
  expect(notice()).not.toBeNull();
  goTo("/next");
  expect(notice()).toBeNull();
  act(() => store.set(consentOpenAtom, true));
  expect(notice()?.textContent).toContain("You have not chosen yet.");
  cleanup();
  show("required", { backend });
  expect(notice()).toBeNull();
});

test.each([
  ["notice", "US", "Others measure your visit for us."],
  ["notice", "DE", "May others measure your visit"],
  ["none", "US", ""],
  ["none", "DE", "May others measure your visit"],
] as const)(
  "%s: nobody is asked, nor measured, before it is known that they are in %s",
  async (rule, country, words) => {
    const backend = bought();
    const { store, goTo } = show(rule, { backend, looking: true });
    expect(notice()).toBeNull();
    await quiet();
    expect(sent()).toEqual([]);
    expect(untold(backend)).toHaveLength(1);
    // Who goes on meanwhile is asked on the page that they have come to.
    goTo("/next");
    act(() => {
      store.set(geoStored.state, () => place(country, NOW));
      store.set(appLoadingAtom, false);
    });
    expect(notice()?.textContent ?? "").toContain(words);
    expect(notice() === null).toBe(words === "");
    expect(store.get(awaitedStored.state)).toBe(country === "DE");
    if (country === "US") await until(() => sent().length > 0);
    else expect(untold(backend)).toEqual([]);
    goTo("/further");
    expect(notice()).toBeNull();
  },
);

test("where the place could not be found, the visitor is asked first", () => {
  const { store } = show("none", { looking: true });
  act(() => store.set(appLoadingAtom, false));
  expect(notice()?.textContent).toContain("May others measure your visit");
});

test("who is asked wherever they are is asked while their place is looked up", () => {
  show("required", { looking: true });
  expect(notice()).not.toBeNull();
});

test.each(["notice", "none"] as const)(
  "%s: whoever was asked first and has not answered stays unmeasured where it turns out that the law would allow it",
  async (rule) => {
    const { backend, goTo, store } = show(rule);
    expect(notice()?.textContent).toContain("May others measure your visit");
    const learn = () =>
      act(() => store.set(geoStored.state, () => place("US", NOW)));
    learn();
    expect(notice()?.textContent).toContain("May others measure your visit");
    goTo("/next");
    expect(notice()).toBeNull();
    await quiet();
    expect(sent()).toEqual([]);
    cleanup();
    const later = show(rule, { backend });
    expect(notice()).toBeNull();
    await quiet();
    expect(sent()).toEqual([]);
    act(() => later.store.set(consentOpenAtom, true));
    fireEvent.click(screen.getByRole("checkbox", { name: /^Measurement/ }));
    press("Save");
    await until(() => sent().length > 0);
  },
);

test("whoever was told, and goes on, is measured further on", async () => {
  const { backend, goTo } = show("notice", { country: "US" });
  expect(notice()?.textContent).toContain("Others measure your visit for us.");
  goTo("/next");
  cleanup();
  show("notice", { backend });
  expect(notice()).toBeNull();
  await until(() => sent().length > 0);
});

test("each purpose is chosen by itself, and the date of the choice is said", async () => {
  const { store, kept } = show("required", { stored: chosen("measurement") });
  await until(() => sent().length > 0);
  act(() => store.set(consentOpenAtom, true));
  expect(notice()?.textContent).toContain("You chose on January 1, 2026.");
  const boxes = screen.getAllByRole<HTMLInputElement>("checkbox");
  expect(boxes.map(({ dataset, checked }) => [dataset, checked])).toEqual([
    [{ purpose: "measurement" }, true],
  ]);
  press("None");
  expect(notice()).toBeNull();
  expect(kept()).toMatchObject({ purposes: [] });
});

test("Escape closes the choices, and keeps what was chosen before", () => {
  const { store, kept } = show("required", { stored: chosen("measurement") });
  act(() => store.set(consentOpenAtom, true));
  const box = screen.getByRole("checkbox", { name: /^Measurement/ });
  fireEvent.click(box);
  fireEvent.keyDown(box, { key: "Enter" });
  expect(notice()).not.toBeNull();
  fireEvent.keyDown(box, { key: "Escape" });
  expect(notice()).toBeNull();
  expect(kept()).toEqual(chosen("measurement"));
});

test("the focus goes back to where it was before the choices or the notice, else to the headline", () => {
  const before = document.createElement("main");
  before.innerHTML = "<h1 tabindex=-1></h1><button></button>";
  document.body.append(before);
  const [headline, button] = [...before.children];
  const { store } = show("required");
  if (button instanceof HTMLElement) button.focus();
  act(() => store.set(consentOpenAtom, true));
  press("Save");
  expect(document.activeElement).toBe(button);
  act(() => store.set(consentOpenAtom, true));
  expect(document.activeElement).toBe(notice());
  press("None");
  expect(document.activeElement).toBe(button);
  cleanup();

  if (button instanceof HTMLElement) button.blur();
  show("required");
  screen.getByRole("button", { name: "Yes" }).focus();
  press("Yes");
  expect(document.activeElement).toBe(headline);
  before.remove();
});

test.each([
  ["in another tab", "storage", { key: "consent" }],
  ["in another tab that empties the storage first", "storage", { key: null }],
  ["on a page that Back leads from", "pageshow", { persisted: true }],
])(
  "what is withdrawn %s ends here as well, with the document of what looks at it",
  async (_, event, details) => {
    const { store, backend, assigned } = show("required", {
      stored: chosen("measurement"),
    });
    await until(() => sent().length > 0);
    store.set(readersHereAtom, true);
    backend.setItem("consent", JSON.stringify(chosen()));
    act(() => {
      window.dispatchEvent(Object.assign(new Event(event), details));
    });
    expect(store.get(consentStored.state)).toEqual(chosen());
    expect(assigned).toEqual(["https://calm.example/quiz-focus/oto"]);
  },
);

test("a page that comes back to what was chosen before stays", async () => {
  const { store, assigned } = show("required", {
    stored: chosen("measurement"),
  });
  store.set(readersHereAtom, true);
  act(() => {
    const event = Object.assign(new Event("pageshow"), { persisted: true });
    window.dispatchEvent(event);
  });
  expect(assigned).toEqual([]);
  await until(() => sent().length > 0);
});

test("whoever is allowed later learns where the visitor is; whoever was allowed before is told once", async () => {
  const { store } = show("required", {
    stored: chosen("measurement"),
    advertised: true,
  });
  await until(() => sent().length > 0);
  act(() => store.set(consentOpenAtom, true));
  fireEvent.click(screen.getByRole("checkbox", { name: /^Advertising/ }));
  vi.stubGlobal("google_tag_manager", { "GTM-1": {} });
  press("Save");
  await until(() => pagesOfTagManager().length > 0);
  expect(pagesOfTagManager()).toEqual(["/here"]);
  window.dispatchEvent(new Event("pagehide"));
  await quiet();
  expect(told().match(/"\/here"/g)).toHaveLength(1);
  vi.unstubAllGlobals();
});

test("what was never shown is not agreed to, and what was agreed to elsewhere stays", () => {
  const first = show("notice", { country: "US" });
  act(() => first.store.set(consentOpenAtom, true));
  press("Save");
  expect(first.kept()).toMatchObject({ purposes: ["measurement"] });
  cleanup();
  const { store, kept } = show("notice", {
    country: "US",
    stored: chosen("marketing"),
  });
  act(() => store.set(consentOpenAtom, true));
  fireEvent.click(screen.getByRole("checkbox", { name: /^Measurement/ }));
  press("Save");
  expect(kept()).toMatchObject({ purposes: ["marketing", "measurement"] });
});

test("a purpose that no funnel had before is asked for where one has it first, and may be declined with the rest", () => {
  const first = show("required");
  press("Yes");
  cleanup();
  const again = show("required", { backend: first.backend });
  expect(notice()).toBeNull();
  cleanup();
  const { kept } = show("notice", {
    country: "US",
    backend: again.backend,
    advertised: true,
  });
  expect(notice()?.textContent).toContain("May others measure your visit");
  press("Yes");
  expect(notice()).toBeNull();
  expect(kept()).toMatchObject({
    purposes: ["measurement", "marketing"],
    unasked: ["replay"],
  });
});

test("a no is one to every purpose, of other funnels too", () => {
  const first = show("required");
  press("No");
  expect(first.kept()).not.toHaveProperty("unasked");
  cleanup();
  show("required", { backend: first.backend, advertised: true });
  expect(notice()).toBeNull();
});

test("where the law allows it, agreeing changes nothing for whoever measures already", async () => {
  const { store, assigned } = show("notice", { country: "US" });
  store.set(readersHereAtom, true);
  press("Yes");
  expect(assigned).toEqual([]);
  await until(() => sent().length > 0);
});

test("what was chosen for one purpose starts nobody of another", async () => {
  show("required", { stored: chosen("marketing", "replay") });
  expect(notice()).toBeNull();
  await quiet();
  expect(sent()).toEqual([]);
});

test("an answer to an older question is asked for anew", () => {
  show("required", { stored: { ...chosen("measurement"), v: 0 } });
  expect(notice()).not.toBeNull();
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
  press("No");
  expect(style.getPropertyValue("--notice")).toBe("");
});

const untold = (backend: FakeStorage): unknown =>
  JSON.parse(backend.getItem("checkout") ?? "{}").untold;
/** A browser with a purchase that nobody had been told of when its document ended. */
function bought() {
  const backend = new FakeStorage();
  const properties = { event_id: "e-1", product: "plan" };
  const untold = [{ properties, vendors: null }];
  backend.setItem("checkout", JSON.stringify({ untold }));
  return backend;
}

test("a purchase that nobody was told of before its document ended is told in the next one, once", async () => {
  const backend = bought();
  const { store } = show("required", {
    stored: chosen("measurement"),
    backend,
  });
  const again = { event_id: "e-2", product: "gift" };
  act(() => {
    store.set(checkoutStored.state, (checkout) => ({
      ...checkout,
      untold: [...checkout.untold, { properties: again, vendors: null }],
    }));
    store.set(trackAtom, { kind: "purchase", properties: again });
  });
  // PostHog is on its way.
  expect(untold(backend)).toHaveLength(2);
  await until(() => String(untold(backend)) === "");
  window.dispatchEvent(new Event("pagehide"));
  await quiet();
  expect(
    told()
      .match(/"event_id":"e-[12]"/g)
      ?.toSorted(),
  ).toEqual(['"event_id":"e-1"', '"event_id":"e-2"']);
});

test.each([
  ["who has declined", { stored: chosen() }],
  ["who has not chosen", {}],
] as const)("a purchase of somebody %s is kept for nobody", (_, options) => {
  const backend = bought();
  const { store } = show("required", { ...options, backend });
  expect(untold(backend)).toEqual([]);
  act(() =>
    store.set(checkoutStored.state, (checkout) => ({
      ...checkout,
      untold: [{ properties: { event_id: "e-2" }, vendors: null }],
    })),
  );
  expect(untold(backend)).toEqual([]);
});

/** PostHog is on its way until it is let in, in each document; `purchases` are the events that it was told of. */
function latePostHog() {
  const purchases: unknown[] = [];
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  vi.spyOn(vendors.posthog, "start").mockImplementation(async () => {
    await arrived;
    return {
      track: (event) => {
        if (event.kind === "purchase")
          purchases.push(event.properties["event_id"]);
      },
      stop: () => undefined,
    };
  });
  const letIn = async () => {
    arrive();
    await quiet();
  };
  return { purchases, letIn };
}
/** The tag manager is there; yields the events of the purchases that it was told of. */
function promptTagManager() {
  Reflect.deleteProperty(globalThis, "dataLayer");
  vi.stubGlobal("google_tag_manager", { "GTM-1": {} });
  return () => {
    const layer: unknown = Reflect.get(globalThis, "dataLayer");
    return Array.isArray(layer)
      ? layer.flatMap(({ event_id }) => event_id ?? [])
      : [];
  };
}
const BOTH = {
  stored: chosen("measurement", "marketing"),
  advertised: true,
};
const tick = (name: RegExp) => {
  fireEvent.click(screen.getByRole("checkbox", { name }));
  press("Save");
};

test("a purchase that one vendor was told of is told to the other alone in the next document", async () => {
  const { purchases, letIn } = latePostHog();
  const purchasesOfTagManager = promptTagManager();
  const backend = bought();
  show("required", { ...BOTH, backend });
  await quiet();
  expect(purchasesOfTagManager()).toEqual(["e-1"]);
  expect(untold(backend)).toMatchObject([{ vendors: ["posthog"] }]);
  cleanup();
  show("required", { ...BOTH, backend });
  await letIn();
  expect(purchasesOfTagManager()).toEqual(["e-1"]);
  expect(purchases).toEqual(["e-1"]);
  expect(untold(backend)).toEqual([]);
});

test("of two documents that are open together, one alone tells of a purchase", async () => {
  const { purchases, letIn } = latePostHog();
  const purchasesOfTagManager = promptTagManager();
  const backend = bought();
  show("required", { ...BOTH, backend });
  show("required", { ...BOTH, backend });
  await letIn();
  expect(purchasesOfTagManager()).toEqual(["e-1"]);
  expect(purchases).toEqual(["e-1"]);
});

test("a vendor that does not come is waited for in no other document", async () => {
  vi.spyOn(vendors.posthog, "start").mockRejectedValue(new Error("blocked"));
  const backend = bought();
  show("required", { stored: chosen("measurement"), backend });
  await quiet();
  expect(untold(backend)).toEqual([]);
});

test("a purchase that waits for a vendor is told to it and to nobody who is allowed only then", async () => {
  const { purchases, letIn } = latePostHog();
  const purchasesOfTagManager = promptTagManager();
  const backend = bought();
  const { store } = show("required", {
    stored: chosen("measurement"),
    advertised: true,
    backend,
  });
  expect(untold(backend)).toHaveLength(1);
  act(() => store.set(consentOpenAtom, true));
  tick(/^Advertising/);
  await letIn();
  expect(pagesOfTagManager()).toEqual(["/here"]);
  expect(purchasesOfTagManager()).toEqual([]);
  expect(purchases).toEqual(["e-1"]);
  expect(untold(backend)).toEqual([]);
});

test("a purchase is kept no longer for who may not be told any more, and is for the others", async () => {
  latePostHog();
  const backend = bought();
  const { store, assigned } = show("required", { ...BOTH, backend });
  expect(untold(backend)).toMatchObject([
    { vendors: ["posthog", "tagManager"] },
  ]);
  act(() => store.set(consentOpenAtom, true));
  tick(/^Advertising/);
  // The tag manager ends with its document.
  expect(assigned).toHaveLength(1);
  cleanup();
  show("required", { advertised: true, backend });
  expect(untold(backend)).toMatchObject([{ vendors: ["posthog"] }]);
});

test("a funnel that tells nobody of purchases leaves those of others alone", () => {
  const backend = bought();
  show("required", { measured: false, stored: chosen("measurement"), backend });
  expect(untold(backend)).toHaveLength(1);
});

test("on a sensitive page nobody is asked", () => {
  const { store } = show("required");
  act(() => store.set(showSensitivityAtom, "last"));
  expect(notice()).toBeNull();
  act(() => store.set(showSensitivityAtom, "no"));
  expect(notice()).not.toBeNull();
});

test.each([true, false])(
  "whether somebody is led to help by what they answer: %s; they are not asked then",
  (isLed) => {
    const { store } = show("notice", { country: "US", ledAway: true });
    const [question] = funnel.steps;
    if (question === undefined) throw new Error("no question");
    act(() =>
      store.set(journeyStored.state, (journey) => ({
        ...journey,
        answers: { [question.id]: isLed ? "male" : "female" },
      })),
    );
    expect(notice() === null).toBe(isLed);
  },
);

test("whoever begins on a sensitive page is asked on the next other one", () => {
  const { store, goTo } = show("required", { first: "whole" });
  expect(notice()).toBeNull();
  act(() => store.set(showSensitivityAtom, "no"));
  goTo("/next");
  expect(notice()).not.toBeNull();
  goTo("/further");
  expect(notice()).toBeNull();
});
