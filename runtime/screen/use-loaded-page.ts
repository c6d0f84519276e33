import { useEffect, useState } from "react";
import type { Slot } from "../pages/slot.ts";
import { type Reloading, reloadOnce } from "./reload-once.ts";

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
  const [fetched, setFetched] = useState<"no" | "yes" | NotReloading>(() =>
    slot.isLoaded() ? "yes" : "no",
  );
  useEffect(() => {
    if (fetched !== "no" || !wanted) return undefined;
    let isLeft = false;
    const fail = async () => {
      // Whoever went back meanwhile may be typing on another page.
      if (isLeft) return;
      const reloading = await reloadOnce(() => isLeft);
      if (!isLeft && reloading !== "reloads") setFetched(reloading);
    };
    void slot.load().then(() => setFetched("yes"), fail);
    return () => {
      isLeft = true;
    };
  }, [slot, fetched, wanted]);
  switch (fetched) {
    case "yes":
    case "no":
      return fetched === "yes";
    default:
      throw new MissingPage(fetched);
  }
}

type NotReloading = Exclude<Reloading, "reloads">;

/** A page's script could not be fetched, which some browsers remember for as long as the document is there. */
export class MissingPage extends Error {
  override readonly name = "MissingPage";
  override readonly message = "a page could not be fetched";

  /** What keeps the document from being loaded anew by itself. */
  readonly why: NotReloading;

  constructor(why: NotReloading) {
    super();
    this.why = why;
  }
}
