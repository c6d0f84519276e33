import { act, cleanup, render, screen } from "@testing-library/react";
import { createStore, Provider } from "jotai";
import { type ReactElement, useLayoutEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import {
  MemoryRouter,
  Route,
  Routes,
  useLocation,
  useNavigate,
} from "react-router-dom";
import { afterEach } from "vitest";
import type { Brand, Funnel, Score, Step } from "../../generated/contract.ts";
import type { CallOptions, Client } from "../api/client.ts";
import {
  type CheckoutStatus,
  NO_PAYMENT,
  type State,
} from "../checkout/machine.ts";
import { paymentsAtom } from "../checkout/run.ts";
import { brand as anyBrand, funnel as base } from "./funnel.ts";
import { FakeStorage } from "./storage.ts";
import { made } from "./made.ts";
import type { Promo } from "../core/promo.ts";
import { PageContext, type PageContextValue } from "../hooks/use-page.ts";
import { restoreAtom } from "../state/restore.ts";
import { tickAtom } from "../state/timer.ts";
import { resumeAtom, visitAtom } from "../state/visit.ts";
import { STATES } from "./payment-machine.ts";
import { fakeLocation, visitOf } from "./visit.ts";
import type { Shown } from "./render-page.tsx";
import { NO_JOURNEY } from "../core/journey.ts";
import { CONTACT_KEY, journeyKey } from "../core/storage-keys.ts";

afterEach(cleanup);

const brand: Brand = { ...anyBrand, geo: "off" };

export const NOW = Date.UTC(2026, 1, 14, 12);

/** What became of a payment. */
export interface Paid {
  readonly status: CheckoutStatus;
  readonly product: string | null;
}

export interface OfferSetting {
  /** What became of a payment on this offer. */
  readonly payment?: Paid;
  /** What the browser's storage holds of this funnel. */
  readonly journey?: {
    readonly answers?: Readonly<Record<string, string | number>>;
    readonly done?: readonly string[];
    readonly deadline?: number;
    readonly extended?: number;
    readonly promo?: Promo;
  };
  readonly contact?: Readonly<Record<string, string>>;
  /** What else it holds, by key, as it is written there. */
  readonly stored?: Readonly<Record<string, string>>;
  /** Answers a call of the API; by default nothing does. */
  readonly answer?: (path: string) => unknown;
  /** What is waited for that long; for ever without. */
  readonly sleep?: (ms: number) => Promise<void>;
  readonly scores?: readonly Score[];
  /** What is sold on a page before, which leads here when it is bought. */
  readonly soldBefore?: string;
}

/** Renders a page of a funnel with products, in a browser whose visitor's state is restored. */
export function renderOffer(
  shown: Shown,
  element: ReactElement,
  setting: OfferSetting = {},
) {
  const offer = prepare(shown, setting);
  offer.store.set(restoreAtom);
  const { container } = render(stage(offer, element));
  return { container, ...offer.look };
}

/** The same as the server renders it and as the browser takes it over. */
export function hydrateOffer(
  shown: Shown,
  element: ReactElement,
  {
    before,
    ...setting
  }: OfferSetting & { before?: (html: HTMLElement) => void } = {},
) {
  const { scores, soldBefore } = setting;
  const server = prepare(shown, {
    ...(scores !== undefined && { scores }),
    ...(soldBefore !== undefined && { soldBefore }),
  });
  server.store.set(visitAtom, null);
  const html = renderToString(stage(server, element));
  const container = document.createElement("div");
  document.body.replaceChildren(container);
  container.innerHTML = html;
  before?.(container);
  const offer = prepare(shown, setting);
  const complaints: unknown[] = [];
  act(() => {
    hydrateRoot(container, stage(offer, element), {
      onRecoverableError: (error) => complaints.push(error),
    });
  });
  act(() => offer.store.set(restoreAtom));
  return { container, html, complaints, ...offer.look };
}

type Offer = ReturnType<typeof prepare>;

/** What the browser kept of earlier visits. */
function storageOf(
  funnel: Funnel,
  { journey, contact = {}, stored = {} }: OfferSetting,
): FakeStorage {
  const storage = new FakeStorage();
  const kept = { ...NO_JOURNEY, ...journey };
  storage.setItem(journeyKey(funnel), JSON.stringify(kept));
  storage.setItem(CONTACT_KEY, JSON.stringify(contact));
  for (const [key, text] of Object.entries(stored)) storage.setItem(key, text);
  return storage;
}

function prepare(shown: Shown, setting: OfferSetting) {
  const step = made<Step>({ ...STEP, ...shown, progress: null });
  const funnel: Funnel = {
    ...base,
    mounts: ["/quiz"],
    steps: [
      ...(setting.soldBefore === undefined ? [] : [before(setting.soldBefore)]),
      step,
      ...EXITS,
      ...base.steps.filter(({ id }) => ANSWERED.has(id)),
    ],
    scores: setting.scores ?? base.scores,
  };
  const storage = storageOf(funnel, setting);
  const clock = { now: NOW };
  const calls: { path: string; body: CallOptions["body"] }[] = [];
  const client: Client = (path, { body }) => {
    calls.push({ path, body });
    return setting.answer
      ? Promise.resolve(setting.answer(path))
      : Promise.reject(new Error("offline"));
  };
  const { location, assigned } = fakeLocation("https://calm.example/quiz/here");
  const open = { funnel, client, storage, location, now: () => clock.now };
  const visit = visitOf({ ...open, brand, sleep: setting.sleep });
  const store = createStore();
  store.set(visitAtom, visit);
  const pay = ({ status, product }: Paid) =>
    store.set(paymentsAtom, {
      [`${funnel.brand}/${funnel.id}/here`]: {
        ...NO_PAYMENT,
        state: stateOf(status),
        product,
        begun: 1,
      },
    });
  if (setting.payment) pay(setting.payment);
  const router: Router = { navigate: () => undefined };
  const look = {
    store,
    calls,
    /** Where the browser was sent, away from the app. */
    assigned,
    storage,
    /** The path on screen. */
    path: () => screen.getByTestId("path").textContent,
    /** The browser shows the page once more as it was left. */
    comeBack: () => act(() => store.set(resumeAtom)),
    /** Leads somewhere else, as Back does. */
    goTo: (path: string) => act(async () => router.navigate(path)),
    /** Lets a payment end this way. */
    settle: (payment: Paid) => act(() => pay(payment)),
    /** Lets time pass for the countdown. */
    later: (ms: number) =>
      act(() => {
        clock.now += ms;
        store.set(tickAtom);
      }),
  };
  const page: PageContextValue = { brand, funnel, mount: "/quiz", step };
  return { page, store, router, look };
}

function stateOf(status: CheckoutStatus): State {
  return status === "pending" ? STATES.leaving : { kind: status };
}

interface Router {
  navigate: (path: string) => void | Promise<void>;
}

function stage({ store, page, router }: Offer, element: ReactElement) {
  return (
    <Provider store={store}>
      <MemoryRouter initialEntries={["/quiz/here?utm_source=ad"]}>
        <PageContext value={page}>
          <Routes>
            <Route path="/quiz/here" element={element} />
            <Route path="*" element={<p>Elsewhere</p>} />
          </Routes>
        </PageContext>
        <Path router={router} />
      </MemoryRouter>
    </Provider>
  );
}

function Path({ router }: { router: Router }) {
  const navigate = useNavigate();
  useLayoutEffect(() => void Object.assign(router, { navigate }));
  const { pathname, search } = useLocation();
  return <span data-testid="path">{pathname + search}</span>;
}

const BASE = {
  title: "A step",
  description: null,
  variant: null,
  guards: [],
  needs: [],
  basis: null,
  personal: false,
} as const;
/** Questions whose answers a test may store. */
const ANSWERED = new Set(["gender", "habits"]);
const STEP = {
  ...BASE,
  id: "here",
  pattern: "here",
  path: "here",
  edges: [
    { on: "next", to: "next", when: null },
    { on: "accept", to: "accepted", when: null },
    { on: "decline", to: "declined", when: null },
  ],
} as const;
/** In documents of their own where a script looks at the page. */
const EXITS: readonly Step[] = ["next", "accepted", "declined"].map(exit);

function before(product: string): Step {
  return made<Step>({
    ...BASE,
    id: "before",
    pattern: "before",
    path: "before",
    page: "upsell",
    props: { heading: "before", product },
    edges: [{ on: "accept", to: "here", when: null }],
    progress: null,
  });
}

function exit(id: string): Step {
  const props = { heading: id, button: "Continue" };
  return made<Step>({
    ...BASE,
    id,
    pattern: id,
    path: id,
    page: "info",
    props,
    sensitive: "whole",
    edges: [],
    progress: null,
  });
}
