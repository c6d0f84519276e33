import type { BrandNode } from "../link/program.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import type { Language } from "../schema/language.ts";
import { data, items, text } from "../schema/read.ts";
import { type Area, type Change, ofWhole, told, type Told } from "./change.ts";
import { funnelChanges } from "./funnel.ts";
import { lookChanges } from "./looks.ts";
import { mailChanges } from "./mails.ts";
import { priceChanges } from "./money.ts";
import { nounOf } from "./names.ts";
import { wordsOf } from "./values.ts";

/** What changes of a brand: what it sells and how, whom it tells what, its addresses, words and looks. */
export function brandChanges(
  of: string,
  before: BrandNode | undefined,
  after: BrandNode | undefined,
  language: Language,
): Change[] {
  if (before === undefined || after === undefined) {
    const hosts = (node: BrandNode | undefined) =>
      node === undefined ? null : node.brand.hosts.join(", ");
    const what = before === undefined ? "new brand" : "brand removed";
    return ofWhole(of, told("addresses", what, hosts(before), hosts(after)));
  }
  const schema = language.envelopes.brand;
  const redirects = redirectsOf(after);
  const pages = { before: before.pages, after: after.pages };
  return [
    ...ofWhole(of, [
      ...priceChanges(before, after),
      ...currencyChanges(before, after),
      ...settingChanges(before, after, schema),
      ...addressChanges(before, after, schema),
      ...mailChanges(mailsOf(before), mailsOf(after), schema),
      ...lookChanges(before, after, schema),
    ]),
    ...(before.pages === after.pages
      ? []
      : funnelChanges(of, { ...pages, language, redirects })),
  ];
}

/** Where the old addresses of a brand lead. */
export function redirectsOf({
  redirects,
}: BrandNode): ReadonlyMap<string, string> {
  return new Map(redirects.map(({ from, to }) => [from, to]));
}

/** The currencies that it sells in, where not all brands change alike. */
function currencyChanges(before: BrandNode, after: BrandNode): Told[] {
  const codes = ({ brand }: BrandNode) =>
    [...new Set(brand.currencies.map(({ code }) => code))].join(", ");
  return told(
    "money",
    "currencies that it sells in",
    codes(before),
    codes(after),
  );
}

function settingChanges(
  before: BrandNode,
  after: BrandNode,
  schema: JsonSchema,
): Told[] {
  const [one, other] = [settingsOf(before), settingsOf(after)];
  return Object.entries(AREAS_OF).flatMap(([key, areas]) =>
    Object.entries(areas).flatMap(([name, area]) =>
      valueChanges(
        area,
        data(one[key])[name],
        data(other[key])[name],
        nounOf(schemaAt(schema, key, name), name),
        schemaAt(schema, key, name),
      ),
    ),
  );
}

/** What a brand says of itself, as its file groups it; `""` is the file itself. */
const AREAS_OF: Readonly<Record<string, Readonly<Record<string, Area>>>> = {
  payments: {
    checkout: "money",
    saved: "money",
    seller: "money",
    accepts: "money",
  },
  vendors: {
    posthog: "asked",
    replay: "asked",
    tagManager: "asked",
    tagHosts: "asked",
    abScript: "asked",
    sentry: "asked",
  },
  project: {
    name: "texts",
    supportEmail: "texts",
    homepageLink: "addresses",
    alias: "asked",
    payPeoValue: "money",
  },
  company: {
    name: "texts",
    address: "texts",
    registration: "texts",
    taxNumber: "texts",
  },
  "": {
    consent: "asked",
    geo: "asked",
    visits: "asked",
    deviceId: "asked",
    retentionDays: "asked",
    preloader: "looks",
  },
};

function schemaAt(
  brand: JsonSchema,
  key: string,
  name: string,
): JsonSchema | undefined {
  const group = key === "" ? brand : brand.properties?.[key];
  return group?.properties?.[name];
}

function settingsOf({ brand, source, payPeoValue, retentionDays }: BrandNode) {
  const { project, payments, vendors } = brand;
  const company = data(data(source.data)["company"]);
  const { seller, ...paid } = payments;
  const { tagManager, ...others } = vendors;
  const groups: Readonly<Record<string, unknown>> = {
    // Without one of its own, the brand sells under its company's name, or else its own.
    payments: {
      ...paid,
      ...(seller !== text(company.name, project.name) && { seller }),
    },
    company,
    vendors: {
      ...others,
      tagManager: tagManager?.id,
      tagHosts: tagManager?.hosts,
    },
    project: { ...project, payPeoValue },
    "": { ...brand, retentionDays },
  };
  return groups;
}

function valueChanges(
  area: Area,
  before: unknown,
  after: unknown,
  what: string,
  schema: JsonSchema | undefined,
): Told[] {
  const isMapping = (value: unknown) => Object.keys(data(value)).length > 0;
  if (isMapping(before) && isMapping(after))
    return Object.keys(data(after)).flatMap((key) =>
      valueChanges(
        area,
        data(before)[key],
        data(after)[key],
        `${what}: ${nounOf(schema?.properties?.[key], key)}`,
        undefined,
      ),
    );
  return told(area, what, listed(before), listed(after));
}

function listed(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const words = wordsOf(value);
  if (words !== undefined) return words;
  const list = Array.isArray(value) ? items(value) : Object.values(data(value));
  return list.map((one) => wordsOf(one) ?? "").join(", ") || null;
}

function addressChanges(
  before: BrandNode,
  after: BrandNode,
  { properties }: JsonSchema,
): Told[] {
  const nameOf = (key: string) => nounOf(properties?.[key], key);
  const [one, other] = [redirectsOf(before), redirectsOf(after)];
  const old = new Set([...one.keys(), ...other.keys()]);
  const footer = ({ brand }: BrandNode) => brand.legal.map(({ href }) => href);
  const links = [footer(before), footer(after)] as const;
  const isReordered =
    [...links[0]].sort().join() === [...links[1]].sort().join();
  return [
    ...told(
      "addresses",
      nameOf("hosts"),
      before.brand.hosts.join(", "),
      after.brand.hosts.join(", "),
    ),
    ...told("addresses", nameOf("home"), before.home, after.home),
    ...[...old].flatMap((from) =>
      told(
        "addresses",
        `where ${from} leads`,
        one.get(from) ?? null,
        other.get(from) ?? null,
      ),
    ),
    ...(isReordered
      ? told(
          "looks",
          "order of the links in the footer",
          links[0].join(", "),
          links[1].join(", "),
        )
      : []),
  ];
}

function mailsOf({ mails, pages }: BrandNode) {
  return { mails, node: pages };
}
