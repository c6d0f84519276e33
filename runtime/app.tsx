import { Provider, type createStore } from "jotai";
import { useMemo } from "react";
import { Navigate, Route, Routes, useLocation } from "react-router-dom";
import type { Brand, Funnel } from "../generated/contract.ts";
import { PageContext } from "./hooks/use-page.ts";
import { addressesOf, entryPath, routePath } from "./screen/addresses.ts";
import { ErrorBoundary } from "./screen/error-boundary.tsx";
import { StepScreen } from "./screen/step-screen.tsx";

export interface AppProps {
  readonly brand: Brand;
  readonly funnel: Funnel;
  readonly store: ReturnType<typeof createStore>;
}

/** The routes of one funnel on all its mounts; the router around it is the browser's or the prerenderer's. */
export function App({ brand, funnel, store }: AppProps) {
  return (
    <Provider store={store}>
      <ErrorBoundary supportEmail={brand.project.supportEmail}>
        <Routes>
          {funnel.mounts.flatMap((mount) => [
            ...funnel.routes.map(({ pattern }) => (
              <Route
                key={`${mount}/${pattern}`}
                path={routePath(mount, pattern)}
                element={<Arrival brand={brand} funnel={funnel} mount={mount} />}
              />
            )),
            <Route key={mount} path={mount} element={<ToEntry funnel={funnel} mount={mount} />} />,
          ])}
          <Route path="*" element={<Unknown brand={brand} funnel={funnel} />} />
        </Routes>
      </ErrorBoundary>
    </Provider>
  );
}

type Place = Pick<AppProps, "brand" | "funnel"> & { readonly mount: string };

/** The step at this address; an unknown parameter leads to the entry, query kept. */
function Arrival({ brand, funnel, mount }: Place) {
  const { pathname } = useLocation();
  const addresses = useMemo(() => addressesOf(funnel), [funnel]);
  const step = addresses.get(decodePath(pathname))?.step;
  const page = useMemo(
    () => (step === undefined ? null : { brand, funnel, mount, step }),
    [brand, funnel, mount, step],
  );
  if (page === null) return <ToEntry funnel={funnel} mount={mount} />;
  return (
    <PageContext value={page}>
      <StepScreen key={page.step.id} />
    </PageContext>
  );
}

function ToEntry({ funnel, mount }: Omit<Place, "brand">) {
  const { search, hash } = useLocation();
  return <Navigate replace to={{ pathname: entryPath(funnel, mount), search, hash }} />;
}

/** The server gave this document for an address it does not know: the brand's not-found page. */
function Unknown({ brand, funnel }: Omit<Place, "mount">) {
  const step = funnel.steps.find((candidate) => candidate.page === "not-found");
  const page = useMemo(
    () => (step === undefined ? null : { brand, funnel, mount: "", step }),
    [brand, funnel, step],
  );
  if (page === null) return null;
  return (
    <PageContext value={page}>
      <StepScreen />
    </PageContext>
  );
}

function decodePath(pathname: string): string {
  try {
    return decodeURI(pathname).replace(/(.)\/+$/, "$1");
  } catch {
    return pathname;
  }
}
