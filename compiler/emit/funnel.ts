import type { Funnel } from "../shared/contract.ts";
import { BANNER, literal, pascal, union, type EmittedFile } from "./file.ts";

/** The typed route module of one funnel: its data, its mounts, and `href()` over its routes. */
export function emitFunnel(funnel: Funnel): EmittedFile {
  const { steps, ...head } = funnel;
  const name = pascal(funnel.id);
  const lines = [
    'import type { Funnel } from "../../contract.ts";',
    "",
    "export const funnel = {",
    ...Object.entries(head).map(
      ([key, value]) => `  ${key}: ${literal(value)},`,
    ),
    "  steps: [",
    ...steps.map((step) => `    ${literal(step)},`),
    "  ],",
    "} satisfies Funnel;",
    "",
    `export type ${name}Mount = ${union(funnel.mounts)};`,
    "/** The path parameters of every route. */",
    `export interface ${name}Params {`,
    ...funnel.routes.map(
      (route) =>
        `  ${JSON.stringify(route.pattern)}: ${paramsOf(funnel, route.pattern, route.steps)};`,
    ),
    "}",
    '/** The address of a route: `href("/quiz", "{question}", { question: "start" })`. */',
    `export function href<P extends keyof ${name}Params>(mount: ${name}Mount, pattern: P, params: ${name}Params[P]): string {`,
    "  let path: string = pattern;",
    "  for (const [name, value] of Object.entries(params)) path = path.replace(`{${name}}`, String(value));",
    '  return path.startsWith("/") ? path : `${mount}/${path}`;',
    "}",
  ];
  return {
    name: `brands/${funnel.brand}/${funnel.id}.ts`,
    content: `${BANNER}${lines.join("\n")}\n`,
  };
}

function paramsOf(
  funnel: Funnel,
  pattern: string,
  steps: readonly string[],
): string {
  const parameter = /\{([^{}]*)\}/.exec(pattern);
  if (parameter === null) return "Readonly<Record<never, never>>";
  const [before, after] = [
    pattern.slice(0, parameter.index),
    pattern.slice(parameter.index + parameter[0].length),
  ];
  const values = funnel.steps
    .filter((step) => steps.includes(step.id))
    .map((step) =>
      step.path.slice(before.length, step.path.length - after.length),
    );
  return `{ readonly ${JSON.stringify(parameter[1])}: ${union(values)} }`;
}
