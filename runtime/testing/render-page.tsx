import { act, cleanup, render, screen } from "@testing-library/react";
import { createStore, Provider } from "jotai";
import type { ReactElement } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import {
  MemoryRouter,
  Route,
  Routes,
  useLocation,
  useNavigationType,
} from "react-router-dom";
import { afterEach } from "vitest";
import type { Brand, Funnel, Step } from "../../generated/contract.ts";
import type { PageId, PageProps } from "../../generated/names.ts";
import type { Answer } from "../core/answers.ts";
import { made } from "./made.ts";
import { NO_VENDORS } from "./no-vendors.ts";
import { PageContext, type PageContextValue } from "../hooks/use-page.ts";
import { answerAtom, givenAnswersAtom } from "../state/journey.ts";
import { hydratedAtom } from "../state/visit.ts";

afterEach(cleanup);

/** A page as a funnel would show it: its kind and its props. */
export type Shown = {
  readonly [P in PageId]: {
    readonly page: P;
    readonly props: PageProps[P];
    readonly progress?: number | null;
    readonly edges?: Step["edges"];
  };
}[PageId];

export interface Setting {
  /** The answer that the step has when it is entered. */
  readonly answer?: Answer;
  readonly brand?: Partial<Brand>;
  /** What is known from an earlier page of the visit. */
  readonly store?: ReturnType<typeof createStore>;
}

/** Renders a page as the middle one of three steps, in a browser that has already hydrated. */
export function renderPage(
  shown: Shown,
  element: ReactElement,
  { answer, brand, store: known }: Setting = {},
) {
  const setting = prepare(shown, brand, known);
  const { store, page } = setting;
  if (answer !== undefined) store.set(answerAtom, page.step, answer);
  store.set(hydratedAtom, true);
  const { container } = render(stage(setting, element));
  return { container, ...look(setting) };
}

/** Renders a page on the server, lets the visitor act on the bare HTML, and then hydrates and restores. */
export function hydratePage(
  shown: Shown,
  element: ReactElement,
  { answer, before }: Setting & { before?: (html: HTMLElement) => void } = {},
) {
  const setting = prepare(shown);
  const { store, page } = setting;
  const container = document.createElement("div");
  document.body.replaceChildren(container);
  container.innerHTML = renderToString(stage(setting, element));
  const html = container.innerHTML;
  before?.(container);
  const complaints: unknown[] = [];
  act(() => {
    hydrateRoot(container, stage(setting, element), {
      onRecoverableError: (error) => complaints.push(error),
    });
  });
  act(() => {
    if (answer !== undefined) store.set(answerAtom, page.step, answer);
    store.set(hydratedAtom, true);
  });
  return { container, html, complaints, ...look(setting) };
}

/** The texts that describe a control, as they are read out. */
export function describedBy(control: Element): readonly (string | null)[] {
  const ids = control.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? null);
}

type Prepared = ReturnType<typeof prepare>;

function prepare(
  shown: Shown,
  changes: Partial<Brand> = {},
  store = createStore(),
) {
  const { progress = 0.5, ...kind } = shown;
  const step = made<Step>({ ...STEP, ...kind, progress });
  const funnel: Funnel = {
    ...FUNNEL,
    entry: FIRST.id,
    steps: [FIRST, step, LAST],
  };
  const brand: Brand = { ...BRAND, ...changes };
  const page: PageContextValue = { brand, funnel, mount: "/quiz", step };
  return { page, store };
}

function look({ store, page }: Prepared) {
  return {
    store,
    /** The stored answer of the step. */
    answered: () => store.get(givenAnswersAtom)[page.step.id],
    /** Path and query on screen, and how the router got there. */
    address: () => screen.getByTestId("address").textContent,
  };
}

function stage({ store, page }: Prepared, element: ReactElement) {
  return (
    <Provider store={store}>
      <MemoryRouter
        useTransitions={false}
        initialEntries={["/quiz/2-asked?utm_source=ad"]}
      >
        <PageContext value={page}>
          <Routes>
            <Route path="/quiz/2-asked" element={element} />
            <Route path="*" element={<p>Elsewhere</p>} />
          </Routes>
        </PageContext>
        <Address />
      </MemoryRouter>
    </Provider>
  );
}

function Address() {
  const { pathname, search } = useLocation();
  return (
    <span data-testid="address">
      {`${useNavigationType()} ${pathname}${search}`}
    </span>
  );
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
const STEP = {
  ...BASE,
  id: "asked",
  pattern: "{question}",
  path: "2-asked",
  edges: [{ on: "next", to: "last", when: null }],
} as const;
const FIRST = made<Step>({
  ...BASE,
  id: "first",
  page: "info",
  pattern: "{question}",
  path: "start",
  props: { heading: "First", button: "Continue" },
  edges: [{ on: "next", to: "asked", when: null }],
  progress: 0,
});
const LAST = made<Step>({
  ...BASE,
  id: "last",
  page: "info",
  pattern: "{question}",
  path: "3-last",
  props: { heading: "Last", button: "Continue" },
  edges: [],
  progress: 1,
});
const FUNNEL = {
  brand: "calm",
  id: "adhd",
  title: "A funnel",
  description: null,
  mounts: ["/quiz"],
  checkouts: {},
  scores: [],
  experiments: [],
  products: {},
  codes: {},
  analytics: false,
  replay: false,
  edition: "0a1b2c3d",
} as const;
const BRAND: Brand = {
  id: "calm",
  project: {
    alias: "a-brand",
    name: "A brand",
    supportEmail: "help@a-brand.example",
    homepageLink: "https://a-brand.example",
  },
  hosts: ["a-brand.example"],
  preloader: "none",
  consent: "none",
  geo: "off",
  visits: "counted",
  deviceId: "local",
  payments: {
    checkout: "stripe",
    saved: "reference",
    seller: "Stillmere Ltd",
    accepts: ["visa", "apple-pay"],
  },
  vendors: NO_VENDORS,
  logo: null,
  currencies: [],
  look: {},
  legal: [{ label: "Terms of use", href: "/terms" }],
};
