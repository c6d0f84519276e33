import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { lookOf } from "../compiler/link/theme.ts";
import { data, items } from "../compiler/schema/read.ts";
import { ROOT } from "../compiler/testing/root.ts";

const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const sources = ["runtime", "server", "compiler/site"].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((name) => /(?<!\.test)\.(?:css|tsx?)$/.test(name)),
);
const texts = new Map(sources.map((file) => [file, read(file)]));
const all = [...texts.values()].join("\n");

const { properties } = data(
  JSON.parse(read("schema/envelope/brand.schema.json")),
);
const theme = data(data(data(properties)["theme"])["properties"]);
/** What a brand picks of some forms, by name. */
const FORMS = ["look", "layout"]
  .flatMap((part) => Object.entries(data(data(theme[part])["properties"])))
  .map(([name, schema]) => ({ name, schema: data(schema) }))
  .filter(({ schema }) => schema["enum"] !== undefined);

describe.each(FORMS)("$name", ({ name, schema }) => {
  const forms = items(schema["enum"]);

  test("has the form that its schema says where a brand names none", () => {
    expect(lookOf({})).toHaveProperty(`data-${name}`, schema["default"]);
  });

  test("has no form that nothing is drawn by, and none is drawn that is not in its schema", () => {
    const drawn = new Set(
      [
        ...all.matchAll(new RegExp(`data-${name}="(\\w+)"`, "g")),
        ...all.matchAll(
          new RegExp(`dataset\\["${name}"\\] [!=]== "(\\w+)"`, "g"),
        ),
      ].map(([, form]) => form),
    );
    const plain = schema["default"];
    expect(
      forms.filter((one) => one !== plain && !drawn.has(`${one}`)),
    ).toEqual([]);
    expect([...drawn].filter((one) => !forms.includes(one))).toEqual([]);
  });
});

test("every sheet is imported, so that none stays behind when what it was for has gone", () => {
  const imported = [...texts].flatMap(([file, text]) =>
    [...text.matchAll(/"(\.{1,2}\/[^"]+\.css)(?:\?\w+)?"/g)].map(
      ([, sheet = ""]) => join(dirname(file), sheet),
    ),
  );
  const sheets = sources.filter((file) => file.endsWith(".css"));
  expect(sheets.length).toBeGreaterThan(50);
  expect(sheets.filter((sheet) => !imported.includes(sheet))).toEqual([]);
});

test("a class that a component asks for is in its stylesheet", () => {
  const asked = [...texts].flatMap(([file, text]) =>
    [
      ...text.matchAll(/^import (\w+) from "(\.[^"]+\.module\.css)";/gm),
    ].flatMap(([, name = "", path = ""]) => {
      const sheet = join(dirname(file), path);
      return [
        ...text.matchAll(new RegExp(`(?<![.\\w])${name}\\.(\\w+)\\b`, "g")),
      ]
        .map(([, className = ""]) => `${sheet} .${className}`)
        .filter((one) => !one.endsWith(" .module"));
    }),
  );
  expect(asked.length).toBeGreaterThan(300);
  const known = new Set(
    [...texts].flatMap(([file, text]) =>
      file.endsWith(".module.css")
        ? [...text.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(
            ([, name = ""]) => `${file} .${name}`,
          )
        : [],
    ),
  );
  expect(asked.filter((one) => !known.has(one))).toEqual([]);
});
