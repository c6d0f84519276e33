import { useEffect, useState } from "react";
import { RUN_MS } from "../core/run-of-taps.ts";
import { useHydrated } from "./use-hydrated.ts";

/** What a tap takes, and the price that it is taken at; null while nothing is picked. */
interface Deal {
  readonly product: string | null;
  readonly price: string | null;
}

/**
 * True from the moment that a step comes up, or that a product's price changes, until nobody has tapped for a moment:
 * what is tapped before was meant for the step or the price before. A document that was loaded has none before it, and
 * who picks another product means that.
 */
export function useUnread({ product, price }: Deal): boolean {
  const cameByStep = useHydrated();
  const [run, setRun] = useState({ isOver: !cameByStep });
  const [before, setBefore] = useState({ product, price });
  if (product !== before.product || price !== before.price) {
    setBefore({ product, price });
    if (product === before.product) setRun({ isOver: false });
  }
  useEffect(() => {
    if (run.isOver) return undefined;
    const wait = () => setTimeout(() => setRun({ isOver: true }), RUN_MS);
    let timer = wait();
    const startAnew = () => {
      clearTimeout(timer);
      timer = wait();
    };
    // A finger that scrolls does not come up: its pointer is cancelled.
    addEventListener("pointerup", startAnew);
    return () => {
      clearTimeout(timer);
      removeEventListener("pointerup", startAnew);
    };
  }, [run]);
  return !run.isOver;
}
