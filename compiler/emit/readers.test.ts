import { describe, expect, test } from "vitest";
import { Ajv2020 } from "ajv/dist/2020.js";
import { run } from "../testing/run-module.ts";
import { readSchemaDir } from "../workspace/environment.ts";
import { emitReaders } from "./readers.ts";

const schemas = readSchemaDir("api");
// All of them as one module: what they import of each other is there.
const module = await run({
  name: "readers.ts",
  content: emitReaders(schemas)
    .map(({ content }) => content.replaceAll(/^import .*$/gm, ""))
    .join("\n"),
});
const ajv = new Ajv2020({ allowUnionTypes: true, formats: { currency: true } });

/** One answer of each call that has one in JSON. */
const ANSWERS: Readonly<Record<string, object>> = {
  "all-configs": {
    configs: [
      { variable_block: "x", components: [{ component: "A", weight: 0.5 }] },
    ],
  },
  "auth-tokens-create": { data: { data: { token: null } } },
  "check-preview-status": {
    id: "A".repeat(22),
    status: "pending",
    new_image: null,
  },
  "checkout-status": {
    checkout_id: "A".repeat(22),
    status: "open",
    product: "plan",
    amount: 3900,
    currency: "JPY",
    url: "/pay",
  },
  "initiate-checkout": { event_id: "e", reference: "r" },
  "make-charge": { checkout_id: "A".repeat(22), status: "paid" },
  "make-stripe-checkout": { checkout_id: "A".repeat(22), url: "/pay" },
  "make-stripe-subscription": { checkout_id: "A".repeat(22), url: "/pay" },
  "max-pay-form": {
    checkout_id: "A".repeat(22),
    formData: { action: "/pay", method: "POST", fields: { sum: "1" } },
  },
  "pay-pro-make-immediate-charge": {
    checkout_id: "A".repeat(22),
    status: "needs_authentication",
    url: "/pay",
  },
  "pre-reg-data": { data: { data: { id: "A".repeat(22) } } },
  "process-conversion": { variable_block: "x", component: "A", counted: true },
  purchases: {
    purchases: [
      {
        checkout_id: "A".repeat(22),
        product: "plan",
        name: "Plan",
        amount: 12_500,
        currency: "KWD",
        renewal: { everyDays: 28, amount: 14_750 },
        paid_at: "2030-01-01T00:00:00.000Z",
      },
      {
        checkout_id: "B".repeat(22),
        product: "once",
        name: "Once",
        amount: 1,
        currency: "USD",
        renewal: null,
        paid_at: "2030-01-01T00:00:00.000Z",
      },
    ],
  },
  "store-contact-info": {
    event_id: "e",
    visitor_info: {
      visitor_id: "v",
      is_new_visitor: true,
      contact_info: { email: "a@b.co" },
    },
  },
  "update-visitor-app-configuration": { variable_block: "x", component: "A" },
  "visitor-app-configuration": {
    variable_block: "x",
    component: "A",
    configurations: [{ variable_block: "x", component: "A" }],
  },
  "visitor-info": { visitor_id: "v", is_new_visitor: false, contact_info: {} },
  "visitor-ip": {
    status: "success",
    country_code: "JP",
    currency: "JPY",
    city: "",
    country: "Japan",
    postcode: "",
  },
};

const calls = Object.entries(schemas).filter(
  ([, { properties }]) => properties?.["answer"]?.type === "object",
);

describe.each(calls)("the reader of %s", (name, schema) => {
  const is = (value: unknown): unknown => {
    const guard = module[`is${schema.title ?? ""}`];
    if (typeof guard !== "function") throw new Error(`no reader of ${name}`);
    return guard(value);
  };
  const validate = ajv.compile(withRoom(schema.properties?.["answer"]));
  const answer = ANSWERS[name];

  test("takes an answer that fits the schema, and one with more in it", () => {
    expect(validate(answer)).toBe(true);
    expect(is(answer)).toBe(true);
    expect(is({ ...answer, since: "tomorrow" })).toBe(true);
  });

  test("takes nothing of which a field is missing or of another type", () => {
    for (const damaged of damagedForms(answer)) {
      // What is left out may be optional; the schema has the say.
      expect([damaged, is(damaged)]).toEqual([damaged, validate(damaged)]);
    }
    for (const nonsense of [null, undefined, "<html>", 5, []])
      expect(is(nonsense)).toBe(false);
  });
});

test("a text without end is none", () => {
  const { isVisitorInfo } = module;
  if (typeof isVisitorInfo !== "function") throw new Error("no reader");
  const visitor = { is_new_visitor: true, contact_info: {} };
  expect(isVisitorInfo({ ...visitor, visitor_id: "v".repeat(4_096) })).toBe(
    true,
  );
  expect(isVisitorInfo({ ...visitor, visitor_id: "v".repeat(4_097) })).toBe(
    false,
  );
});

/** A schema that lets more keys be there than it names, as readers do. */
function withRoom(schema: unknown): object {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === "additionalProperties" && value === false ? undefined : value,
  );
}

/** The answer with each of its fields, however deep, left out, and put in another type. */
function damagedForms(value: unknown): unknown[] {
  if (Array.isArray(value))
    return value.flatMap((item, i) =>
      damagedForms(item).map((damaged) => value.with(i, damaged)),
    );
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const { [key]: _, ...rest } = Object(value);
    const others = [[5], true, { x: 1 }, 1.5];
    return [
      rest,
      ...[...others, ...damagedForms(inner)].map((damaged) => ({
        ...rest,
        [key]: damaged,
      })),
    ];
  });
}
