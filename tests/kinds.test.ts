import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../compiler/testing/root.ts";
import { data } from "../compiler/schema/read.ts";
import { readSchemaDir } from "../compiler/workspace/environment.ts";

/**
 * The program knows pages and sections by the traits in their schemas. Their ids stand in their own folders and in the
 * two registries; anywhere else, a new page or section would need a line of code there as well.
 */
const IDS = [
  ...new Set([
    ...Object.keys(readSchemaDir(ROOT, "pages")),
    ...Object.keys(readSchemaDir(ROOT, "sections")),
  ]),
];

/** Where a word that is also an id stands, and what it means there. A path that ends with a slash is a folder. */
const EXCUSED: readonly (readonly [string, string, string])[] = [
  [
    "runtime/pages/registry.ts",
    "data-request my-orders not-found promo-code thank-you",
    "the registry",
  ],
  ["runtime/sections/registry.ts", "before-after", "the registry"],
  ["compiler/link/", "text", "the format of a text"],
  ["compiler/diff/", "text", "the format of a text, a property of pages"],
  ["compiler/diff/mails.ts", "picture", "a key of a mail"],
  ["compiler/schema/schema-words.ts", "text number", "types of JSON Schema"],
  ["compiler/schema/json-schema.ts", "text", "the format of a text"],
  ["compiler/schema/schema-problems.ts", "number", "a type of JSON Schema"],
  ["compiler/schema/schema-words.ts", "picture", "a key of many pages"],
  ["compiler/parse/scan.ts", "text", "what is read"],
  ["compiler/schema/payments.ts", "number", "a type of JSON Schema"],
  ["compiler/schema/explain-schema.ts", "text", "the format of a text"],
  ["compiler/link/asset.ts", "video", "what a file is"],
  ["compiler/rules/idle-sections.ts", "offer", "how a page is left"],
  ["compiler/rules/claims-payment.ts", "text", "a property of pages"],
  ["compiler/commands/operator-commands.ts", "text", "a format of reports"],
  ["compiler/emit/readers.ts", "number", "a type of JSON Schema"],
  ["compiler/commands/experiments.ts", "text", "a format of reports"],
  ["compiler/commands/jobs.ts", "text", "a format of reports"],
  ["compiler/workspace/ask-server.ts", "text", "a format of reports"],
  ["compiler/shared/contract.ts", "contact", "what a step needs"],
  ["compiler/link/", "contact", "what a step needs"],
  ["compiler/schema/traits.ts", "offer", "how a page is left"],
  [
    "compiler/schema/traits-schema.ts",
    "offer number",
    "how a page is left, a type of JSON Schema",
  ],
  ["compiler/emit/types.ts", "offer", "how a page is left"],
  ["compiler/link/", "offer", "how a page is left"],
  ["compiler/rules/sensitive.ts", "offer", "how a page is left"],
  ["compiler/link/danger.ts", "offer", "how a page is left"],
  ["compiler/rules/number-first.ts", "picture text", "properties of pages"],
  ["compiler/map/", "offer", "how a page is left"],
  ["compiler/prove/wanted.ts", "offer", "how a page is left"],
  ["compiler/prove/wanted.ts", "contact", "what a step needs"],
  ["runtime/screen/pictures-ahead.ts", "picture", "an element"],
  ["compiler/site/build-job.ts", "picture", "a kind of job"],
  ["compiler/site/drawn.ts", "picture", "a kind of job"],
  ["compiler/site/served.ts", "picture", "the name of a file"],
  ["compiler/link/", "picture", "a key of choices and mails"],
  ["compiler/diagnostics/span.ts", "info", "a severity"],
  ["compiler/diagnostics/wording-entry.ts", "info", "a severity"],
  ["compiler/report/pretty.ts", "info", "a severity"],
  ["compiler/rules/duplicate-option.ts", "picture", "a key of a choice"],
  ["compiler/rules/excuses.ts", "info", "a severity"],
  ["compiler/rules/field-promises.ts", "steps", "the steps of a funnel"],
  ["compiler/rules/offer-ways.ts", "offer", "how a page is left"],
  ["compiler/rules/codes.ts", "promo", "a property of plans"],
  ["compiler/rules/sensitive.ts", "contact", "what a step needs"],
  ["compiler/service/rename.ts", "info", "a severity"],
  ["compiler/service/describe.ts", "text", "a property of pages"],
  ["compiler/service/mentions.ts", "text", "the format of a text"],
  ["runtime/development/step-instead.ts", "steps", "the steps of a funnel"],
  ["runtime/ui/button.tsx", "text", "a look"],
  ["runtime/ui/choice.tsx", "numbers picture", "a layout, a key of a choice"],
  ["runtime/api/pay.ts", "purchases", "a key of an answer of the API"],
  ["runtime/core/journey.ts", "promo", "a key of what is stored"],
  ["runtime/core/attempt.ts", "offer", "a key of what is stored"],
  ["runtime/core/answer-label.ts", "number", "what is measured"],
  ["runtime/state/journey.ts", "contact", "the property of a question"],
  [
    "runtime/pages/one-product.tsx",
    "upsell downsell",
    "the component of these two",
  ],
  ["compiler/walk/request.ts", "offer", "how a page is left"],
  ["compiler/shared/walk-contract.ts", "steps", "the steps of a funnel"],
  ["runtime/walk/coverage.ts", "steps", "the steps of a funnel"],
  ["runtime/walk/sales.ts", "plans", "the plans of that section, as sold"],
  ["runtime/offer/plan.ts", "plans", "the plans of that section, for its page"],
  [
    "runtime/core/price-words.ts",
    "plans steps",
    "the plans of that section, the steps of the funnel",
  ],
  ["runtime/offer/order.tsx", "purchases", "the section as pages show it, too"],
];

