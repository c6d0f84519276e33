import { Provider } from "jotai";
import { type ReactNode, useEffect, useLayoutEffect, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import type { Brand, Funnel, Step } from "../generated/contract.ts";
import type { PageId } from "../generated/names.ts";
import { UNKNOWN_ADDRESS } from "../generated/traits.ts";
import { App, type AppProps } from "./app.tsx";
import { useAtomValue } from "./hooks/use-atom-value.ts";
import { openVisit, type OpenedVisit } from "./state/open-visit.ts";
import { stepById } from "./core/flow.ts";
import { logError, logWarning } from "./core/log.ts";
import { whenIdle } from "./core/when-idle.ts";
import { fetchOrEarly } from "./handover/early-contract.ts";
import type { Handover } from "./handover/handover-contract.ts";
import { reportBootFailure } from "./handover/help-boot.ts";
import { hasVendors } from "./core/vendors.ts";
import { onContent } from "./development/content.ts";
import { registerWorker } from "./offline/register.ts";
import { pages } from "./pages/registry.ts";
import { addressesOf, decodePath } from "./screen/addresses.ts";
import { titleOf } from "./screen/use-document-head.ts";
import { heldTapAtom } from "./screen/use-held-tap.ts";
import { endureTranslation } from "./screen/translation.ts";
import { testerAtom } from "./state/app.ts";
import { countStepAtom, shownSinceAtom } from "./state/count-pages.ts";
import { tellPageAtom } from "./state/events.ts";
import { answerAtom } from "./state/journey.ts";
import { hydratedAtom, visitAtom } from "./state/visit.ts";
import { mentionsTester } from "./core/tester-flag.ts";
import "./ui/global.css";
import "./screen/stage.css";
import "./screen/phone.css";
import "./screen/document.css";
import "./screen/print.css";

/** Brings the prerendered page to life; called by the entry module of one funnel. Never rejects. */
export async function start(brand: Brand, funnel: Funnel): Promise<void> {
  try {
    await hydrate(brand, funnel);
  } catch (error) {
    logError("the page could not start", error);
    reportBootFailure();
  }
}

async function hydrate(brand: Brand, funnel: Funnel): Promise<void> {
  const root = document.getElementById("root");
  if (root === null) throw new Error("the document has no root element");
  const tester = mentionsTester() && (await isTester());
  // The step may change while its page is on the way: the hand-over goes on until React takes its place.
  let loaded: PageId;
  do {
    loaded = pageOnScreen(funnel);
    await pages[loaded].load();
  } while (loaded !== pageOnScreen(funnel));
  // A tap that React has to answer is answered with a whole step: until then the one on the screen stays.
  if (globalThis.handover?.held?.kind === "next") await loadNextPages(funnel);
  globalThis.handover?.stop();
  await pages[pageOnScreen(funnel)].load();
  endureTranslation(root);
  const visit = openVisit({ brand, funnel, fetch: fetchOrEarly });
  visit.store.set(testerAtom, tester);
  const app = <Root brand={brand} funnel={funnel} visit={visit} />;
  const shown = root.hasChildNodes() ? app : <Late>{app}</Late>;
  const page = hydrateRoot(root, shown, {
    // React's number of the error; its words may be the visitor's.
    onRecoverableError: (error) =>
      logError(`hydration was not clean ${/#\d+/.exec(String(error))}`, error),
  });
  // While developing; nothing of it is in a build.
  if (import.meta.hot)
    onContent({ brand, funnel }, visit.store, (content) =>
      page.render(<Root {...content} visit={visit} />),
    );
}

/** Fills a document that has no page in it yet, as the one that is kept for times without network. */
function Late({ children }: { readonly children: ReactNode }) {
  const [begun, setBegun] = useState(false);
  useEffect(() => queueMicrotask(() => setBegun(true)), []);
  return begun ? children : null;
}

/** Whether code or cookie prove a tester; nobody else loads what judges it. */
async function isTester(): Promise<boolean> {
  try {
    const { testerMode } = await import("./tester/mode.ts");
    return await testerMode();
  } catch (error) {
    logWarning("tester mode failed", error);
    return false;
  }
}

/** The app, with the visitor's state put in as soon as React has taken the document over. */
function Root({
  brand,
  funnel,
  visit,
}: Omit<AppProps, "store"> & { readonly visit: OpenedVisit }) {
  useLayoutEffect(() => {
    const stop = visit.restore();
    takeOver(visit);
    void visit
      .start()
      .finally(() => document.querySelector("[data-preloader]")?.remove());
    return stop;
  }, [visit]);
  return (
    <BrowserRouter useTransitions={false}>
      <App brand={brand} funnel={funnel} store={visit.store} />
      <Deferred brand={brand} funnel={funnel} store={visit.store} />
    </BrowserRouter>
  );
}

/** Shows what is personal when the visitor's state is on the screen: React may paint between putting it in and that. */
function EndPrehydration({ store }: Pick<AppProps, "store">) {
  const hydrated = useAtomValue(hydratedAtom, { store });
  useLayoutEffect(() => {
    if (!hydrated) return;
    delete document.documentElement.dataset["restoring"];
    delete document.documentElement.dataset["standing"];
  }, [hydrated]);
  return null;
}

/**
 * What stands beside the app: the end of pre-hydration, and what no visitor waits for: third parties, the notice about them,
 * the tester's panel. One element, because the prerendered page holds one place for it.
 */
function Deferred({ brand, funnel, store }: AppProps) {
  const [content, setContent] = useState<ReactNode>(null);
  useEffect(
    () =>
      whenIdle(() => {
        keepForOffline();
        if (!store.get(testerAtom) && !hasVendors(brand)) return;
        import("./deferred.tsx").then(
          ({ deferred }) => setContent(deferred(brand, funnel, store)),
          (error: unknown) => logWarning("analytics could not start", error),
        );
      }),
    [brand, funnel, store],
  );
  return (
    <>
      <EndPrehydration store={store} />
      <Provider store={store}>{content}</Provider>
    </>
  );
}

/** The browser keeps the funnel for times without network, once nothing else is to be done. */
function keepForOffline(): void {
  if (import.meta.env.PROD !== true || import.meta.env.VITE_OFFLINE !== "on")
    return;
  void registerWorker();
}

/** What was done before React: pages left, answers that storage would not keep, and a tap that is still to be done. */
function takeOver({ store }: OpenedVisit): void {
  const handover = globalThis.handover;
  if (handover === undefined) return;
  for (const step of store.get(visitAtom)?.funnel.steps ?? []) {
    const answer = handover.answers[step.id];
    if (answer !== undefined) store.set(answerAtom, step, answer);
  }
  tellShown(store, handover.shown);
  const { held } = handover;
  globalThis.handover = undefined;
  if (held?.kind === "next") store.set(heldTapAtom, true);
  if (held?.kind === "click") {
    held.element.removeAttribute("aria-busy");
    queueMicrotask(() => held.element.click());
  }
}

/** The pages before the one on the screen were seen as well; that one is still to pass the guards. */
function tellShown(
  store: AppProps["store"],
  { pages, told }: Handover["shown"],
): void {
  const funnel = store.get(visitAtom)?.funnel;
  if (funnel === undefined) return;
  for (const [i, { page, at }] of pages.entries()) {
    const isLast = i === pages.length - 1;
    const address = decodePath(page);
    const step = addressesOf(funnel).get(address)?.step;
    if (step === undefined) continue;
    if (isLast) store.set(shownSinceAtom, at);
    else store.set(tellPageAtom, page, titleOf(step, funnel));
    // What was told, the tab has kept.
    if (i >= told && !isLast) store.set(countStepAtom, { step, address, at });
  }
}

function pageOnScreen(funnel: Funnel): PageId {
  return stepOnScreen(funnel)?.page ?? UNKNOWN_ADDRESS;
}

function stepOnScreen(funnel: Funnel): Step | undefined {
  return addressesOf(funnel).get(decodePath(location.pathname))?.step;
}

/** What cannot be fetched now is asked for again by the screen that needs it. */
function loadNextPages(funnel: Funnel): Promise<unknown> {
  const edges = stepOnScreen(funnel)?.edges ?? [];
  const next = edges.flatMap(({ to }) => stepById(funnel, to) ?? []);
  return Promise.allSettled(next.map(({ page }) => pages[page].load()));
}
