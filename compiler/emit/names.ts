import { codesOf } from "../link/currencies.ts";
import type { Language } from "../schema/language.ts";
import type { Program } from "../link/program.ts";
import { paymentsSchema, providersFor } from "../schema/payments.ts";
import { routeTable } from "./routes.ts";
import { BANNER, union, type EmittedFile } from "./file.ts";

/** The literal unions of one compilation. */
export function emitNames(program: Program, language: Language): EmittedFile {
  const guards =
    language.envelopes.funnel.$defs?.page?.properties?.guards?.items?.enum ??
    [];
  const funnels = [
    ...program.brands.map(({ pages }) => pages.funnel),
    ...program.funnels.map(({ funnel }) => funnel),
  ];
  const steps = funnels.flatMap((funnel) => funnel.steps);
  const products = program.brands.flatMap((node) => Object.keys(node.products));
  const methods = Object.keys(paymentsSchema(language).methods);
  const currencies = codesOf(program.site.currencies).sort();
  const lines = [
    'export type { EdgeOf, PageEdges, PageId, PageProps, PageWith, Section, SectionId, SectionProps } from "./props.ts";',
    `export const CURRENCIES = ${JSON.stringify(currencies)} as const;`,
    "export type Currency = (typeof CURRENCIES)[number];",
    `export type BrandId = ${union(program.brands.map((node) => node.brand.id))};`,
    `export type CheckoutProvider = ${union(providersFor("checkout", language.payments))};`,
    `export type SavedProvider = ${union(providersFor("saved", language.payments))};`,
    'export type SavedMethod = "reference" | SavedProvider;',
    `export type PaymentMethod = ${union(methods)};`,
    `export type GuardId = ${union(guards.map(String))};`,
    `export type StepId = ${union(steps.map(({ id }) => id))};`,
    `export type Mount = ${union(funnels.flatMap(({ mounts }) => mounts))};`,
    `export type StepPath = ${union(steps.map(({ path }) => path))};`,
    `export type StepPattern = ${union(steps.map(({ pattern }) => pattern))};`,
    "/** Every address that a page of the content may lead to. */",
    "export type Address = Plain | `${Plain}?${string}` | `${Plain}#${string}`;",
    `type Plain = ${union(["/", ...routeTable(program).map(({ path }) => path)])};`,
    "/** What an edge leads to: a step, or from a page of a brand an address. */",
    "export type Target = StepId | Address;",
    `export type ExperimentName = ${union(funnels.flatMap(({ experiments }) => experiments))};`,
    `export type ProductCode = ${union(products)};`,
  ];
  return { name: "names.ts", content: `${BANNER}${lines.join("\n")}\n` };
}
