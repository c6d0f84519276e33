import { Ajv2020 } from "ajv/dist/2020.js";
import type { Site } from "../site.ts";

/** What a build says of itself, in `build.json` beside its pages. */
export interface BuildFile {
  readonly version: 1;
  readonly id: string;
  /** The build before it, whose folder lies beside its own; null: there was none. */
  readonly previous: string | null;
  readonly site: Site;
}

const text = { type: "string" };
const count = { type: "number", minimum: 0 };
const listOf = (items: object) => ({ type: "array", items });
const byName = (values: object) => ({
  type: "object",
  additionalProperties: values,
});
/** More than is asked for is no mistake: an older server may meet a newer build. */
const withAll = (properties: Record<string, object>) => ({
  type: "object",
  properties,
  required: Object.keys(properties),
});
const orNull = (schema: object) => ({ anyOf: [schema, { type: "null" }] });
/** A folder beside the build's own, and nothing further away. */
const folderName = { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9.-]*$" };

const product = withAll({
  code: text,
  name: text,
  prices: byName(count),
  days: orNull(count),
  renewal: orNull(withAll({ everyDays: count, prices: byName(count) })),
});
const experiment = withAll({
  name: text,
  mounts: listOf(text),
  variants: listOf(withAll({ component: text, weight: count })),
});
const countdown = withAll({
  funnel: text,
  mounts: listOf(text),
  minutes: count,
  products: byName(text),
});
const code = withAll({
  key: text,
  prefix: orNull(text),
  word: orNull(text),
  limit: orNull(count),
  each: orNull(count),
  until: orNull(text),
  prices: byName(byName(count)),
});
const funnel = withAll({
  id: text,
  mounts: listOf(text),
  elsewhere: listOf(text),
});
const mail = {
  ...withAll({ moment: text, subject: {}, text: listOf({}) }),
  properties: {
    moment: text,
    subject: {},
    text: listOf({}),
    // Missing in builds of before funnels had mails of their own.
    funnel: orNull(text),
    leads: orNull(byName(text)),
  },
};
const brand = withAll({
  id: text,
  projectName: text,
  supportEmail: text,
  homepageLink: text,
  hosts: listOf(text),
  currencies: listOf(text),
  products: byName(product),
  redirects: byName(text),
  fallbacks: listOf({
    ...withAll({ mount: text, to: text }),
    // Missing in builds of before old numbers led anywhere.
    properties: { mount: text, to: text, numbered: byName(text) },
  }),
  experiments: listOf(experiment),
  countdowns: listOf(countdown),
  codes: listOf(code),
});
const site = withAll({
  defaultBrand: text,
  redirectedHosts: listOf(withAll({ from: text, to: text })),
  brands: byName({
    ...brand,
    // Missing in builds of before there were mails.
    properties: {
      ...brand.properties,
      mails: listOf(mail),
      // And in those of before funnels had mails of their own.
      funnels: listOf(funnel),
      // And of before payment pages said what is kept for one tap.
      oneTapAfter: listOf(text),
      // And of before gifts had links.
      gifts: byName(count),
      // And of before mails wrote amounts as pages do.
      symbols: byName(text),
      // And in those of before PayPro was told it.
      payPeoValue: orNull(text),
      // And in those of before mails named the company.
      company: orNull(text),
      // And in those of before buyers could ask for their orders.
      ordersPath: orNull(text),
      look: withAll({ colors: byName(text), font: text }),
      theme: text,
    },
  }),
});

const ajv = new Ajv2020();
const isSite = ajv.compile<Site>(site);
const isBuildFile = ajv.compile<BuildFile>(
  withAll({
    version: { const: 1 },
    id: folderName,
    previous: orNull(folderName),
    site,
  }),
);

/** Throws an `Error` that says what is wrong about the file. */
export function readBuildFile(json: string): BuildFile {
  const data: unknown = JSON.parse(json);
  if (isBuildFile(data)) return data;
  throw new Error(ajv.errorsText(isBuildFile.errors, { dataVar: "build" }));
}

/** The site as whoever compiled it just now hands it over. */
export function readSite(data: unknown): Site {
  if (isSite(data)) return data;
  throw new Error(ajv.errorsText(isSite.errors, { dataVar: "site" }));
}
