import { codesOf } from "../link/currencies.ts";
import type { Language } from "../schema/language.ts";
import type { Program } from "../link/program.ts";
import { BANNER, union, type EmittedFile } from "./file.ts";

/** The literal unions of one compilation. */
export function emitNames(program: Program, language: Language): EmittedFile {
  const guards =
    language.envelopes.funnel.$defs?.page?.properties?.guards?.items?.enum ??
    [];
  const funnels = program.funnels.map((node) => node.key);
  const steps = program.funnels.flatMap((node) =>
    node.funnel.steps.map((step) => step.id),
  );
  const experiments = program.funnels.flatMap(
    (node) => node.funnel.experiments,
  );
  const products = program.brands.flatMap((node) => Object.keys(node.products));
  const currencies = codesOf(program.site.currencies).sort();
  const lines = [
    'export type { PageId, PageProps, Section, SectionId, SectionProps } from "./props.ts";',
    `export const CURRENCIES = ${JSON.stringify(currencies)} as const;`,
    "export type Currency = (typeof CURRENCIES)[number];",
    `export type BrandId = ${union(program.brands.map((node) => node.brand.id))};`,
    `export type FunnelKey = ${union(funnels)};`,
    `export type GuardId = ${union(guards.map(String))};`,
    `export type StepId = ${union(steps)};`,
    `export type ExperimentName = ${union(experiments)};`,
    `export type ProductCode = ${union(products)};`,
  ];
  return { name: "names.ts", content: `${BANNER}${lines.join("\n")}\n` };
}
