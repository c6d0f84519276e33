import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { findCheckout, fingerprintOf } from "../compiler/checkout.mjs";
import { checkCommand } from "../compiler/commands/check.ts";
import type { Diagnostic } from "../compiler/diagnostics/diagnostic.ts";
import { cachedCheck } from "../compiler/parallel/cached-check.ts";
import { createCompiler } from "../compiler/compile.ts";
import {
  createChecker,
  type CheckInput,
} from "../compiler/parallel/check-files.ts";
import { json } from "../compiler/report/json.ts";
import { pretty } from "../compiler/report/pretty.ts";
import { ROOT } from "../compiler/testing/root.ts";
import { type StoredFile, storedFile } from "../compiler/workspace/content.ts";
import { BASE_DIR, baseFiles } from "../compiler/testing/base-content.ts";
import {
  assetFilesOf,
  prefixOf,
  readContent,
} from "../compiler/workspace/content.ts";
import { checkEnvironment } from "../compiler/workspace/environment.ts";
import { copyOf, edit, newCheckout } from "./checkouts/copy.ts";
import { someOf } from "./testing/long.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "funnels-cached-")));
const at = (name: string) => join(root, name);
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe("the words are the same to the byte, of content with every mistake that there is", () => {
  const CASES = join(ROOT, "tests/cases");
  const checkout = findCheckout();
  const dir = at("cases");
  const cases = readdirSync(CASES).filter((name) =>
    existsSync(join(CASES, name, "demo")),
  );
  /** Of a tree in which a file is refused, less is told of the others. */
  const understood = cases.filter(
    (name) => !/^(?:yaml|schema|content)-/.test(name),
  );

  /** Each case as a brand of its own. */
  function treeOf(names: readonly string[]): Map<string, string> {
    const tree = new Map(
      baseFiles.filter(({ name }) => name === "site.yaml").map(pair),
    );
    for (const folder of names)
      for (const [name, text] of [
        ...baseFiles.map(pair),
        ...readContent(join(CASES, folder)).map(pair),
      ])
        if (name.startsWith("demo/"))
          tree.set(
            name.replace("demo/", `${folder}/`),
            text.replaceAll("demo.example", `${folder}.example`),
          );
    return tree;
  }

  const compile = createCompiler(checkEnvironment(ROOT, "funnels/", () => []));
  /** Goes on from one tree to the next. */
  const goingOn = createChecker(ROOT, "funnels/");
  const files = new Map<string, StoredFile>();

  function inputOf(tree: ReadonlyMap<string, string>): CheckInput {
    for (const [name, text] of tree)
      if (files.get(name)?.text !== text) files.set(name, stored(name, text));
    return {
      prefix: "funnels/",
      files: [...tree.keys()]
        .toSorted()
        .flatMap((name) => files.get(name) ?? []),
      assets: new Map(),
    };
  }

  async function expectSame(tree: ReadonlyMap<string, string>) {
    const input = inputOf(tree);
    const fresh = compile(input.files).diagnostics;
    const said = words(fresh, tree);
    expect(words(await cachedCheck(input, checkout, dir), tree)).toEqual(said);
    expect(words(await goingOn(input), tree)).toEqual(said);
    return fresh.length;
  }

  function words(
    found: readonly Diagnostic[],
    tree: ReadonlyMap<string, string>,
  ) {
    return [
      pretty(found, 0, (name) => tree.get(name.replace("funnels/", ""))),
      json(found, 0),
    ];
  }

  test.each([
    ["all understood", understood],
    ["some refused", cases],
  ])("%s", { tags: "long" }, async (_, names) => {
    const tree = treeOf(names);
    expect(await expectSame(tree)).toBeGreaterThan(names.length);
    // From nothing; from everything; and with each kind of file changed.
    await expectSame(tree);
    for (const [file, to] of [
      // The same outlines at other places: what is told of them moves.
      ["path-unknown--in-texts/quiz.yaml", (text: string) => `# 1\n${text}`],
      ["path-duplicate/quiz.yaml", (text: string) => `# 1\n# 2\n${text}`],
      ["path-duplicate/quiz.yaml", (text: string) => `${text}# 3\n`],
      ["path-duplicate/quiz.yaml", (text: string) => text.slice(4)],
      ["code-duplicate/brand.yaml", (text: string) => `# 1\n${text}`],
    ] as const) {
      tree.set(file, to(tree.get(file) ?? ""));
      await expectSame(tree);
    }
  });

  const CHANGED = "page-unknown";
  someOf(test, [
    {
      of: "every sixth",
      names: understood.filter((name, n) => n % 6 === 0 || name === CHANGED),
    },
    { of: "all", names: understood },
  ])(
    "what a change mends or breaks in files that stay is told, of $of",
    async ({ names }) => {
      const tree = treeOf(names);
      const before = await expectSame(tree);
      // A second funnel at the same addresses, then none.
      const quiz = `${CHANGED}/quiz.yaml`;
      tree.set(`${CHANGED}/twin.yaml`, tree.get(quiz) ?? "");
      expect(await expectSame(tree)).toBeGreaterThan(before);
      tree.delete(`${CHANGED}/twin.yaml`);
      expect(await expectSame(tree)).toBe(before);
      // A brand that goes leaves its funnels.
      tree.delete(`${CHANGED}/brand.yaml`);
      await expectSame(tree);
    },
  );
});

function pair({ name, text }: { name: string; text: string }) {
  return [name, text] as const;
}

