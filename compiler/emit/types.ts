import { compile as typescriptOf } from "json-schema-to-typescript";
import type { JsonSchema } from "../schema/json-schema.ts";
import type { Language } from "../schema/language.ts";
import { BANNER, pascal, union, type EmittedFile } from "./file.ts";

/** The TypeScript types of linked values by format; see `compiler/shared/contract.ts`. */
const LINKED_TYPES: Readonly<Record<string, string>> = {
  text: "Text",
  markdown: "Markdown",
  path: "Address",
  asset: "Picture",
  film: "Picture",
  captions: "Picture",
  options: "readonly Option[]",
  sections: "readonly Section[]",
  product: "ProductCode",
  currency: "Currency",
  condition: "Condition",
  point: "(Text | { readonly text: Text; readonly when?: Condition })",
};

/** Types of all pages, sections and API calls: they depend on the schemas alone, not on the content. */
export async function emitTypes(
  language: Language,
  api: Readonly<Record<string, JsonSchema>>,
): Promise<readonly EmittedFile[]> {
  return [await emitPropTypes(language), await emitApiTypes(api)];
}

async function emitPropTypes(language: Language): Promise<EmittedFile> {
  const pages = Object.keys(language.pages).sort();
  const sections = Object.keys(language.sections).sort();
  const parts = await Promise.all([
    ...pages.map((id) =>
      interfaceOf(`${pascal(id)}Props`, language.pages[id] ?? {}, null),
    ),
    ...sections.map((id) =>
      interfaceOf(`${pascal(id)}Section`, language.sections[id] ?? {}, id),
    ),
  ]);
  const content = [
    BANNER,
    'import type { Condition, Markdown, Option, Picture, Text, ValueName } from "./contract.ts";',
    'import type { Address, Currency, ProductCode } from "./names.ts";',
    ...parts,
    mapOf("PageProps", pages, (id) => `${pascal(id)}Props`),
    mapOf("SectionProps", sections, (id) => `${pascal(id)}Section`),
    "/** The ways in which visitors leave each page. */",
    mapOf("PageEdges", pages, (id) => union(edgesOf(id, language))),
    "export type PageId = keyof PageProps;",
    "type EdgeKind = PageEdges[PageId];",
    "/** The pages that can be left in this way. */",
    "export type PageWith<E extends EdgeKind> = { [P in PageId]: E extends PageEdges[P] ? P : never }[PageId];",
    "/** The ways out that all of these pages have. */",
    "export type EdgeOf<P extends PageId> = { [E in EdgeKind]: [P] extends [PageWith<E>] ? E : never }[EdgeKind];",
    "export type SectionId = keyof SectionProps;",
    "/** A section of a long page; left out when its condition does not hold, or a value is missing that it is made from. */",
    "export type Section = { [S in SectionId]: SectionProps[S] & { when: Condition | null; madeOf?: readonly ValueName[] } }[SectionId];",
  ].join("\n");
  return { name: "props.ts", content: `${content}\n` };
}

/** On to the next step, or by what became of an offer: the properties that name where each outcome leads. */
function edgesOf(page: string, { pages, traits }: Language): string[] {
  switch (traits.pages[page]?.flow) {
    case "forward":
      return ["next"];
    case "offer":
      return Object.values(pages[page]?.properties ?? {}).flatMap(
        ({ edge }) => edge ?? [],
      );
    case "end":
    case undefined:
      return [];
  }
}

export async function emitApiTypes(
  schemas: Readonly<Record<string, JsonSchema>>,
): Promise<EmittedFile> {
  const parts = await Promise.all(
    Object.keys(schemas)
      .sort()
      .map((name) =>
        declare(schemas[name]?.title ?? pascal(name), schemas[name] ?? {}),
      ),
  );
  const calls = Object.keys(schemas)
    .filter((name) => schemas[name]?.properties?.["answer"] !== undefined)
    .sort();
  const map = mapOf(
    "ApiCalls",
    calls,
    (name) => schemas[name]?.title ?? pascal(name),
  );
  const content = [
    'import type { Currency } from "./names.ts";',
    ...parts,
    "/** Every call of the API, by the name of its schema. */",
    map,
  ].join("\n");
  return { name: "api.ts", content: `${BANNER}${content}\n` };
}

function mapOf(
  name: string,
  ids: readonly string[],
  type: (id: string) => string,
): string {
  return `export interface ${name} {\n${ids.map((id) => `  ${JSON.stringify(id)}: ${type(id)};`).join("\n")}\n}`;
}

function interfaceOf(
  name: string,
  schema: JsonSchema,
  section: string | null,
): Promise<string> {
  const linked = linkedSchema(schema);
  if (section === null) return declare(name, linked);
  const properties = { section: { const: section }, ...linked.properties };
  return declare(name, {
    ...linked,
    properties,
    required: ["section", ...(linked.required ?? [])],
  });
}

async function declare(name: string, schema: JsonSchema): Promise<string> {
  const {
    $schema: _schema,
    $id: _id,
    examples: _examples,
    title: _title,
    ...rest
  } = schema;
  const options = {
    bannerComment: "",
    additionalProperties: false,
    // Its formatter takes eight times as long as all the rest.
    format: false,
    declareExternallyReferenced: true,
  };
  // Through JSON: the converter wants its own schema type, and ours is a subset of it.
  const text = JSON.stringify({ ...rest, title: name });
  return indented(
    await typescriptOf(
      JSON.parse(text, (_, value) =>
        value?.format === "currency" ? { ...value, tsType: "Currency" } : value,
      ),
      name,
      options,
    ),
  );
}

/** Declarations with what is in braces set in; lines of comments have no braces that count. */
function indented(text: string): string {
  let depth = 0;
  return text
    .split("\n")
    .map((line) => {
      const isComment = /^\s*(?:\/\*|\*)/.test(line);
      if (!isComment && line.startsWith("}")) depth -= 1;
      const set =
        line === "" ? "" : "  ".repeat(Math.max(0, depth)) + line.trimEnd();
      if (!isComment && line.endsWith("{")) depth += 1;
      return set;
    })
    .join("\n");
}

/** The schema of what a page receives: linked types, defaults filled in, no edges. */
function linkedSchema(schema: JsonSchema): JsonSchema {
  const tsType = LINKED_TYPES[schema.format ?? ""];
  if (tsType !== undefined) return { ...described(schema), tsType };
  if (schema.properties !== undefined) {
    const own = Object.entries(schema.properties).filter(
      ([, property]) => property.edge === undefined,
    );
    const given = own
      .filter(([, property]) => property.default !== undefined)
      .map(([name]) => name);
    const required = new Set([...(schema.required ?? []), ...given]);
    return {
      ...described(schema),
      type: "object",
      additionalProperties: false,
      required: own.map(([name]) => name).filter((name) => required.has(name)),
      properties: Object.fromEntries(
        own.map(([name, property]) => [name, linkedSchema(property)]),
      ),
    };
  }
  // Without its bounds a list is a plain array, not a tuple of every allowed length.
  if (schema.items !== undefined)
    return {
      ...described(schema),
      type: "array",
      items: linkedSchema(schema.items),
    };
  return {
    ...described(schema),
    ...(schema.type && { type: schema.type }),
    ...(schema.enum && { enum: schema.enum }),
  };
}

function described(schema: JsonSchema): JsonSchema {
  return schema.description === undefined
    ? {}
    : { description: schema.description };
}
