import { expect } from "vitest";
import { createCompiler } from "../../compiler/compile.ts";
import { emitFunnel } from "../../compiler/emit/funnel.ts";
import { serverSite } from "../../compiler/emit/server.ts";
import { emitSite } from "../../compiler/emit/site.ts";
import type { ContentFile } from "../../compiler/parse/file-name.ts";
import {
  baseEnvironment,
  baseFiles,
  someFonts,
} from "../../compiler/testing/base-content.ts";
import { run } from "../../compiler/testing/run-module.ts";
import type { Brand, Funnel } from "../../generated/contract.ts";
import type { Site } from "../../server/site.ts";
import { readSite } from "../../server/static/build-file.ts";

/** Japan and Kuwait, added to the base tree by its content alone; a second brand sells in fewer currencies. */
export const compiled = compileTree();

function compileTree() {
  const texts = new Map(baseFiles.map(({ name, text }) => [name, text]));
  const changed = (name: string, ...pairs: readonly [string, string][]) =>
    pairs.reduce(
      (text, [from, to]) => {
        expect(text).toContain(from);
        return text.replace(from, to);
      },
      texts.get(name) ?? "",
    );
  const site = changed("site.yaml", [
    "currencies:",
    "currencies:\n  - { country: JP, symbol: ¥, region: Japan, code: JPY }\n  - { currency: KWD, symbol: KD, region: Kuwait, code: KWD }",
  ]);
  const brand = changed(
    "demo/brand.yaml",
    [
      "price: { USD: 29.99, EUR: 27.99 }",
      "price: { USD: 29.99, EUR: 27.99, JPY: 3900, KWD: 12.5 }, days: 28, renews: { everyDays: 28, price: { USD: 39.99, EUR: 37.99, JPY: 5900, KWD: 14.75 } }",
    ],
    [
      "price: { USD: 9.99, EUR: 8.99 }",
      "price: { USD: 9.99, EUR: 8.99, JPY: 1490, KWD: 3.05 }",
    ],
  );
  const fewer = changed(
    "demo/brand.yaml",
    ["products:", "currencies: [JPY, EUR]\nproducts:"],
    ["price: { USD: 29.99, EUR: 27.99 }", "price: { EUR: 27.99, JPY: 3900 }"],
    ["price: { USD: 9.99, EUR: 8.99 }", "price: { EUR: 8.99, JPY: 1490 }"],
    ["hosts: [demo.example]", "hosts: [fewer.example]"],
    ["alias: demo", "alias: fewer"],
  );
  const quiz = texts.get("demo/quiz.yaml") ?? "";
  const files: ContentFile[] = [
    { name: "site.yaml", text: site },
    { name: "demo/brand.yaml", text: brand },
    { name: "demo/quiz.yaml", text: quiz },
    { name: "fewer/brand.yaml", text: fewer },
    { name: "fewer/quiz.yaml", text: quiz },
  ];
  const { program, diagnostics } = createCompiler(baseEnvironment)(files);
  expect(diagnostics).toEqual([]);
  if (program === null) throw new Error("the content has mistakes");
  return program;
}

/** What the generated modules of a brand hold, as the runtime gets it. */
export async function emitted(
  id: string,
): Promise<{ readonly brand: Brand; readonly funnel: Funnel }> {
  const node = compiled.brands.find(({ brand }) => brand.id === id);
  const quiz = compiled.funnels.find(({ key }) => key === `${id}/quiz`);
  if (node === undefined || quiz === undefined) throw new Error(`no ${id}`);
  const { brand } = await run(emitSite(node));
  const { funnel } = await run(emitFunnel(quiz.funnel));
  return JSON.parse(JSON.stringify({ brand, funnel }));
}

/** What the server reads of it. */
export function emittedSite(): Site {
  return readSite(
    JSON.parse(JSON.stringify(serverSite(compiled, someFonts(compiled)))),
  );
}
