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
  /** Where a page may stand: among the questions, or only after them. */
  pageKind?: "question" | "page";
  /** A page that may stand among a brand's own, outside of any funnel. */
  brandPage?: boolean;
  /** A page that visitors come to from outside: no step has to lead to it, and none that is not told to does. */
  entrance?: boolean;
  /** How a visitor leaves a page: on to the next, by the outcome of an offer, or not at all. */
  flow?: "forward" | "offer" | "end";
  /** Marks a step name as an edge of the flow graph. */
  edge?: "accept" | "decline" | "failed" | "next";
  /** The same on both sides of an experiment. */
  fixed?: boolean;
  /** The TypeScript type of the linked value (json-schema-to-typescript). */
  tsType?: string;
}