function stored(name: string, text: string): StoredFile {
  const read = Buffer.from(text);
  const bytes = new Uint8Array(new SharedArrayBuffer(read.byteLength));
  bytes.set(read);
  return storedFile({ name, bytes });
}

describe("no change is missed on the disk", () => {
  const QUIZ = "funnels/demo/quiz.yaml";
  const BRAND = "funnels/demo/brand.yaml";
  const OTHER_PICTURE =
    '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="4"/>';
  const HERO = "funnels/demo/assets/hero.svg";
  const first = at("first");
  const file = (name: string) => join(first, name);
  const restore = new Map<string, string>();

  beforeAll(async () => {
    newCheckout(first, BASE_DIR);
    const info = "{ id: hello, page: info, heading: Hello, picture: hero.svg }";
    edit(first, QUIZ, "2-email", "3-email");
    edit(first, QUIZ, "questions:\n", `questions:\n  - ${info}\n`);
    for (const name of [QUIZ, BRAND, "funnels/site.yaml", HERO])
      restore.set(name, readFileSync(file(name), "utf8"));
    expect((await agree(first)).code).toBe(0);
  });

  /** Checks from what was kept; a compiler that keeps nothing must say the same. */
  async function agree(dir: string) {
    const content = join(dir, "funnels");
    const checkout = { root: dir, fingerprint: fingerprintOf(dir) };
    let said = "";
    const output = vi.spyOn(console, "log").mockImplementation((text) => {
      said += `${String(text)}\n`;
    });
    const options = { content, format: "pretty", cache: true } as const;
    const code = await checkCommand(options, checkout);
    output.mockRestore();
    const prefix = prefixOf(content);
    const names = (brand: string) => assetFilesOf(content, brand);
    const files = readContent(content);
    const anew = createCompiler(checkEnvironment(ROOT, prefix, names))(
      files,
    ).diagnostics;
    const texts = new Map(files.map(pair));
    const expected = pretty(anew, files.length, (name) =>
      texts.get(name.replace(prefix, "")),
    );
    expect(said).toBe(`${expected}\n`);
    return { code, said };
  }

  test.each<[string, () => void, string | null]>([
    [
      "a funnel's own text",
      () => edit(first, QUIZ, "options: [Good, Bad]", "options: [Good, Good]"),
      "option/duplicate-value",
    ],
    [
      "a product of the brand",
      () => edit(first, BRAND, "  small: {", "  smaller: {"),
      "product/unknown",
    ],
    [
      "a price of the brand",
      () => edit(first, BRAND, ", EUR: 8.99", ""),
      "product/no-price",
    ],
    [
      "the theme",
      () => edit(first, BRAND, 'ink: "#1d2129"', 'ink: "#fafafa"'),
      "theme/contrast",
    ],
    [
      "the font",
      () => edit(first, BRAND, "variable/figtree", "variable/nothing"),
      "font/unknown",
    ],
    [
      "the currencies of the site",
      () =>
        edit(
          first,
          "funnels/site.yaml",
          "{ currency: EUR, symbol: €, region: Europe, code: EUR }",
          "{ currency: GBP, symbol: £, region: Britain, code: GBP }",
        ),
      "currency/unknown",
    ],
    ["a deleted picture", () => rmSync(file(HERO)), "asset/unknown"],
    [
      "a picture of another name",
      () => renameSync(file(HERO), file("funnels/demo/assets/Hero.svg")),
      "asset/unknown",
    ],
    [
      "the bytes of a picture",
      () => writeFileSync(file(HERO), OTHER_PICTURE),
      null,
    ],
    [
      "a picture that is none",
      () => writeFileSync(file(HERO), "no picture"),
      "asset/not-shown",
    ],
    [
      "a folder in place of a picture",
      () => {
        rmSync(file(HERO));
        mkdirSync(file(HERO));
      },
      "asset/unknown",
    ],
    ["a brand that is gone", () => rmSync(file(BRAND)), "content/missing-file"],
  ])("%s", async (_, change, code) => {
    change();
    const { code: exit, said } = await agree(first);
    if (code === null) expect(exit).toBe(0);
    else expect(said).toContain(code);
    rmSync(file(HERO), { recursive: true, force: true });
    rmSync(file("funnels/demo/assets/Hero.svg"), { force: true });
    for (const [name, text] of restore) writeFileSync(file(name), text);
  });

  test("and what was mended is right again", async () => {
    expect((await agree(first)).code).toBe(0);
  });

  test("in a checkout that was moved with what it keeps", async () => {
    renameSync(copyOf(first, at("before")), at("after"));
    expect((await agree(at("after"))).code).toBe(0);
    edit(at("after"), BRAND, "  small: {", "  smaller: {");
    expect((await agree(at("after"))).said).toContain("product/unknown");
  });

  test("in two clones that keep in one folder", { tags: "long" }, async () => {
    const [one, two] = [copyOf(first, at("one")), copyOf(first, at("two"))];
    rmSync(join(two, "node_modules"), { recursive: true });
    symlinkSync(join(one, "node_modules"), join(two, "node_modules"));
    edit(two, BRAND, "  small: {", "  smaller: {");
    for (const turn of ["# 1", "# 2"]) {
      for (const clone of [one, two])
        edit(clone, QUIZ, "name: Quiz", `${turn}\nname: Quiz`);
      expect((await agree(one)).code).toBe(0);
      expect((await agree(two)).said).toContain("product/unknown");
    }
    rmSync(join(one, "funnels/demo/assets/hero.svg"));
    expect((await agree(one)).said).toContain("asset/unknown");
    expect((await agree(two)).said).not.toContain("asset/unknown");
  });
});
