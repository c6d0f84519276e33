import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../compiler/testing/root.ts";
import { readContent } from "../compiler/workspace/content.ts";
import { editorSchemas } from "../compiler/schema/editor-schemas.ts";
import { createSchemaCheck } from "../compiler/schema/validate.ts";
import { parseSource } from "../compiler/parse/source.ts";
import { readEnvironment } from "../compiler/workspace/environment.ts";
import { readEditorSettings } from "./lsp/editor-settings.ts";
import {
  FUNNELS_SERVER,
  startLanguageServer,
  type LanguageServer,
  YAML_SERVER,
} from "./lsp/language-server.ts";
import { FUNNEL, MISTAKES } from "./lsp/mistakes.ts";
import {
  CURSOR,
  MODELINE,
  page,
  PLACES,
  question,
  section,
} from "./lsp/places.ts";

let server: LanguageServer;
let ours: LanguageServer;
beforeAll(async () => {
  [server, ours] = await Promise.all([
    startLanguageServer(YAML_SERVER, readEditorSettings()),
    startLanguageServer(FUNNELS_SERVER, () => null),
  ]);
});
afterAll(() => Promise.all([server.stop(), ours.stop()]));

/** What is known by the schemas alone, both servers have to say. */
const SERVERS = [
  ["the server for any YAML", () => server, "unsaved/funnels/site.yaml"],
  ["funnels lsp", () => ours, "funnels/site.yaml"],
] as const;

let opened = 0;

/** Opens a text that was never saved, as a new funnel unless `file` says otherwise. */
async function open(text: string, name?: string, to = server) {
  opened += 1;
  const file = name ?? `funnels/calm/unsaved-${opened}.yaml`;
  const before = text.split(CURSOR)[0]?.split("\n") ?? [];
  await to.open(file, text.replace(CURSOR, ""));
  const character = before.at(-1)?.length ?? 0;
  return { file, at: { line: before.length - 1, character } };
}

async function offers(
  to: LanguageServer,
  text: string,
  name?: string,
): Promise<string[]> {
  const { file, at } = await open(text, name, to);
  const items = await to.complete(file, at);
  return items.map((item) => item.label);
}

const { language } = readEnvironment(ROOT, "", "");

/** The kinds of a folder of schema/, each with the keys that are its own. */
function ownKeys(folder: "pages" | "sections") {
  return Object.entries(language[folder]).map(
    ([kind, { properties = {} }]) => [kind, Object.keys(properties)] as const,
  );
}

test("the schemas that editors read are woven from the language the compiler reads", () => {
  for (const [name, text] of Object.entries(editorSchemas(language)))
    expect(readFileSync(join(ROOT, "schema", name), "utf8")).toBe(text);
});

test("finds nothing in the files of funnels/", { tags: "long" }, async () => {
  const files = readContent(join(ROOT, "funnels"));
  expect(files.length).toBeGreaterThan(0);
  const found = await Promise.all(
    files.map(async ({ name, text }) => {
      await server.open(`funnels/${name}`, text);
      const findings = await server.findings(`funnels/${name}`);
      return findings.map(
        ({ range, message }) => `${name}:${range.start.line + 1} ${message}`,
      );
    }),
  );
  expect(found.flat()).toEqual([]);
});

describe.concurrent("underlines each mistake once, on its line, as the check does", () => {
  const { language } = readEnvironment(ROOT, "", "");
  const checkSchema = createSchemaCheck(language);
  const check = (text: string) => {
    const parsed = parseSource("evening.yaml", text);
    if (parsed.kind === "refused") throw new Error("not YAML");
    return checkSchema("funnel", parsed.source);
  };

  test("nothing when there is none", async () => {
    const { file } = await open(FUNNEL);
    expect(await server.findings(file)).toEqual([]);
    expect(check(FUNNEL)).toEqual([]);
  });

  test.each(Object.entries(MISTAKES))(
    "%s",
    async (_name, { replace, by, at, message }) => {
      expect(FUNNEL).toContain(replace);
      const text = FUNNEL.replace(replace, by);
      const { file } = await open(text);
      const findings = await server.findings(file);
      expect(findings).toHaveLength(1);
      expect(findings[0]?.message).toMatch(message);
      const checked = check(text);
      expect(checked).toHaveLength(1);
      const lines = text.split("\n");
      expect(lines[findings[0]?.range.start.line ?? -1]).toBe(at);
      expect(lines[(checked[0]?.at.line ?? 0) - 1]).toBe(at);
    },
  );
});

