import { useEffect, useState } from "react";
import type { PageId } from "../../generated/names.ts";
import { pages } from "../pages/registry.ts";
import { reloadOnce } from "./reload-once.ts";

/**
 * Whether the page's component is here; fetches it when it is not, which is rare: pages ahead are fetched when idle.
 * Throws when it cannot be had, so that the error boundary offers to try again.
 */
export function useLoadedPage(id: PageId): boolean {
  const [fetched, setFetched] = useState<"no" | "yes" | "failed">("no");
  const ready = pages[id].isLoaded();
  useEffect(() => {
    if (ready) return;
    const fail = () => {
      if (!reloadOnce()) setFetched("failed");
    };
    void pages[id].load().then(() => setFetched("yes"), fail);
  }, [id, ready]);
  if (fetched === "failed" && !ready)
    throw new Error(`the page ${id} could not be fetched`);
  return ready;
}
