import { nearestNames } from "../diagnostics/wording.ts";
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

/** What visitors allow third parties for, in the order in which they are told of it. */
export const PURPOSES = ["measurement", "replay", "advertising"] as const;
export type Purpose = (typeof PURPOSES)[number];

/** What a vendor learns of visitors, as they allow it. */
interface Learned {
  readonly what: string;
  readonly purpose: Purpose;
}

/** All that the compiler knows of one vendor. */
interface VendorEntry<Settings> extends Learned {
  /** Null: it is used by every funnel of a brand that has it. */
  readonly switch: VendorSwitch | null;
  /** Its settings as they are written in `vendors` of brand.yaml; null where the brand has none. */
  readonly read: (written: Written) => Settings | null;
  /** What its settings add to a policy. */
  readonly sources: (settings: Settings) => PolicySources;
  /** Who is told, for privacy policies. */
  readonly to: (settings: Settings) => string;
  /** What it learns beside, where that is allowed too. */
  readonly also?: Learned;
}

interface Vendor<Id extends keyof Vendors> extends Learned {
  readonly id: Id;
  readonly switch: VendorSwitch | null;
  readonly read: (written: Written) => Vendors[Id] | null;
  /** Null where the brand has none. */
  readonly sourcesOf: (vendors: Vendors) => PolicySources | null;
  /** Null where the brand has none. */
  readonly toldOf: (vendors: Vendors) => string | null;
  readonly also?: Learned;
}

function vendor<Id extends keyof Vendors>(
  id: Id,
  { sources, to, ...entry }: VendorEntry<NonNullable<Vendors[Id]>>,
): Vendor<Id> {
  return {
    id,
    ...entry,
    sourcesOf: (vendors) => {
      const settings = vendors[id];
      return settings === null ? null : sources(settings);
    },
    toldOf: (vendors) => {
      const settings = vendors[id];
      return settings === null ? null : to(settings);
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
export const VENDORS: { readonly [Id in keyof Vendors]: Vendor<Id> } = {
  posthog: vendor("posthog", {
    switch: "analytics",
    read: (written) => account("posthog", written),
    sources: ({ host }) => ({ connect: posthogHosts(host) }),
    what: "which pages you see and what you tap, without your answers, which questions you are asked once more, what you buy, the advertisement that brought you, and your email once you have given it; nothing of sensitive pages",
    to: ({ host }) => `PostHog (${hostOf(host)})`,
    purpose: "measurement",
  }),
  replay: vendor("replay", {
    switch: "replay",
    read: (written) => account("replay", written),
    sources: ({ host }) => ({ connect: [originOf(host)] }),
    what: "how you use pages, without what you type or choose; nothing of sensitive pages",
    to: ({ host }) => hostOf(host),
    purpose: "replay",
  }),
  tagManager: vendor("tagManager", {
    switch: "analytics",
    read: tagManager,
    sources: ({ hosts }) => {
      const all = [TAG_MANAGER, ...hosts.map(originOf)];
      return { script: all, connect: all, image: all };
    },
    what: "which pages you see, what you buy and the advertisement that brought you; nothing of sensitive pages",
    to: () => "Google Tag Manager and whoever is connected to it",
    purpose: "advertising",
  }),
  abScript: vendor("abScript", {
    switch: "analytics",
    read: (written) => single("abScript", ADDRESS, written),
    sources: (address) => {
      const host = [originOf(address)];
      return { script: [address], connect: host, image: host };
    },
    what: "which pages you see; none that are sensitive",
    to: hostOf,
    purpose: "measurement",
  }),
  sentry: vendor("sentry", {
    switch: null,
    read: (written) => single("sentry", DATA_SOURCE, written),
    sources: (address) => ({ connect: [originOf(address)] }),
    what: "errors that happen and the calls that pages make, with your email and name once you have given them",
    to: (source) => `Sentry (${hostOf(source)})`,
    purpose: "measurement",
    also: {
      what: "how you used pages before and after an error, without what you type or choose; nothing of sensitive pages",
      purpose: "replay",
    },
  }),
};

/** The third parties of a brand; an address that is none is a finding. */
export function vendorsOf(
  raw: unknown,
  findings: Pick<Findings, "add">,
): Vendors {
  const written = { settings: data(raw), findings };
  const read = Object.values(VENDORS).map(
    (vendor) => [vendor.id, vendor.read(written)] as const,
  );
  const vendors = Object.fromEntries(read);
  if (!isWhole(vendors)) throw new Error("a vendor was not read");
  return vendors;
}

/** Each is of the type that its own entry reads. */
function isWhole(vendors: object): vendors is Vendors {
  return Object.keys(VENDORS).every((id) => Object.hasOwn(vendors, id));
}

/** What the vendors that a funnel uses add to its policies, one entry a vendor. */
export function policySources(
  vendors: Vendors,
  switches: Readonly<Record<VendorSwitch, boolean>>,
): PolicySources[] {
  return Object.values(VENDORS).flatMap((vendor) =>
    vendor.switch !== null && !switches[vendor.switch]
      ? []
      : (vendor.sourcesOf(vendors) ?? []),
  );
}

/** The vendors that a key of a funnel switches on, the usual one first. */
export function switchedBy(key: VendorSwitch): (keyof Vendors)[] {
  const able = Object.values(VENDORS).filter((one) => one.switch === key);
  return able.map(({ id }) => id);
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
  const meant = path[1] === "posthog" ? cloudNearest(url) : null;
  if (!safeUrl(url) || !form.test(url) || meant !== null)
    findings.add("vendor/bad-address", path, { url, meant });
  return url;
}

/** An address of PostHog itself that another one is a slip of the finger away from. */
function cloudNearest(url: string): string | null {
  const host = hostOf(url);
  const known = ["eu", "us"].map((region) => `${region}.i.posthog.com`);
  const { names, isOnly } = nearestNames(host, known);
  const [nearest] = names;
  return nearest !== undefined &&
    isOnly &&
    nearest !== host &&
    Math.abs(nearest.length - host.length) <= 2
    ? `https://${nearest}`
    : null;
}

/** Where PostHog itself keeps what is sent to an address; null where that is not said. */
export function cloudRegionOf(host: string): "eu" | "us" | null {
  const region = POSTHOG_CLOUD.exec(host)?.[1];
  return region === "eu" || region === "us" ? region : null;
}

function posthogHosts(host: string): string[] {
  const origin = originOf(host);
  const region = cloudRegionOf(origin);
  return region === null
    ? [origin]
    : [origin, `https://${region}-assets.i.posthog.com`];
}

function originOf(url: string): string {
  return new URL(url).origin;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : url;
}
