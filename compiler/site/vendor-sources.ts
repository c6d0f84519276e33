import type { Brand, Funnel } from "../shared/contract.ts";

/** What the vendors of one funnel add to the policy of its documents. */
export interface VendorSources {
  readonly script: readonly string[];
  readonly connect: readonly string[];
  readonly image: readonly string[];
}

const TAG_MANAGER = "https://www.googletagmanager.com";
/** PostHog's cloud keeps its settings at a host beside the one for events. */
const POSTHOG_CLOUD = /^https:\/\/(us|eu)\.i\.posthog\.com$/;

/** Exactly the hosts that the funnel's vendors are at; nothing for a funnel that uses none. */
export function vendorSources(
  { vendors }: Pick<Brand, "vendors">,
  { analytics, replay }: Pick<Funnel, "analytics" | "replay">,
): VendorSources {
  const tags = analytics ? vendors.tagManager : null;
  const tagHosts =
    tags === null ? [] : [TAG_MANAGER, ...tags.hosts.map(originOf)];
  const abScript = analytics ? vendors.abScript : null;
  const abHost = abScript === null ? [] : [originOf(abScript)];
  return {
    script: unique([...tagHosts, ...(abScript === null ? [] : [abScript])]),
    connect: unique([
      ...(analytics && vendors.posthog !== null
        ? posthogHosts(vendors.posthog.host)
        : []),
      ...(replay && vendors.replay !== null
        ? [originOf(vendors.replay.host)]
        : []),
      ...tagHosts,
      ...abHost,
      ...(vendors.sentry === null ? [] : [originOf(vendors.sentry)]),
    ]),
    image: unique([...tagHosts, ...abHost]),
  };
}

function posthogHosts(host: string): string[] {
  const origin = originOf(host);
  const region = POSTHOG_CLOUD.exec(origin)?.[1];
  return region === undefined
    ? [origin]
    : [origin, `https://${region}-assets.i.posthog.com`];
}

function originOf(url: string): string {
  return new URL(url).origin;
}

function unique(sources: readonly string[]): string[] {
  return [...new Set(sources)];
}
