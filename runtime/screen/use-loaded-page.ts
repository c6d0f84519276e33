import { useEffect, useState } from "react";
import type { PageId } from "../../generated/names.ts";
import { pages } from "../pages/registry.ts";
import { reloadOnce } from "./reload-once.ts";

/**
 * Whether the page's component is here; fetches it when it is not, which is rare: pages ahead are fetched when idle.
 * The page stays the same as long as its screen. Throws when it cannot be had, so that the error boundary offers to
 * try again.
 *
 * Asked once and then told: React drops the effects of a render that no state has changed for, and with them whatever
 * was to be done because the registry had another answer by then.
 */
export function useLoadedPage(id: PageId): boolean {
  const [fetched, setFetched] = useState<"no" | "yes" | "failed">(() =>
    pages[id].isLoaded() ? "yes" : "no",
  );
  useEffect(() => {
    if (fetched !== "no") return;
    const fail = () => {
      if (!reloadOnce()) setFetched("failed");
    };
    void pages[id].load().then(() => setFetched("yes"), fail);
  }, [id, fetched]);
  if (fetched === "failed")
    throw new Error(`the page ${id} could not be fetched`);
  return fetched === "yes";
}
