/* oxlint-disable unicorn/no-thenable -- the word is JSON Schema's */
import type { JsonSchema } from "./json-schema.ts";

const FLAG: JsonSchema = { type: "boolean" };
const NAME: JsonSchema = { type: "string", minLength: 1 };

/** The properties of an answer by its kind; the second list may be left out. */
const ANSWERS: readonly (readonly [
  string,
  readonly string[],
  readonly string[],
])[] = [
  ["one", [], []],
  ["words", [], ["longest"]],
  ["several", ["low", "high"], []],
  ["day", ["low", "high"], []],
  ["quantity", ["low", "high"], ["step", "tenths", "marks", "plausible"]],
];

/** Those that are no names of properties. */
const OF_ANSWER: Readonly<Record<string, JsonSchema>> = {
  marks: { type: "integer", minimum: 1 },
  tenths: {
    type: "object",
    minProperties: 1,
    additionalProperties: {
      type: "object",
      minProperties: 1,
      additionalProperties: {
        type: "array",
        minItems: 2,
        maxItems: 2,
        items: { type: "number" },
      },
    },
  },
};

const ANSWER: JsonSchema = {
  type: "object",
  required: ["kind"],
  properties: { kind: { type: "string", enum: ANSWERS.map(([kind]) => kind) } },
  allOf: ANSWERS.map(([kind, required, optional]) => ({
    if: {
      type: "object",
      properties: { kind: { const: kind } },
      required: ["kind"],
    },
    then: {
      additionalProperties: false,
      required: [...required],
      properties: {
        kind: NAME,
        ...Object.fromEntries(
          [...required, ...optional].map((name) => [
            name,
            OF_ANSWER[name] ?? NAME,
          ]),
        ),
      },
    },
  })),
};

const PROVISION: JsonSchema = {
  type: "string",
  enum: ["plan-sale", "discount-code"],
};

/** What may stand under `traits` in the schema of a page; `traits.ts` says what each means. */
export const PAGE_TRAITS: JsonSchema = {
  type: "object",
  additionalProperties: false,
  required: ["place", "flow"],
  properties: {
    place: { type: "string", enum: ["question", "page"] },
    flow: { type: "string", enum: ["forward", "offer", "end"] },
    brandPage: FLAG,
    entrance: FLAG,
    weight: { type: "string", enum: ["full", "light"] },
    answer: ANSWER,
    contact: NAME,
    reading: FLAG,
    provides: PROVISION,
    firstDownload: FLAG,
    handover: { type: "string", enum: ["choice", "choices", "continue"] },
    unknownAddress: FLAG,
    lastChapter: FLAG,
    footer: {
      type: "object",
      additionalProperties: false,
      minProperties: 1,
      properties: { property: NAME, label: NAME },
    },
    visitorPicture: FLAG,
    sends: {
      type: "string",
      enum: ["message", "photo", "email", "request"],
    },
    comesAfter: { type: "string", enum: ["buying", "declining"] },
    repeatable: FLAG,
    gives: FLAG,
    orderAccess: FLAG,
    unanswered: {
      type: "object",
      additionalProperties: false,
      minProperties: 1,
      properties: { heading: NAME, keeps: FLAG },
    },
    buyersOnly: { type: "array", minItems: 1, items: NAME },
  },
};

/** What may stand under `traits` in the schema of a section. */
export const SECTION_TRAITS: JsonSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    asks: PROVISION,
    clock: FLAG,
    plans: {
      type: "object",
      additionalProperties: false,
      required: ["list", "preset"],
      properties: { list: NAME, preset: NAME },
    },
    lasts: {
      type: "object",
      additionalProperties: false,
      required: ["property", "unit", "texts"],
      properties: {
        property: NAME,
        unit: { enum: ["day", "minute"] },
        texts: { type: "array", items: NAME, minItems: 1 },
      },
    },
    visitorPicture: FLAG,
    bandTexts: FLAG,
    buyersOnly: FLAG,
  },
};
