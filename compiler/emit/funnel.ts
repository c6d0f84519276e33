import type { Funnel } from "../shared/contract.ts";
import { BANNER, literal, union, type EmittedFile } from "./file.ts";

/**
 * The route module of one funnel: its data, held to the names of its own steps and addresses. An edge to a step that
 * does not exist, an address that no step has or an unknown mount is an error of the type checker. `repeatable` are the
 * codes of what the brand sells again to the same visitor.
 */
export function emitFunnel(
  funnel: Funnel,
  repeatable: readonly string[] = [],
): EmittedFile {
  const { steps, ...rest } = funnel;
  const products = Object.fromEntries(
    Object.entries(funnel.products).map(([code, product]) => [
      code,
      repeatable.includes(code) ? { ...product, repeatable: true } : product,
    ]),
  );
  const head = { ...rest, products };
  // The pages of a brand are no flow: they lead to addresses.
  const isFlow = funnel.entry !== null;
  const ids = union(steps.map(({ id }) => id));
  const lines = [
    'import type { Funnel } from "../../contract.ts";',
    ...(isFlow ? [] : ['import type { Address } from "../../names.ts";']),
    "",
    "interface Names {",
    `  step: ${ids};`,
    `  target: ${isFlow ? ids : "Address"};`,
    `  mount: ${union(funnel.mounts)};`,
    `  pattern: ${union(steps.map(({ pattern }) => pattern))};`,
    `  path: ${union(steps.map(({ path }) => path))};`,
    "}",
    "",
    "export const funnel: Funnel<Names> = {",
    ...Object.entries(head).map(
      ([key, value]) => `  ${key}: ${literal(value)},`,
    ),
    "  steps: [",
    ...steps.map((step) => `    ${literal(step)},`),
    "  ],",
    "};",
  ];
  return {
    name: `brands/${funnel.brand}/${funnel.id}.ts`,
    content: `${BANNER}${lines.join("\n")}\n`,
  };
}
