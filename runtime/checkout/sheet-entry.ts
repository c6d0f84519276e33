import { isRecord } from "../core/read.ts";

/** Marks the state of an entry of the history. */
const MARK = "sheet";

/** A frame may keep a step back for itself; milliseconds. */
const BACK_WAIT_MS = 500;

let isOpen = false;
let leaving: Promise<void> | null = null;

/**
 * Gives a sheet an entry of its own in the history, so that Back closes the sheet: to the router, it is the entry of the
 * page below. Whoever goes back further is led there by the router. Gives the end of listening.
 */
export function enterSheet(onBack: () => void): () => void {
  const below: unknown = history.state;
  history.pushState({ ...(isRecord(below) && below), [MARK]: true }, "");
  addEventListener("popstate", onBack);
  isOpen = true;
  return () => {
    removeEventListener("popstate", onBack);
    isOpen = false;
  };
}

/**
 * Steps back to the page below, where the entry on screen is that of a sheet that is not there any more: it was closed
 * by hand, or the page was loaded anew with it open.
 */
export function leaveSheet(): Promise<void> {
  const { state } = history;
  if (isOpen || !isRecord(state) || !(MARK in state)) return Promise.resolve();
  leaving ??= stepBack().finally(() => {
    leaving = null;
  });
  return leaving;
}

async function stepBack(): Promise<void> {
  await new Promise<void>((resolve) => {
    const onPop = (): void => {
      removeEventListener("popstate", onPop);
      clearTimeout(late);
      resolve();
    };
    const late = setTimeout(onPop, BACK_WAIT_MS);
    addEventListener("popstate", onPop);
    history.back();
  });
}
