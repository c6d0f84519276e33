import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Checkout } from "../checkout.mjs";
import type { BrandNode, Program } from "../link/program.ts";
import { loadCompiler } from "../workspace/load-compiler.ts";
import { type FlowMap, flowMap } from "../map/flow-map.ts";
import { mermaidMap } from "../map/mermaid.ts";
import { svgMap } from "../map/svg.ts";
import { readContent } from "../workspace/content.ts";
import { plural } from "../report/plural.ts";
import { unknownFunnel } from "./compiled.ts";

export interface MapOptions {
  readonly content: string;
  readonly format: keyof typeof ENDINGS;
  /** A folder for one file a funnel, by brand; without it the one map is printed. */
  readonly out?: string;
}

const ENDINGS = { svg: "svg", mermaid: "mmd", json: "json" } as const;

const MAY_BE_NEW = { throwIfNoEntry: false } as const;

/**
 * Draws one funnel, `calm/adhd`, or all of them; with the findings at their steps, where there are any. 2 for a funnel
 * that is not there, a folder that is a file, and for all of them without a folder.
 */
export async function mapCommand(
  funnel: string | undefined,
  { content, format, out }: MapOptions,
  { root }: Checkout,
): Promise<number> {
  const unknown =
    funnel === undefined ? null : unknownFunnel(content, [funnel]);
  if (unknown !== null) return refuse(unknown);
  if (funnel === undefined && out === undefined)
    return refuse(
      "Name a funnel, such as `calm/adhd`, or a folder for all of them: `--out maps`.",
    );
  if (out !== undefined && statSync(out, MAY_BE_NEW)?.isDirectory() === false)
    return refuse(`${out} is a file: name a folder for the maps.`);
  const files = readContent(content);
  const compilation = (await loadCompiler(root, content))(files);
  const { understood, diagnostics } = compilation;
  const nodes = (understood?.funnels ?? []).filter(
    ({ key }) => funnel === undefined || key === funnel,
  );
  if (nodes.length === 0)
    return refuse(
      funnel === undefined
        ? "No funnel can be read: `npx funnels check` says why."
        : `The funnel "${funnel}" cannot be read: \`npx funnels check\` says why.`,
    );
  for (const node of nodes) {
    const map = flowMap(node, diagnostics);
    const drawn = DRAW[format](map, brandOf(map, understood));
    if (out === undefined) process.stdout.write(drawn);
    else {
      // By brand, as the funnels are: no two have the same name.
      const file = join(out, `${node.key}.${ENDINGS[format]}`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, drawn);
    }
  }
  if (out !== undefined)
    console.log(
      `${plural(nodes.length, "map")} ${nodes.length === 1 ? "is" : "are"} in ${out}.`,
    );
  return 0;
}

const DRAW = {
  svg: (map: FlowMap, brand: BrandNode | undefined) =>
    svgMap(map, brand?.theme.colors),
  mermaid: mermaidMap,
  json: (map: FlowMap) =>
    `${JSON.stringify({ version: 1, ...map }, null, 2)}\n`,
} as const;

function brandOf({ key }: FlowMap, program: Program | null) {
  return program?.brands.find(({ brand }) => key.startsWith(`${brand.id}/`));
}

function refuse(words: string): number {
  console.error(words);
  return 2;
}