interface Found {
  readonly file: string;
  readonly id: string;
}

function sourcesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name}`)
    .filter((name) => /(?<!\.(?:test|fixture))\.(?:tsx?|mjs)$/.test(name))
    .filter((name) => !name.includes("/testing/"));
}

/** The ids that stand in a file as strings of their own; a type that JavaScript names is none. */
function idsIn(file: string): Found[] {
  const text = readFileSync(join(ROOT, file), "utf8")
    .replaceAll(/\b(typeof \S+|type) [!=]== "\w+"/g, "")
    .replaceAll(/^\s*(\/\/|\/?\*).*$/gm, "");
  return IDS.filter((id) =>
    ['"', "'", "`"].some((quote) => text.includes(quote + id + quote)),
  ).map((id) => ({ file, id }));
}

function excuses({ file, id }: Found): number[] {
  return EXCUSED.flatMap(([path, ids], i) => {
    const isThere = path.endsWith("/") ? file.startsWith(path) : file === path;
    return isThere && ids.split(" ").includes(id) ? [i] : [];
  });
}

/** The kind that a file is about: `single` of `runtime/pages/single/page.tsx`. */
function ownId(file: string): string | null {
  return /^runtime\/(?:pages|sections)\/([^/]+)\//.exec(file)?.[1] ?? null;
}

const found = ["compiler", "runtime"].flatMap(sourcesBelow).flatMap(idsIn);

describe("pages and sections", () => {
  test("are named by nothing that all of them share", () => {
    const shared = found.filter(({ file }) => ownId(file) === null);
    const named = shared.filter((one) => excuses(one).length === 0);
    expect(named).toEqual([]);
  });

  test("are styled in their own folders alone", () => {
    const styled = readdirSync(join(ROOT, "runtime"), {
      recursive: true,
      encoding: "utf8",
    })
      .map((name) => `runtime/${name}`)
      .filter((name) => name.endsWith(".css"))
      .flatMap((file) => {
        const text = readFileSync(join(ROOT, file), "utf8");
        const named = text.matchAll(/\bdata-(?:page|section)=["']?([\w-]+)/g);
        return [...named].flatMap(([, id]) =>
          id === ownId(file) ? [] : [{ file, id }],
        );
      });
    expect(styled).toEqual([]);
  });

  test("that take an answer say where, so that nobody who measures looks in there, and of which question", () => {
    const schemas = Object.entries(readSchemaDir(ROOT, "pages"));
    const open = schemas.flatMap(([id, schema]) => {
      const { answer = null } = data(data(schema)["traits"]);
      if (answer === null) return [];
      const sources = sourcesBelow(`runtime/pages/${id}`);
      const texts = sources.map((file) => readFileSync(join(ROOT, file)));
      return ["data-answer", "data-question"].flatMap((name) =>
        texts.some((text) => new RegExp(`\\s${name}\\b`).test(String(text)))
          ? []
          : [`${id}: ${name}`],
      );
    });
    expect(open).toEqual([]);
  });

  test("are listed whole by the types of no test: a new one has its schema, its folder and a line", () => {
    const whole = /(?<!Partial<)Record<(?:Page|Section)Id\b/;
    const listed = ["tests", "runtime"].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
        .map((name) => `${folder}/${name}`)
        .filter((name) => /\.tsx?$/.test(name))
        .filter((name) => whole.test(readFileSync(join(ROOT, name), "utf8"))),
    );
    expect(listed).toEqual([]);
  });

  test("have no excuse that is not needed", () => {
    const used = new Set(found.flatMap(excuses));
    expect(EXCUSED.filter((_, i) => !used.has(i))).toEqual([]);
  });

  test("take the properties, and leave by the ways out, of no other", () => {
    const wrong = sourcesBelow("runtime").flatMap((file) => {
      const text = readFileSync(join(ROOT, file), "utf8");
      const named = text.matchAll(
        /\b(?:PageProps\[|SectionProps\[|useFlow<)"([^"]+)"/g,
      );
      return [...named].flatMap(([, id]) =>
        ownId(file) === null || id === ownId(file) ? [] : [{ file, id }],
      );
    });
    expect(wrong).toEqual([]);
  });
});

test("what a page before any offer says by itself is right where nothing is sold", () => {
  const said = Object.entries(readSchemaDir(ROOT, "pages")).flatMap(
    ([id, schema]) => {
      const { flow } = data(data(schema).traits);
      return flow === "forward"
        ? Object.values(schema.properties ?? {}).map(
            (one) => `${id}: ${String(one.default)}`,
          )
        : [];
    },
  );
  expect(said.filter((words) => /\bplan\b/i.test(words))).toEqual([]);
});
