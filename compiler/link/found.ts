import { href } from "../shared/address.ts";
import type { Brand, Funnel, Step } from "../shared/contract.ts";
import type { Traits } from "../schema/traits.ts";
import { stepAddresses } from "./address.ts";

/**
 * Whether search engines may list a step: it is where visitors begin, or a page of the brand's own. What lies behind
 * answers, guards and offers is nothing without them.
 */
export function isFound(step: Step, funnel: Funnel, traits: Traits): boolean {
  const page = traits.pages[step.page];
  if (page === undefined || page.unknownAddress) return false;
  if (page.flow === "offer" || step.guards.length > 0) return false;
  if (funnel.id === "pages") return true;
  const first = funnel.entry ?? funnel.steps[0]?.id;
  return page.entrance || step.id === first;
}

/** The steps that search engines may list, each once, with their addresses: mirrors are not among them. */
export function foundSteps(
  funnel: Funnel,
  traits: Traits,
): { readonly path: string; readonly step: Step; readonly index: number }[] {
  return stepAddresses(funnel).filter(
    ({ step, mount }) => mount === 0 && isFound(step, funnel, traits),
  );
}

/** The address that stands for a step on all its mounts: `https://calm.example/quiz/start`. */
export function canonicalOf(brand: Brand, funnel: Funnel, step: Step): string {
  return originOf(brand) + href(funnel.mounts[0] ?? "", step.path);
}

/** Where the brand is found by everybody: its first host. */
export function originOf({ hosts, id }: Brand): string {
  return `https://${hosts[0] ?? `${id}.localhost`}`;
}
