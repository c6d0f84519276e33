/** The folder `development` holds what brings saved content onto the page while developing, without a reload. */
import type { createStore } from "jotai";
import { flushSync } from "react-dom";
import { href } from "../../generated/address.ts";
import type { Brand, Funnel } from "../../generated/contract.ts";
import { pages } from "../pages/registry.ts";
import { addressesOf, decodePath } from "../screen/addresses.ts";
import { restoreAtom } from "../state/restore.ts";
import { visitAtom } from "../state/visit.ts";
import { stepInstead } from "./step-instead.ts";

/** What a page is made of. */
interface Content {
  readonly brand: Brand;
  readonly funnel: Funnel;
}

/** The same as it comes from the development server, with the brand's look as CSS. */
interface SavedContent extends Content {
  readonly theme: string;
}

interface Shown {
  readonly content: Content;
  readonly store: ReturnType<typeof createStore>;
  readonly show: (content: Content) => void;
}

let shown: Shown | null = null;
let latest: SavedContent | null = null;

/** Has `show` show what is saved from now on; what was saved while the page started is shown at once. */
export function onContent(
  content: Content,
  store: Shown["store"],
  show: Shown["show"],
): void {
  shown = { content, store, show };
  if (latest !== null) void takeContent(latest);
}

/**
 * Puts saved content in the place of what is on the screen, in one step: the visitor stays where they are, with their
 * answers. Null when the funnel is gone: what is on the screen stays.
 */
export async function takeContent(next: SavedContent | null): Promise<void> {
  if (next === null) return;
  latest = next;
  if (shown === null) return;
  const { content, store, show } = shown;
  const funnel = withSameSteps(content.funnel, next.funnel);
  const address = addressAfter(content.funnel, funnel);
  const path = address ?? decodePath(location.pathname);
  const step = addressesOf(funnel).get(path)?.step;
  if (step !== undefined) await pages[step.page].load();
  // Saved again meanwhile.
  if (latest !== next) return;
  const { brand, theme } = next;
  shown = { content: { brand, funnel }, store, show };
  flushSync(() => {
    store.set(visitAtom, (visit) => visit && { ...visit, brand, funnel });
    store.set(restoreAtom);
    show({ brand, funnel });
    if (address !== null) moveTo(address);
  });
  takeLook(brand, theme);
}

/** Steps that say what they said before are the same objects: nothing is done anew for them. */
function withSameSteps(before: Funnel, after: Funnel): Funnel {
  const known = new Map(
    before.steps.map((step) => [JSON.stringify(step), step]),
  );
  const steps = after.steps.map(
    (step) => known.get(JSON.stringify(step)) ?? step,
  );
  return { ...after, steps };
}

/** Where the visitor is to be when it is another address than now; null where they can stay. */
function addressAfter(before: Funnel, after: Funnel): string | null {
  const path = decodePath(location.pathname);
  const here = addressesOf(before).get(path);
  if (here === undefined) return null;
  const step = stepInstead(before, after, here.step);
  const mount = after.mounts.find((mount) => mount === here.mount);
  if (step === null) return null;
  const address = href(mount ?? after.mounts[0] ?? here.mount, step.path);
  return address === path ? null : address;
}

/** The router reads the address again when the history says that it has moved. */
function moveTo(address: string): void {
  const { state } = history;
  history.replaceState(state, "", encodeURI(address) + location.search);
  dispatchEvent(new PopStateEvent("popstate", { state }));
}

function takeLook({ look }: Brand, theme: string): void {
  for (const [name, value] of Object.entries(look))
    document.documentElement.setAttribute(name, value);
  const style = document.querySelector("style[data-theme]");
  if (style !== null && style.textContent !== theme) style.textContent = theme;
}
