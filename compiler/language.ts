import type { JsonSchema } from "./json-schema.ts";

/** The schema files as read from `schema/`, keyed by their name without `.schema.json`. */
export interface SchemaFiles {
  readonly envelopes: Readonly<Record<EnvelopeId, JsonSchema>>;
  readonly pages: Readonly<Record<string, JsonSchema>>;
  readonly sections: Readonly<Record<string, JsonSchema>>;
}
export type EnvelopeId = "site" | "brand" | "funnel";

/** The language of the content: self-contained schemas, and each page's and section's own. */
export interface Language extends SchemaFiles {
  /** One closed JSON Schema (2020-12) per kind of file; what Ajv, the editor and the docs read. */
  readonly documents: Readonly<Record<EnvelopeId, JsonSchema>>;
}

/**
 * Weaves page and section schemas into the envelopes, so that each kind of file has one closed schema.
 * A step is written flat (`page`, its common keys and the page's own keys side by side); the branch of a page
 * therefore holds both and nothing else.
 */
export function weaveLanguage(files: SchemaFiles): Language {
  return {
    ...files,
    documents: {
      site: files.envelopes.site,
      brand: weave(files.envelopes.brand, files),
      funnel: weave(files.envelopes.funnel, files),
    },
  };
}

function weave(envelope: JsonSchema, files: SchemaFiles): JsonSchema {
  const { question, page, section, ...others } = envelope.$defs ?? {};
  const defs: Record<string, JsonSchema> = { ...others };
  if (question !== undefined)
    Object.assign(defs, branches("question", question, questionsOf(files.pages), { fallback: "single" }));
  if (page !== undefined) Object.assign(defs, branches("page", page, files.pages, {}));
  if (section !== undefined) Object.assign(defs, sectionBranches(section, files.sections));
  return { ...envelope, $defs: defs };
}

function questionsOf(pages: SchemaFiles["pages"]): SchemaFiles["pages"] {
  return Object.fromEntries(
    Object.entries(pages).filter(([, schema]) => schema.pageKind === "question"),
  );
}

function branches(
  name: "question" | "page",
  common: JsonSchema,
  kinds: SchemaFiles["pages"],
  { fallback }: { fallback?: string },
): Record<string, JsonSchema> {
  const { experiment, ...commonKeys } = common.properties ?? {};
  const page = { ...common.properties?.page, type: "string", enum: Object.keys(kinds) };
  const defs: Record<string, JsonSchema> = {};
  for (const [kind, schema] of Object.entries(kinds)) {
    const own = schema.properties ?? {};
    defs[`${name}-${kind}`] = {
      title: schema.title,
      description: schema.description,
      additionalProperties: false,
      required: unique([...(common.required ?? []), ...(schema.required ?? [])]),
      properties: {
        ...commonKeys,
        ...(experiment && { experiment: experimentOf(experiment, own) }),
        page: { const: kind, description: schema.description },
        ...own,
      },
    };
  }
  defs[name] = {
    type: "object",
    ...(fallback === undefined && { required: ["page"] }),
    properties: { page },
    allOf: Object.keys(kinds).map((kind) => ({
      if: {
        properties: { page: { const: kind } },
        ...(kind !== fallback && { required: ["page"] }),
      },
      then: { $ref: `#/$defs/${name}-${kind}` },
    })),
  };
  return defs;
}

/** The b side may change any of the page's own keys. */
function experimentOf(experiment: JsonSchema, own: Record<string, JsonSchema>): JsonSchema {
  const b = { ...experiment.properties?.b, additionalProperties: false, properties: own };
  return { ...experiment, properties: { ...experiment.properties, b } };
}

function sectionBranches(
  common: JsonSchema,
  kinds: SchemaFiles["sections"],
): Record<string, JsonSchema> {
  const { use, when, section } = common.properties ?? {};
  const defs: Record<string, JsonSchema> = {};
  for (const [kind, schema] of Object.entries(kinds)) {
    defs[`section-${kind}`] = {
      title: schema.title,
      description: schema.description,
      additionalProperties: false,
      required: unique(["section", ...(schema.required ?? [])]),
      properties: {
        section: { const: kind, description: schema.description },
        ...(when && { when }),
        ...schema.properties,
      },
    };
  }
  defs["section-use"] = {
    additionalProperties: false,
    required: ["use"],
    properties: { ...(use && { use }), ...(when && { when }) },
  };
  defs.section = {
    type: "object",
    properties: { section: { ...section, type: "string", enum: Object.keys(kinds) } },
    if: { required: ["use"] },
    then: { $ref: "#/$defs/section-use" },
    else: {
      required: ["section"],
      allOf: Object.keys(kinds).map((kind) => ({
        if: { required: ["section"], properties: { section: { const: kind } } },
        then: { $ref: `#/$defs/section-${kind}` },
      })),
    },
  };
  return defs;
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}
