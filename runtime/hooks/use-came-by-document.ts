import { useState } from "react";
import { useHydrated } from "./use-hydrated.ts";

/** Whether the page came as a document, which knew nothing of its visitor: what they are told later needs room in it. */
export function useCameByDocument(): boolean {
  const hydrated = useHydrated();
  const [came] = useState(!hydrated);
  return came;
}
