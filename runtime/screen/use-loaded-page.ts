import { useEffect, useState } from "react";
import type { PageId } from "../../generated/names.ts";
import { pages } from "../pages/registry.ts";

/** Whether the page's component is here; fetches it when it is not, which is rare: pages ahead are fetched when idle. */
export function useLoadedPage(id: PageId): boolean {
  const [, retell] = useState(0);
  const ready = pages[id].isLoaded();
  useEffect(() => {
    if (!ready) void pages[id].load().then(() => retell((count) => count + 1));
  }, [id, ready]);
  return ready;
}
