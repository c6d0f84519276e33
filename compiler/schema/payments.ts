/** What content may say of payment providers: `schema/payments/` has a file for each, named as content names it. */
import { minorDigits } from "../shared/minor-digits.ts";
import { conformance } from "./conform/document.ts";
import type { JsonSchema } from "./json-schema.ts";
import { misfitsOf } from "./misfits.ts";

export interface PaymentProvider {
  /** For people. */
  readonly title: string;
  readonly description: string;
  /** The keys of `payments` that may name it: for its payment page, or for charging what it has saved. */
  readonly offeredAs: readonly PaymentKey[];
  /** The variable that tells the build where its form is sent; only where its payment page is reached by a form. */
  readonly formTarget?: string;
  /** False where it takes a payment once only. */
  readonly renews?: false;
  /** The currencies that it takes, where it does not take all. */
  readonly currencies?: readonly string[];
  /** Of these it takes whole units only. */
  readonly wholeUnits?: readonly string[];
  /** How long what renews can be paid for at first, where that is limited. */
  readonly firstDays?: number;
  /** The least that it charges, in whole units by currency; no limit is known in the others. */
  readonly minimum?: Readonly<Record<string, number>>;
}
const PAYMENT_KEYS = ["checkout", "saved"] as const;
export type PaymentKey = (typeof PAYMENT_KEYS)[number];
export type PaymentProviders = Readonly<Record<string, PaymentProvider>>;

const CODES: JsonSchema = {
  type: "array",
  minItems: 1,
  items: { type: "string", pattern: "^[A-Z]{3}$" },
};
const PROVIDER: JsonSchema = {
  type: "object",
  additionalProperties: false,
  required: ["title", "description", "offeredAs"],
  properties: {
    title: { type: "string", pattern: "^[A-Z]" },
    description: { type: "string", pattern: "\\.$" },
    offeredAs: {
      type: "array",
      minItems: 1,
      items: { type: "string", enum: [...PAYMENT_KEYS] },
    },
    formTarget: { type: "string", pattern: "^[A-Z_]+$" },
    // What it takes without limits is left out.
    renews: { enum: [false] },
    currencies: CODES,
    wholeUnits: CODES,
    firstDays: { type: "integer", minimum: 1 },
    minimum: {
      type: "object",
      minProperties: 1,
      propertyNames: { pattern: "^[A-Z]{3}$" },
      additionalProperties: { type: "number", exclusiveMinimum: 0 },
    },
  },
};
const ID = /^[a-z]+(?:-[a-z]+)*$/;

/** What is wrong with the files of providers, a line each. */
export function providerProblems(providers: PaymentProviders): string[] {
  const isProvider = conformance(PROVIDER);
  return Object.entries(providers).flatMap(([id, provider]) => {
    const problems = isProvider(provider)
      ? limitProblems(provider)
      : misfitsOf(PROVIDER, provider, "its keys");
    if (!ID.test(id))
      problems.push("its name is small letters and dashes: `quick-pay.json`");
    return problems.map((problem) => `schema/payments/${id}.json: ${problem}`);
  });
}

function limitProblems(provider: PaymentProvider): string[] {
  const { offeredAs, formTarget, currencies = [], wholeUnits = [] } = provider;
  return [
    ...[...currencies, ...wholeUnits, ...Object.keys(provider.minimum ?? {})]
      .filter((code) => minorDigits(code) === null)
      .map((code) => `"${code}" is not a currency`),
    ...wholeUnits
      .filter((code) => !currencies.includes(code))
      .map((code) => `"${code}" of wholeUnits is not among its currencies`),
    ...(formTarget !== undefined && !offeredAs.includes("checkout")
      ? ["a formTarget is for a provider that is offered as checkout"]
      : []),
  ];
}

/** The providers that a key of `payments` may name, sorted. */
export function providersFor(
  key: PaymentKey,
  providers: PaymentProviders,
): readonly string[] {
  return Object.keys(providers)
    .filter((id) => providers[id]?.offeredAs.includes(key))
    .toSorted();
}

/** What the schema of brands says of payments: whose page is the preset, and what can be paid with, by id. */
export function paymentsSchema({
  envelopes,
}: {
  readonly envelopes: { readonly brand: JsonSchema };
}): {
  readonly preset: string;
  readonly methods: Readonly<Record<string, string>>;
} {
  const { checkout, accepts } =
    envelopes.brand.properties?.["payments"]?.properties ?? {};
  const { enum: ids = [], markdownEnumDescriptions: titles = [] } =
    accepts?.items ?? {};
  return {
    preset: String(checkout?.default),
    methods: Object.fromEntries(
      ids.map((id, at) => [String(id), titles[at] ?? String(id)]),
    ),
  };
}

/** A schema whose `providers` are written out as values: after its own ones, the default first. */
export function withProviders(
  schema: JsonSchema,
  providers: PaymentProviders,
): JsonSchema {
  const { providers: key, ...rest } = schema;
  const combined: JsonSchema = {
    ...rest,
    ...(schema.properties && {
      properties: Object.fromEntries(
        Object.entries(schema.properties).map(([name, property]) => [
          name,
          withProviders(property, providers),
        ]),
      ),
    }),
    ...(schema.items && { items: withProviders(schema.items, providers) }),
  };
  if (key === undefined) return combined;
  const others = providersFor(key, providers).map(
    (id) => [id, providers[id]?.description ?? ""] as const,
  );
  const own = (schema.enum ?? []).map(
    (id, at) => [id, schema.markdownEnumDescriptions?.[at] ?? ""] as const,
  );
  const isOther = (id: unknown) => (id === schema.default ? 0 : 1);
  const values = [...own, ...others].toSorted(
    ([a], [b]) => isOther(a) - isOther(b),
  );
  return {
    ...combined,
    enum: values.map(([id]) => id),
    markdownEnumDescriptions: values.map(([, description]) => description),
  };
}
