import { useEffect, useState } from "react";
import type { Slot } from "../pages/slot.ts";
import { reloadOnce } from "./reload-once.ts";

/**
 * Whether a page's component is here; fetches it when it is `wanted` and not, which is rare: pages ahead are fetched
 * when idle. The slot stays the same as long as its screen. Throws when it cannot be had, so that the error boundary
 * offers to try again.
 *
 * Asked once and then told: React drops the effects of a render that no state has changed for, and with them whatever
 * was to be done because the slot had another answer by then.
 */
export function useLoadedPage(
  slot: Pick<Slot<never>, "isLoaded" | "load">,
  wanted = true,
): boolean {
  const [fetched, setFetched] = useState<"no" | "yes" | "failed">(() =>
    slot.isLoaded() ? "yes" : "no",
  );
  useEffect(() => {
    if (fetched !== "no" || !wanted) return undefined;
    let isLeft = false;
    const fail = () => {
      // Whoever went back meanwhile may be typing on another page.
      if (!isLeft && !reloadOnce()) setFetched("failed");
    };
    void slot.load().then(() => setFetched("yes"), fail);
    return () => {
      isLeft = true;
    };
  }, [slot, fetched, wanted]);
  if (fetched === "failed") throw new MissingPage();
  return fetched === "yes";
}

/** A page's script could not be fetched, which some browsers remember for as long as the document is there. */
export class MissingPage extends Error {
  override readonly name = "MissingPage";
  override readonly message = "a page could not be fetched";
}
