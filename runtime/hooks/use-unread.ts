import { useEffect, useState } from "react";
import { RUN_MS } from "../core/run-of-taps.ts";
import { useHydrated } from "./use-hydrated.ts";

/** What a tap takes, and the price that it is taken at; null while nothing is picked. */
interface Deal {
  readonly product: string | null;
  readonly price: string | null;
}

/** Whether a key presses the button that has the focus. */
export function isPress({ key }: { readonly key: string }): boolean {
  return key === "Enter" || key === " ";
}

/**
 * True from the moment that a step comes up, or that a product's price changes, until nothing was tapped or pressed for a
 * moment: what is pressed before was meant for the step or the price before. A document that was loaded has none before
 * it, and whoever picks another product means that; the first one that is picked brings the button to where the tap was.
 */
export function useUnread({ product, price }: Deal): boolean {
  const cameByStep = useHydrated();
  const [run, setRun] = useState({ isOver: !cameByStep });
  const [before, setBefore] = useState({ product, price });
  if (product !== before.product || price !== before.price) {
    setBefore({ product, price });
    if (product === before.product || before.product === null)
      setRun({ isOver: false });
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
    // A key that is held down goes on pressing.
    const hear = (event: KeyboardEvent) => isPress(event) && startAnew();
    addEventListener("keydown", hear);
    return () => {
      clearTimeout(timer);
      removeEventListener("pointerup", startAnew);
      removeEventListener("keydown", hear);
    };
  }, [run]);
  return !run.isOver;
}
