import type { Vendors } from "../shared/vendors.ts";
import { safeUrl } from "../shared/safe-url.ts";
import type { Path } from "../diagnostics/span.ts";
import { data, items, text } from "../schema/read.ts";
import type { Findings } from "./scope.ts";

/** What a vendor needs of a document's Content-Security-Policy: origins, or the address of one script. */
export interface PolicySources {
  readonly script?: readonly string[];
  readonly connect?: readonly string[];
  readonly image?: readonly string[];
}

/** The keys of a funnel that switch vendors on. */
export const VENDOR_SWITCHES = ["analytics", "replay"] as const;
export type VendorSwitch = (typeof VENDOR_SWITCHES)[number];

/** All that the compiler knows of one vendor. */
interface VendorEntry<Settings> {
  /** Null: it is used by every funnel of a brand that has it. */
  readonly switch: VendorSwitch | null;
  /** Its settings as they are written in `vendors` of brand.yaml; null where the brand has none. */
  readonly read: (written: Written) => Settings | null;
  /** What its settings add to a policy. */
  readonly sources: (settings: Settings) => PolicySources;
}

interface Vendor<Id extends keyof Vendors> {
  readonly id: Id;
  readonly switch: VendorSwitch | null;
  readonly read: (written: Written) => Vendors[Id] | null;
  /** Null where the brand has none. */
  readonly sourcesOf: (vendors: Vendors) => PolicySources | null;
}

function vendor<Id extends keyof Vendors>(
  id: Id,
  { sources, ...entry }: VendorEntry<NonNullable<Vendors[Id]>>,
): Vendor<Id> {
  return {
    id,
    ...entry,
    sourcesOf: (vendors) => {
      const settings = vendors[id];
      return settings === null ? null : sources(settings);
    },
  };
}

/** Strict, because these stand in the policy of every document that uses the vendor. */
const ADDRESS = /^https:\/\/[a-z0-9.-]+(:\d+)?(\/[\w./-]*)?$/;
const DATA_SOURCE = /^https:\/\/[a-z0-9]+@[a-z0-9.-]+(:\d+)?\/\d+$/;

const TAG_MANAGER = "https://www.googletagmanager.com";
/** PostHog's cloud keeps its settings at a host beside the one for events. */
const POSTHOG_CLOUD = /^https:\/\/(us|eu)\.i\.posthog\.com$/;

/** Every vendor that a brand may have, in the order in which their hosts stand in a policy. */
const registry: { readonly [Id in keyof Vendors]: Vendor<Id> } = {
  posthog: vendor("posthog", {
    switch: "analytics",
    read: (written) => account("posthog", written),
    sources: ({ host }) => ({ connect: posthogHosts(host) }),
  }),
  replay: vendor("replay", {
    switch: "replay",
    read: (written) => account("replay", written),
    sources: ({ host }) => ({ connect: [originOf(host)] }),
  }),
  tagManager: vendor("tagManager", {
    switch: "analytics",
    read: tagManager,
    sources: ({ hosts }) => {
      const all = [TAG_MANAGER, ...hosts.map(originOf)];
      return { script: all, connect: all, image: all };
    },
  }),
  abScript: vendor("abScript", {
    switch: "analytics",
    read: (written) => single("abScript", ADDRESS, written),
    sources: (address) => {
      const host = [originOf(address)];
      return { script: [address], connect: host, image: host };
    },
  }),
  sentry: vendor("sentry", {
    switch: null,
    read: (written) => single("sentry", DATA_SOURCE, written),
    sources: (address) => ({ connect: [originOf(address)] }),
  }),
};

/** The third parties of a brand; an address that is none is a finding. */
export function vendorsOf(
  raw: unknown,
  findings: Pick<Findings, "add">,
): Vendors {
  const written = { settings: data(raw), findings };
  const read = Object.values(registry).map(
    (vendor) => [vendor.id, vendor.read(written)] as const,
  );
  const vendors = Object.fromEntries(read);
  if (!isWhole(vendors)) throw new Error("a vendor was not read");
  return vendors;
}

/** Each is of the type that its own entry reads. */
function isWhole(vendors: object): vendors is Vendors {
  return Object.keys(registry).every((id) => Object.hasOwn(vendors, id));
}

/** What the vendors that a funnel uses add to its policies, one entry a vendor. */
export function policySources(
  vendors: Vendors,
  switches: Readonly<Record<VendorSwitch, boolean>>,
): PolicySources[] {
  return Object.values(registry).flatMap((vendor) =>
    vendor.switch !== null && !switches[vendor.switch]
      ? []
      : (vendor.sourcesOf(vendors) ?? []),
  );
}

/** The vendors that a key of a funnel switches on, the usual one first. */
export function switchedBy(key: VendorSwitch): (keyof Vendors)[] {
  const able = Object.values(registry).filter((one) => one.switch === key);
  return able.map(({ id }) => id);
}

/** The key of a funnel that switches a vendor on; null where every funnel of its brand uses it. */
export function switchOf(id: keyof Vendors): VendorSwitch | null {
  return registry[id].switch;
}

interface Written {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly findings: Pick<Findings, "add">;
}

function tagManager(written: Written): Vendors["tagManager"] {
  const { tagManager: id, tagHosts } = written.settings;
  if (id === undefined) return null;
  const hosts = items(tagHosts).map((host, i) =>
    address(text(host), ADDRESS, ["vendors", "tagHosts", i], written),
  );
  return { id: text(id), hosts };
}

/** A vendor that is reached at a host with a key. */
function account(name: keyof Vendors, written: Written) {
  const value = written.settings[name];
  if (value === undefined) return null;
  const { key, host } = data(value);
  const path = ["vendors", name, "host"];
  return { key: text(key), host: address(text(host), ADDRESS, path, written) };
}

function single(name: keyof Vendors, form: RegExp, written: Written) {
  const value = written.settings[name];
  return value === undefined
    ? null
    : address(text(value), form, ["vendors", name], written);
}

function address(
  url: string,
  form: RegExp,
  path: Path,
  { findings }: Written,
): string {
  if (!safeUrl(url) || !form.test(url))
    findings.add("vendor/bad-address", path, { url });
  return url;
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
