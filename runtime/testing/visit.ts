import { v4 } from "uuid";
import { readAttribution } from "../core/attribution.ts";
import type { LocalServer } from "./local-server.ts";
import { fakeCookies } from "./cookies.ts";
import { brand, funnel } from "./funnel.ts";
import { FakeStorage } from "./storage.ts";
import { openStorage, openTab } from "../core/storage.ts";
import { openVisit, type VisitOptions } from "../state/open-visit.ts";
import type { PageLocation, Visit } from "../state/visit.ts";
import { SESSION_COOKIE } from "../../generated/call.ts";

export const NOW = Date.UTC(2026, 0, 1);

/** A location that notes where it was sent. */
export function fakeLocation(href: string) {
  const assigned: string[] = [];
  const url = new URL(href);
  const location: PageLocation = {
    href,
    host: url.host,
    hostname: url.hostname,
    pathname: url.pathname,
    search: url.search,
    hash: url.hash,
    protocol: url.protocol,
    assign: (to) => assigned.push(to),
    replace: (to) => assigned.push(to),
  };
  return { location, assigned };
}

export interface TestVisitOptions extends Partial<VisitOptions> {
  readonly href?: string;
  /** What the browser's storage holds; shared between two visits it makes two tabs. */
  readonly backend?: FakeStorage;
}

/** Opens a visit in a made-up environment; sleeping waits for nobody unless `sleep` is given. */
export function testVisit(server: LocalServer, options: TestVisitOptions = {}) {
  const backend = options.backend ?? new FakeStorage();
  const tab = new FakeStorage();
  const { location, assigned } = fakeLocation(
    options.href ?? "https://calm.example/quiz-focus/oto",
  );
  const cookies = fakeCookies({ [SESSION_COOKIE]: "s-1" });
  const events = new EventTarget();
  const replaced: string[] = [];
  const waits: number[] = [];
  const clock = { now: NOW };
  const visit = openVisit({
    brand,
    funnel,
    storage: openStorage(() => backend),
    tab: openTab(() => tab),
    cookies,
    location,
    history: {
      state: { kept: 1 },
      replaceState: (_state, _title, url) => replaced.push(String(url)),
    },
    referrer: "",
    repeated: false,
    dataset: {},
    events,
    now: () => clock.now,
    random: () => 0,
    sleep: (ms) => {
      waits.push(ms);
      // Leaving the page is for ever here.
      return ms === 15_000 ? new Promise(() => undefined) : Promise.resolve();
    },
    apiBase: server.base,
    fetch: (input, init) =>
      fetch(
        String(input).replace(/^(?=\/ai-api\/)/, new URL(server.base).origin),
        init,
      ),
    ...options,
  });
  return {
    ...visit,
    backend,
    assigned,
    cookies,
    events,
    replaced,
    waits,
    clock,
  };
}

/** What has not come by then, on the busiest machine, never comes. */
export const TURNS_MAX = 10_000;

/** Waits until something holds; fails loudly when it never does. */
export async function until(holds: () => boolean): Promise<void> {
  for (let turns = 0; !holds(); turns += 1) {
    if (turns > TURNS_MAX) throw new Error("it never came to that");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** A visit that has just begun; nobody wakes up who sleeps, unless `sleep` is given. */
export function visitOf({
  storage,
  sleep = () => new Promise(() => undefined),
  ...open
}: Pick<Visit, "brand" | "funnel" | "client" | "location" | "now"> & {
  readonly storage: FakeStorage;
  readonly sleep: Visit["sleep"] | undefined;
}): Visit {
  return {
    ...open,
    deviceId: () => "d-1",
    resumed: null,
    returned: false,
    dataset: {},
    sessionBefore: "s-1",
    storage: openStorage(() => storage),
    tab: openStorage(() => new FakeStorage()),
    attribution: readAttribution({
      search: "",
      referrer: "",
      host: "calm.example",
    }),
    cookies: fakeCookies(),
    random: () => 0,
    uuid: v4,
    sleep,
  };
}
