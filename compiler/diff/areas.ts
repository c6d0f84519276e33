import type { JsonSchema } from "../schema/json-schema.ts";
import type { Language } from "../schema/language.ts";
import { data } from "../schema/read.ts";
import type { Area } from "./change.ts";

/** The page or section that a key belongs to. */
export interface Kind {
  readonly place: "pages" | "sections";
  readonly id: string;
}

/** What a key concerns: as its schema says, as the traits of its page or section do, or by its format. */
export function areaOf(
  key: string,
  schema: JsonSchema,
  kind: Kind,
  language: Language,
): Area {
  if (schema.concerns !== undefined) return schema.concerns;
  const traits = traitsOf(kind, language);
  if (traits.contact === key) return "asked";
  const byFormat = FORMATS[schema.format ?? ""];
  if (byFormat !== undefined) return byFormat;
  // Of a page that is answered, what bounds the answer; of a clock, how long it runs.
  if (isNumber(schema) && traits.clock === true) return "money";
  if (Object.values(data(traits.answer)).includes(key)) return "asked";
  if (schema.type === "array" || schema.type === "object") return "texts";
  return kind.place === "sections" && schema.enum === undefined
    ? "texts"
    : "looks";
}

const FORMATS: Readonly<Record<string, Area | undefined>> = {
  text: "texts",
  markdown: "texts",
  point: "texts",
  question: "texts",
  asset: "looks",
  film: "looks",
  captions: "looks",
  product: "money",
  currency: "money",
  code: "money",
  options: "asked",
  score: "ways",
  step: "ways",
  path: "ways",
  url: "ways",
  condition: "ways",
};

function isNumber({ type }: JsonSchema): boolean {
  return type === "number" || type === "integer";
}

function traitsOf({ place, id }: Kind, { traits }: Language) {
  return data(traits[place][id]);
}

/** What something concerns as a whole that is new or gone: money where any of its keys does, else texts, else looks. */
export function areaOfWhole(
  schema: JsonSchema,
  kind: Kind,
  language: Language,
): Area {
  const areas = areasIn(schema, kind, language);
  return ORDER.find((area) => areas.includes(area)) ?? "texts";
}

const ORDER = ["money", "asked", "texts", "looks"] as const;

function areasIn(schema: JsonSchema, kind: Kind, language: Language): Area[] {
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([key, inner]) =>
      inner.properties === undefined && inner.items === undefined
        ? [areaOf(key, inner, kind, language)]
        : areasIn(inner, kind, language),
    ),
    ...(schema.items === undefined
      ? []
      : areasIn(schema.items, kind, language)),
  ];
}
