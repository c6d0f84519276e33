import type { Vendors } from "../shared/vendors.ts";
import type { DataFlow } from "./data-flow.ts";
import type { BrandNode, FunnelNode } from "./program.ts";
import { switchOf } from "./vendors.ts";

type Purpose = "measurement" | "replay" | "advertising";

/** What a vendor learns of visitors. */
interface ThirdParty<Settings> {
  readonly what: string;
  readonly to: (settings: Settings) => string;
  /** As visitors allow it. */
  readonly purpose: Purpose;
  /** What it learns beside, where that is allowed too. */
  readonly also?: { readonly what: string; readonly purpose: Purpose };
}

export const THIRD_PARTIES: {
  readonly [Id in keyof Vendors]: ThirdParty<NonNullable<Vendors[Id]>>;
} = {
  posthog: {
    what: "which pages you see and what you tap, without your answers, which questions you are asked once more, what you buy, the advertisement that brought you, and your email once you have given it; nothing of sensitive pages",
    to: ({ host }) => `PostHog (${hostOf(host)})`,
    purpose: "measurement",
  },
  abScript: {
    what: "which pages you see; none that are sensitive",
    to: hostOf,
    purpose: "measurement",
  },
  sentry: {
    what: "errors that happen and the calls that pages make, with your email and name once you have given them",
    to: (source) => `Sentry (${hostOf(source)})`,
    purpose: "measurement",
    also: {
      what: "how you used pages before and after an error, without what you type or choose; nothing of sensitive pages",
      purpose: "replay",
    },
  },
  replay: {
    what: "how you use pages, without what you type or choose; nothing of sensitive pages",
    to: ({ host }) => hostOf(host),
    purpose: "replay",
  },
  tagManager: {
    what: "which pages you see, what you buy and the advertisement that brought you; nothing of sensitive pages",
    to: () => "Google Tag Manager and whoever is connected to it",
    purpose: "advertising",
  },
};

/** What the vendors of a brand are told, by funnel. */
export function thirdPartyFlows(
  { brand }: BrandNode,
  funnels: readonly FunnelNode[],
): DataFlow[] {
  return vendorIds().flatMap(flowsOf);

  function flowsOf<Id extends keyof Vendors>(id: Id): DataFlow[] {
    const { what, to, purpose, also } = THIRD_PARTIES[id];
    const key = switchOf(id);
    const settings = brand.vendors[id];
    if (settings === null) return [];
    const own = funnels.filter(({ funnel }) => key !== null && funnel[key]);
    // Switched on nowhere, it is told nothing; without funnels, a flow would be one of every page.
    if (key !== null && own.length === 0) return [];
    const ids = own.map(({ funnel }) => funnel.id);
    return [{ what, purpose }, ...(also === undefined ? [] : [also])].map(
      (learned) => ({
        what: learned.what,
        to: to(settings),
        when: whenAllowed(learned.purpose),
        funnels: ids,
      }),
    );
  }

  function whenAllowed(purpose: Purpose): string {
    return brand.consent === "required"
      ? `only if you agree to ${purpose}`
      : `if you agree to ${purpose}; where the law of your country does not ask for it, until you say no`;
  }
}

function vendorIds() {
  const isId = (id: string): id is keyof Vendors =>
    Object.hasOwn(THIRD_PARTIES, id);
  return Object.keys(THIRD_PARTIES).filter(isId);
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : url;
}
