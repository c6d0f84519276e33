import type { EnvelopeId } from "../parse/file-name.ts";
/* oxlint-disable unicorn/no-thenable -- the word is JSON Schema's */
import type { JsonSchema } from "./json-schema.ts";

/** The schema files as read from `schema/`, keyed by their name without `.schema.json`. */
export interface SchemaFiles {
  readonly envelopes: Readonly<Record<EnvelopeId, JsonSchema>>;
  readonly pages: Readonly<Record<string, JsonSchema>>;
  readonly sections: Readonly<Record<string, JsonSchema>>;
}
type Properties = Readonly<Record<string, JsonSchema>>;

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
      brand: weave(files.envelopes.brand, {
        ...files,
        pages: pagesThat(files.pages, ({ brandPage }) => brandPage === true),
      }),
      funnel: weave(files.envelopes.funnel, files),
    },
  };
}

function weave(envelope: JsonSchema, files: SchemaFiles): JsonSchema {
  const { question, page, section, ...others } = envelope.$defs ?? {};
  const defs: Record<string, JsonSchema> = { ...others };
  if (question !== undefined)
    Object.assign(
      defs,
      branches("question", question, questionsOf(files.pages), {
        fallback: "single",
      }),
    );
  if (page !== undefined)
    Object.assign(defs, branches("page", page, files.pages, {}));
  if (section !== undefined)
    Object.assign(defs, sectionBranches(section, files.sections));
  return { ...envelope, $defs: defs };
}

function questionsOf(pages: SchemaFiles["pages"]): SchemaFiles["pages"] {
  return pagesThat(pages, ({ pageKind }) => pageKind === "question");
}

function pagesThat(
  pages: SchemaFiles["pages"],
  fit: (schema: JsonSchema) => boolean,
): SchemaFiles["pages"] {
  return Object.fromEntries(
    Object.entries(pages).filter(([, schema]) => fit(schema)),
  );
}

/**
 * The common keys are described once, in `name`; the branch of a kind describes its own and lets the common ones
 * stand. So a mistake in a common key is found once, and an editor offers the common keys before a kind is chosen.
 */
function branches(
  name: "question" | "page",
  common: JsonSchema,
  kinds: SchemaFiles["pages"],
  { fallback }: { fallback?: string },
): Record<string, JsonSchema> {
  const { experiment, aliases, ...commonKeys } = common.properties ?? {};
  const defs: Record<string, JsonSchema> = {};
  for (const [kind, schema] of Object.entries(kinds)) {
    const own = schema.properties ?? {};
    // An answer belongs to one question: asked elsewhere as well, it would be two.
    const isPage = schema.pageKind === "page";
    defs[`${name}-${kind}`] = branch(schema, commonKeys, {
      ...(experiment && { experiment: experimentOf(experiment, own) }),
      ...(aliases &&
        isPage && { aliases: aliasesOf(aliases, commonKeys, own) }),
      ...own,
    });
  }
  defs[name] = {
    ...common,
    properties: { ...commonKeys, page: choiceOf(commonKeys.page, kinds) },
    allOf: Object.keys(kinds).map((kind) => ({
      if: chosen("page", kind, kind === fallback),
      then: { $ref: `#/$defs/${name}-${kind}` },
    })),
  };
  return defs;
}

/** A kind of step or section: its own keys, and room for the common ones, which are checked elsewhere. */
function branch(
  schema: JsonSchema,
  common: Properties,
  own: Properties,
): JsonSchema {
  const room = Object.fromEntries(
    Object.keys(common).map((key) => [key, { doNotSuggest: true }]),
  );
  return {
    title: schema.title,
    description: schema.description,
    additionalProperties: false,
    required: schema.required ?? [],
    properties: { ...room, ...own },
  };
}

/** The key that chooses a kind; the editor shows each kind's own description. */
function choiceOf(
  key: JsonSchema | undefined,
  kinds: SchemaFiles["pages"],
): JsonSchema {
  return {
    ...key,
    type: "string",
    enum: Object.keys(kinds),
    markdownEnumDescriptions: Object.values(kinds).map(
      (schema) => schema.description ?? "",
    ),
  };
}

/** Holds for a mapping only: an item that is still empty chooses nothing, and gets no keys of all kinds at once. */
function chosen(
  key: "page" | "section",
  kind: string,
  isFallback = false,
): JsonSchema {
  return {
    type: "object",
    properties: { [key]: { const: kind } },
    ...(!isFallback && { required: [key] }),
  };
}

/** The b side may change any of the page's own keys but its ways out and its currency: the flow is one for all. */
function experimentOf(experiment: JsonSchema, own: Properties): JsonSchema {
  const changeable = Object.entries(own).filter(
    ([, property]) => property.edge === undefined && property.fixed !== true,
  );
  const b = {
    ...experiment.properties?.b,
    additionalProperties: false,
    properties: Object.fromEntries(changeable),
  };
  return { ...experiment, properties: { ...experiment.properties, b } };
}

/** An alias may change any key of its page but its kind. */
function aliasesOf(
  aliases: JsonSchema,
  { page: _kind, ...common }: Properties,
  own: Properties,
): JsonSchema {
  const items = {
    ...aliases.items,
    additionalProperties: false,
    properties: { ...common, ...own },
  };
  return { ...aliases, items };
}

/** An item with `section` is a section of that kind; one without may name a shared section instead. */
function sectionBranches(
  common: JsonSchema,
  kinds: SchemaFiles["sections"],
): Record<string, JsonSchema> {
  const { section = {}, use = {}, ...commonKeys } = common.properties ?? {};
  const defs: Record<string, JsonSchema> = {};
  for (const [kind, schema] of Object.entries(kinds))
    defs[`section-${kind}`] = branch(
      schema,
      { section, ...commonKeys },
      schema.properties ?? {},
    );
  defs.section = {
    ...common,
    properties: { section: choiceOf(section, kinds), ...commonKeys },
    if: { type: "object", required: ["section"] },
    then: {
      allOf: Object.keys(kinds).map((kind) => ({
        if: chosen("section", kind),
        then: { $ref: `#/$defs/section-${kind}` },
      })),
    },
    else: {
      if: { required: ["use"] },
      then: branch({}, commonKeys, { use }),
      else: { required: ["section"] },
    },
  };
  return defs;
}
