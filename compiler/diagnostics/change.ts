import type { Path } from "./span.ts";

/** What a file may hold: what YAML says without tags and dates. */
export type Value =
  | string
  | number
  | boolean
  | null
  | readonly Value[]
  | { readonly [key: string]: Value };

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

export function isMapping(
  value: Value,
): value is { readonly [key: string]: Value } {
  return typeof value === "object" && value !== null && !isList(value);
}

/** A change of what a file says, at the place of one value. */
export type DataChange = { readonly file: string; readonly path: Path } & (
  | {
      /** The text, number or truth at `path` becomes another one. */
      readonly kind: "set-value";
      readonly value: string | number | boolean;
    }
  | {
      /** The mapping at `path` gets this key, or the key another value; a choice that is a text gets a mapping around it. */
      readonly kind: "set-key";
      readonly key: string;
      readonly value: Value;
    }
  | {
      /** The list under this key of the mapping at `path` gets these items at its end; one that is not there is made. */
      readonly kind: "add-items";
      readonly key: string;
      readonly items: readonly Value[];
    }
  | { readonly kind: "remove-key"; readonly key: string }
  | {
      /** The list at `path` gets one item more, which then is at `index`. */
      readonly kind: "insert-item";
      readonly index: number;
      readonly value: Value;
    }
  | { readonly kind: "remove-item"; readonly index: number }
  | {
      /** The item at `from` is at `to` afterwards. */
      readonly kind: "move-item";
      readonly from: number;
      readonly to: number;
    }
);
