/** The folder `schema` holds what puts the schemas together, and says whether a file keeps to them. */
import type { EnvelopeId } from "../parse/file-name.ts";
/* oxlint-disable unicorn/no-thenable -- the word is JSON Schema's */
import type { JsonSchema } from "./json-schema.ts";
import { withBrandDrawings } from "./drawings.ts";
import { withBrandMails } from "./mails.ts";
import {
  type PaymentProviders,
  providerProblems,
  withProviders,
} from "./payments.ts";
import {
  pagesWith,
  traitsOf,
  type PageSchema,
  type PageTraits,
  type SectionSchema,
  type Traits,
} from "./traits.ts";
import { WrongSchema } from "./wrong-schema.ts";

/** The files of `schema/`, keyed by their name without its ending. */
export interface SchemaFiles {
  readonly envelopes: Readonly<Record<EnvelopeId, JsonSchema>>;
  readonly pages: Readonly<Record<string, PageSchema>>;
  readonly sections: Readonly<Record<string, SectionSchema>>;
  readonly payments: PaymentProviders;
}
type Properties = Readonly<Record<string, JsonSchema>>;

/** The language of the content: self-contained schemas, and each page's and section's own. */
export interface Language extends SchemaFiles {
  readonly traits: Traits;
  /** The page of a question that names none. */
  readonly usualQuestion: string;
  /** One closed JSON Schema (2020-12) per kind of file; what Ajv, the editor and the docs read. */
  readonly documents: Readonly<Record<EnvelopeId, JsonSchema>>;
}

/**
 * Combines page and section schemas with the envelopes, so that each kind of file has one closed schema.
 * A step is written flat (`page`, its common keys and the page's own keys side by side); the branch of a page
 * therefore holds both and nothing else.
 */
export function combineSchemas(files: SchemaFiles): Language {
  const traits = traitsOf(files.pages, files.sections);
  const wrong = providerProblems(files.payments);
  if (wrong.length > 0) throw new WrongSchema(wrong);
  const { brand, site } = files.envelopes;
  const own = withBrandMails(files.envelopes.funnel, brand);
  const funnel = withBrandDrawings(own, brand);
  const usual = funnel.$defs?.question?.properties?.page?.default;
  const usualQuestion = typeof usual === "string" ? usual : "";
  const isOfBrand = ({ brandPage }: PageTraits) => brandPage;
  return {
    ...files,
    envelopes: { ...files.envelopes, funnel },
    traits,
    usualQuestion,
    documents: {
      site,
      brand: combine(brand, traits, {
        ...files,
        pages: pagesThat(files.pages, traits, isOfBrand),
      }),
      funnel: combine(funnel, traits, files),
    },
  };
}

type Kinds = Omit<SchemaFiles, "envelopes">;

function combine(raw: JsonSchema, traits: Traits, files: Kinds): JsonSchema {
  const envelope = withProviders(raw, files.payments);
  const { question, page, section, ...others } = envelope.$defs ?? {};
  const defs: Record<string, JsonSchema> = { ...others };
  if (question !== undefined)
    Object.assign(
      defs,
      branches("question", question, questionsOf(files.pages, traits), traits),
    );
  if (page !== undefined)
    Object.assign(defs, branches("page", page, files.pages, traits));
  if (section !== undefined)
    Object.assign(defs, sectionBranches(section, files.sections));
  return { ...envelope, $defs: defs };
}

function questionsOf(
  pages: SchemaFiles["pages"],
  traits: Traits,
): SchemaFiles["pages"] {
  return pagesThat(pages, traits, ({ place }) => place === "question");
}

function pagesThat(
  pages: SchemaFiles["pages"],
  traits: Traits,
  fits: (traits: PageTraits) => boolean,
): SchemaFiles["pages"] {
  const fitting = new Set(pagesWith(traits, fits));
  return Object.fromEntries(
    Object.entries(pages).filter(([page]) => fitting.has(page)),
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
  traits: Traits,
): Record<string, JsonSchema> {
  const { experiment, aliases, ...commonKeys } = common.properties ?? {};
  const defs: Record<string, JsonSchema> = {};
  for (const [kind, schema] of Object.entries(kinds)) {
    const own = schema.properties ?? {};
    // An answer belongs to one question: asked elsewhere as well, it would be two.
    const isPage = traits.pages[kind]?.place === "page";
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
      if: chosen("page", kind, kind === commonKeys.page?.default),
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
  const commonKeys = Object.fromEntries(
    Object.keys(common).map((key) => [key, { doNotSuggest: true }]),
  );
  return {
    title: schema.title,
    description: schema.description,
    additionalProperties: false,
    required: schema.required ?? [],
    properties: { ...commonKeys, ...own },
  };
}

/** The key that chooses a kind; the editor shows each kind's own description. */
function choiceOf(key: JsonSchema | undefined, kinds: Properties): JsonSchema {
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
