import { Provider, type createStore } from "jotai";
import { useMemo } from "react";
import { Navigate, useLocation } from "react-router-dom";
import type { Brand, Funnel, Step } from "../generated/contract.ts";
import type { AnyNames } from "../generated/funnel-names.ts";
import { UNKNOWN_ADDRESS } from "../generated/traits.ts";
import { PageContext } from "./hooks/use-page.ts";
import {
  addressesOf,
  decodePath,
  mountOf,
  nearestPath,
} from "./screen/addresses.ts";
import { ErrorBoundary } from "./screen/error-boundary.tsx";
import { StepScreen } from "./screen/step-screen.tsx";
import { Frame } from "./screen/frame.tsx";

export interface AppProps {
  readonly brand: Brand;
  readonly funnel: Funnel;
  readonly store: ReturnType<typeof createStore>;
}

/**
 * The steps of one funnel on all its mounts; the router around it is the browser's or the prerenderer's. Every address
 * is known beforehand, so that finding a step is a look-up and the router's matching stays out of the visitor's script.
 */
export function App({ brand, funnel, store }: AppProps) {
  return (
    <Provider store={store}>
      <ErrorBoundary supportEmail={brand.project.supportEmail}>
        <Arrival brand={brand} funnel={funnel} />
      </ErrorBoundary>
    </Provider>
  );
}

/** The step at this address; an unknown one below a mount leads to the entry, any other is not found. */
function Arrival({ brand, funnel }: Omit<AppProps, "store">) {
  const { pathname } = useLocation();
  const addresses = useMemo(() => addressesOf(funnel), [funnel]);
  const path = decodePath(pathname);
  const found = addresses.get(path);
  const mount = found?.mount ?? mountOf(funnel, path);
  const step = found?.step ?? (mount === null ? notFound(funnel) : undefined);
  const page = useMemo(
    () =>
      step === undefined ? null : { brand, funnel, mount: mount ?? "", step },
    [brand, funnel, mount, step],
  );
  if (page !== null)
    return (
      <PageContext value={page}>
        <Frame>
          <StepScreen key={page.step.id} />
        </Frame>
      </PageContext>
    );
  if (mount === null) return null;
  return <ToNearest funnel={funnel} mount={mount} path={path} />;
}

interface ToNearestProps {
  readonly funnel: Funnel;
  readonly mount: AnyNames["mount"];
  readonly path: string;
}

function ToNearest({ funnel, mount, path }: ToNearestProps) {
  const { search, hash } = useLocation();
  const pathname = nearestPath(funnel, mount, path);
  return <Navigate replace to={{ pathname, search, hash }} />;
}

function notFound(funnel: Funnel): Step | undefined {
  return funnel.steps.find((step) => step.page === UNKNOWN_ADDRESS);
}
