import { createContext, useContext } from "react";
import type { Brand, Funnel, Step } from "../../generated/contract.ts";
import type { AnyNames } from "../../generated/funnel-names.ts";

/** What surrounds the page on screen; app.tsx provides it. */
export interface PageContextValue {
  readonly brand: Brand;
  readonly funnel: Funnel;
  /** The mount the visitor came in by, one of `funnel.mounts`. */
  readonly mount: AnyNames["mount"];
  readonly step: Step;
}

export const PageContext = createContext<PageContextValue | null>(null);

/** Everything at once; a use outside of `PageContext` is a bug of ours and throws. */
export function usePage(): PageContextValue {
  const page = useContext(PageContext);
  if (page === null) throw new Error("used outside of PageContext");
  return page;
}

export function useBrand(): Brand {
  return usePage().brand;
}

export function useFunnel(): Funnel {
  return usePage().funnel;
}

export function useStep(): Step {
  return usePage().step;
}
