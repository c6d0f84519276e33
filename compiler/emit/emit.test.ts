import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import {
  baseFiles,
  baseEnvironment,
  compileWith,
  quizText,
} from "../testing/base-content.ts";
import { createCompiler } from "../compile.ts";
import { ROOT } from "../testing/root.ts";
import { readContent } from "../workspace/content.ts";
import type { Program } from "../link/program.ts";
import { loadFont } from "../site/fonts.ts";
import {
  readCallFacts,
  readEnvironment,
  readSchemaDir,
} from "../workspace/environment.ts";
import { emit } from "./emit.ts";
import { emitTypes } from "./types.ts";
import type { EmittedFile } from "./file.ts";
import { run } from "../testing/run-module.ts";

const CONTENT = join(ROOT, "funnels");
const SEPARATORS = /[\u2028\u2029]/;

/** A compilation from nothing: nothing remembered, every file read again. */
async function compileAndEmit(): Promise<{
  program: Program;
  files: EmittedFile[];
}> {
  const environment = readEnvironment(ROOT, CONTENT, "funnels/");
  const { program } = createCompiler(environment)(readContent(CONTENT));
  if (program === null) throw new Error("the content has mistakes");
  const fonts = new Map(
    await Promise.all(
      program.brands.map(
        async ({ brand, theme }) =>
          [brand.id, await loadFont(ROOT, theme.font)] as const,
      ),
    ),
  );
  const verbatim = { "safe-url.ts": "export {};\n" };
  const api = readSchemaDir(ROOT, "api");
  return {
    program,
    files: emit(program, {
      environment,
      api,
      types: await emitTypes(environment.language, api),
      call: readCallFacts(ROOT),
      verbatim,
      fonts,
    }),
  };
}

describe("the content of funnels/", () => {
  let first: Awaited<ReturnType<typeof compileAndEmit>>;
  let second: Awaited<ReturnType<typeof compileAndEmit>>;
  beforeAll(async () => {
    first = await compileAndEmit();
    second = await compileAndEmit();
    // Two compilations of every brand take longer on a busy machine than a hook is given.
  }, 60_000);

  test("gives the same bytes twice", () => {
    expect(second.files.length).toBeGreaterThan(10);
    expect(second.files).toEqual(first.files);
  });

  test("gives files in order, each once", () => {
    const names = first.files.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)].sort());
  });

  test("holds nothing that could leave a script element or end a line early", () => {
    for (const { name, content } of first.files) {
      if (!name.startsWith("brands/") || name.endsWith(".css")) continue;
      expect([name, /<\/|<script|<!--/i.test(content)]).toEqual([name, false]);
      expect([name, SEPARATORS.test(content)]).toEqual([name, false]);
    }
  });

  test("comes out of its modules as it went in", async () => {
    for (const { funnel } of first.program.funnels) {
      const file = first.files.find(
        ({ name }) => name === `brands/${funnel.brand}/${funnel.id}.ts`,
      );
      const module = await run(file ?? { name: "", content: "" });
      // Its products say besides which of them the brand sells again.
      const { products } = Object(module["funnel"]);
      expect(Object.keys(products)).toEqual(Object.keys(funnel.products));
      expect({ ...Object(module["funnel"]), products: {} }).toEqual({
        ...funnel,
        products: {},
      });
      expect(products).toMatchObject(funnel.products);
    }
  });
});

test("a brand without products and pages is emitted all the same", async () => {
  const text =
    baseFiles.find(({ name }) => name === "demo/brand.yaml")?.text ?? "";
  const quiz = {
    name: "demo/quiz.yaml",
    text: quizText("- { id: a, ask: A?, options: [Yes, No] }"),
  };
  const { program } = compileWith(
    { name: "demo/brand.yaml", text: text.replace(/products:[\s\S]*$/, "") },
    quiz,
  );
  if (program === null) throw new Error("refused");
  const fonts = new Map([["demo", { css: "", family: "x", preload: "" }]]);
  const files = emit(program, {
    environment: baseEnvironment,
    api: {},
    types: [],
    call: { ...readCallFacts(ROOT), read: [], limits: [] },
    verbatim: {},
    fonts,
  });
  const names = files.find(({ name }) => name === "names.ts")?.content;
  expect(names).toContain("export type ProductCode = never;");
});
