import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../compiler/testing/root.ts";
import { data } from "../../compiler/schema/read.ts";

const schema: unknown = JSON.parse(
  readFileSync(join(ROOT, "schema/envelope/brand.schema.json"), "utf8"),
);
/** What is below some keys. */
const within = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce((inner, key) => data(inner)[key], value);

test.each([
  ["phone.css", "phone"],
  ["stage.css", "stage"],
  ["stage.css", "travel"],
])("%s has the forms of theme.layout.%s, each but none", (file, name) => {
  const layout = within(schema, "properties", "theme", "properties", "layout");
  const key = within(layout, "properties", name);
  const css = readFileSync(join(import.meta.dirname, file), "utf8");
  const forms = css.matchAll(new RegExp(`data-${name}="(\\w+)"`, "g"));
  const written = new Set([...forms].map(([, form]) => form));
  expect(new Set([...written, "none"])).toEqual(
    new Set([data(key)["enum"]].flat()),
  );
});
