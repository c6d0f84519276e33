import { baseFiles, compileWith } from "../testing/base-content.ts";
import { describe, expect, test } from "vitest";
import { data } from "../schema/read.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import { ROOT } from "../testing/root.ts";
import { readEnvironment } from "../workspace/environment.ts";
import { vendorsOf } from "./vendors.ts";

const { envelopes } = readEnvironment(ROOT, "", "").language;
const { vendors: written } = envelopes.brand.properties ?? {};

/** The keys of a schema and of what stands below it: `posthog.host`. */
function keysOf({ properties = {} }: JsonSchema, path = ""): string[] {
  return Object.entries(properties).flatMap(([key, property]) => [
    path + key,
    ...keysOf(property, `${path}${key}.`),
  ]);
}

/** Values of all keys of a schema, which note down which of them are read. */
function watched(schema: JsonSchema, read: Set<string>, path = ""): unknown {
  const { properties } = schema;
  if (properties === undefined) return schema.items === undefined ? "x" : ["x"];
  return new Proxy(
    {},
    {
      get: (_, name) => {
        const key = path + String(name);
        read.add(key);
        const own = properties[String(name)];
        return own && watched(own, read, `${key}.`);
      },
    },
  );
}

test("each key that a brand may write of its vendors is read, and no other", () => {
  const schema = written ?? {};
  const read = new Set<string>();
  const findings = { add: () => undefined };
  const vendors = vendorsOf(watched(schema, read), findings);
  expect(keysOf(schema)).toContain("posthog.host");
  expect(
    [...read].toSorted(),
    "the keys of `vendors` in schema/envelope/brand.schema.json, beside those that compiler/link/vendors.ts reads",
  ).toEqual(keysOf(schema).toSorted());
  const off = Object.keys(vendors).filter((id) => data(vendors)[id] === null);
  expect(off, "vendors that stay off whatever is written").toEqual([]);
});

describe("an address of PostHog", () => {
  const brand =
    baseFiles.find(({ name }) => name === "demo/brand.yaml")?.text ?? "";
  const found = (host: string) =>
    compileWith({
      name: "demo/brand.yaml",
      text: `${brand}vendors: { posthog: { key: phc_Demo1, host: "https://${host}" } }\n`,
    }).diagnostics.flatMap(({ code, hint = "" }) =>
      code === "vendor/bad-address" ? [hint] : [],
    );

  test.each([
    "eu.i.posthog.com",
    "us.i.posthog.com",
    "t.demo.example",
    "eu.i.posthog.demo.example",
    "posthog.example.com",
  ])("%s may be meant", (host) => {
    expect(found(host)).toEqual([]);
  });

  test.each(["eu.i.posthg.com", "us.i.posthog.con", "eu.i.postog.com"])(
    "%s is not",
    (host) => {
      expect(found(host)).toEqual([
        expect.stringMatching(
          /^did you mean "https:\/\/(?:eu|us)\.i\.posthog\.com"/,
        ),
      ]);
    },
  );
});
