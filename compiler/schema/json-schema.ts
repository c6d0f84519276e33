/** What a text of the content can mean. */
export const FORMATS = [
  "asset",
  "brand",
  "captions",
  "code",
  "color",
  "condition",
  "container",
  "currency",
  "email",
  "experiment",
  "film",
  "font",
  "markdown",
  "options",
  "path",
  "point",
  "prices",
  "product",
  "question",
  "score",
  "sections",
  "shared",
  "step",
  "text",
  "url",
] as const;

/** The part of JSON Schema 2020-12 that our schemas use, with our own annotations. */
export interface JsonSchema {
  $schema?: string;
  $id?: string;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  title?: string | undefined;
  description?: string | undefined;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  required?: string[];
  properties?: Record<string, JsonSchema>;
  additionalProperties?: boolean | JsonSchema;
  propertyNames?: JsonSchema;
  items?: JsonSchema;
  allOf?: JsonSchema[];
  if?: JsonSchema;
  then?: JsonSchema;
  else?: JsonSchema;
  pattern?: string;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minProperties?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  uniqueItems?: boolean;
  /** What each value of `enum` means, for the editor. */
  markdownEnumDescriptions?: string[];
  /** Keeps a key out of the editor's proposals. */
  doNotSuggest?: boolean;
  /** Marks a step name as an edge of the flow graph. */
  edge?: "accept" | "decline" | "failed" | "next";
  /** The same on both sides of an experiment. */
  fixed?: boolean;
  /** What a change of it is about, where its format does not say so. */
  concerns?: "money" | "ways" | "asked";
  /** Takes the payment providers that this key of `payments` may name as values. */
  providers?: "checkout" | "saved";
  /** The TypeScript type of the linked value (json-schema-to-typescript). */
  tsType?: string;
}