describe.concurrent.each(SERVERS)("%s offers", (_name, to) => {
  test.each(Object.entries(PLACES))(
    "%s",
    async (_name, { text, offered, not = [] }) => {
      const labels = await offers(to(), text);
      expect(labels).toEqual(expect.arrayContaining([...offered]));
      expect(labels.filter((label) => not.includes(label))).toEqual([]);
    },
  );

  test.each(ownKeys("pages"))("the keys of page %s", async (kind, keys) => {
    const own = new Set(ownKeys("pages").flatMap(([, others]) => others));
    const labels = await offers(
      to(),
      page(`  - path: oto\n    page: ${kind}\n    ${CURSOR}`),
    );
    expect(labels).toEqual(
      expect.arrayContaining(["id", "when", "guards", ...keys]),
    );
    expect(labels.filter((key) => own.has(key) && !keys.includes(key))).toEqual(
      [],
    );
  });

  test.each(ownKeys("sections"))(
    "the keys of section %s",
    async (kind, keys) => {
      const labels = await offers(
        to(),
        section(`      - section: ${kind}\n        ${CURSOR}`),
      );
      expect(labels).toEqual(expect.arrayContaining(["when", ...keys]));
      expect(labels).not.toContain("use");
    },
  );

  test("each page with a word on what it is", async () => {
    const { file, at } = await open(
      page(`  - path: oto\n    page: ${CURSOR}`),
      undefined,
      to(),
    );
    const items = await to().complete(file, at);
    const said = items.find((item) => item.label === "offer")?.documentation;
    expect(said).toMatchObject({
      value: language.pages["offer"]?.description,
    });
  });

  test("what a chosen page needs, all at once", async () => {
    const { file, at } = await open(
      page(`  - path: oto\n    page: offer\n    ${CURSOR}`),
      undefined,
      to(),
    );
    const items = await to().complete(file, at);
    const skeleton = items.find((item) => item.label === "Offer");
    expect(skeleton?.textEdit?.newText).toMatch(
      /^heading: .*\nsections:\n.*\naccept: .*\ndecline: /,
    );
  });
});

describe.concurrent.each(SERVERS)("%s explains", (_name, to) => {
  test.each([
    ["a key of the file", `${MODELINE}mou${CURSOR}nts: [/quiz]\n`, "addresses"],
    [
      "a key of a page",
      page(`  - path: oto\n    page: offer\n    decline${CURSOR}Label: No`),
      "The label of the link that declines.",
    ],
    [
      "a page",
      page(`  - path: oto\n    page: off${CURSOR}er`),
      "A long page with plans to choose from.",
    ],
    [
      "a key of a section",
      section(`      - section: gauge\n        sco${CURSOR}re: calm`),
      "The score shown.",
    ],
    [
      "a condition by example, rendered",
      question(`  - id: bedtime\n    wh${CURSOR}en: { gender: female }`),
      "`{ gender: female, age: [18-24, 25-34] }`",
    ],
  ])("%s", async (_name, text, expected) => {
    const { file, at } = await open(text, undefined, to());
    expect(await to().hover(file, at)).toContain(expected);
  });
});

describe.each(SERVERS)(
  "%s knows a file without a modeline by its place",
  (_who, to, site) => {
    test.each([
      ["the site", site, "currencies", "hosts"],
      ["a brand", "funnels/unsaved/brand.yaml", "hosts", "mounts"],
      ["a funnel", "funnels/unsaved/evening.yaml", "mounts", "hosts"],
    ])("%s", async (_name, name, own, foreign) => {
      const labels = await offers(to(), CURSOR, name);
      expect(labels).toContain(own);
      expect(labels).not.toContain(foreign);
    });
  },
);
