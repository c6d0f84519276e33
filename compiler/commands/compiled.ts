import { nearest } from "../diagnostics/wording.ts";
import type { BrandNode, Program } from "../link/program.ts";
import { funnelOf, groupFiles } from "../parse/file-name.ts";
import { pretty } from "../report/pretty.ts";
import { contentNames, prefixOf, readContent } from "../workspace/content.ts";
import { loadCompiler } from "../workspace/load-compiler.ts";

/** What a command that prints something of the content is asked for. */
export interface OfBrand {
  readonly content: string;
  readonly format: "pretty" | "json";
  readonly brand?: string;
}

/** The compiled content and the brands asked for; else an exit code, with its reason printed: 1 mistakes, 2 no such brand. */
export async function compiledOr(
  { content, brand }: OfBrand,
  root: string,
): Promise<{ program: Program; brands: readonly BrandNode[] } | 1 | 2> {
  const unknown = brand === undefined ? null : unknownBrand(content, brand);
  if (unknown !== null) {
    console.error(unknown);
    return 2;
  }
  const program = await compiled(content, root);
  if (program === null) return 1;
  const brands = program.brands.filter(
    (node) => brand === undefined || node.brand.id === brand,
  );
  return { program, brands };
}

/** The compiled content; null after mistakes, which have been printed. */
export async function compiled(
  content: string,
  root: string,
): Promise<Program | null> {
  const files = readContent(content);
  const compilation = (await loadCompiler(root, content))(files);
  const { program, diagnostics } = compilation;
  if (program !== null) return program;
  const prefix = prefixOf(content);
  const texts = new Map(files.map(({ name, text }) => [prefix + name, text]));
  console.error(pretty(diagnostics, files.length, (file) => texts.get(file)));
  return null;
}

/** Says which of some funnels, `calm/adhd`, has no file; null where each has one. */
export function unknownFunnel(
  content: string,
  names: readonly string[],
): string | null {
  const known = contentBrands(content).flatMap(({ id, funnels }) =>
    funnels.map(({ name }) => `${id}/${funnelOf(name)}`),
  );
  const unknown = names.find((name) => !known.includes(name));
  return unknown === undefined ? null : noSuch("funnel", unknown, known);
}

function unknownBrand(content: string, brand: string): string | null {
  const known = contentBrands(content).map(({ id }) => id);
  return known.includes(brand) ? null : noSuch("brand", brand, known);
}

function contentBrands(content: string) {
  const files = contentNames(content).map((name) => ({ name }));
  return groupFiles(files).brands.filter(({ id }) => id !== "");
}

function noSuch(
  what: "brand" | "funnel",
  name: string,
  known: readonly string[],
): string {
  if (known.length === 0)
    return `There is no ${what} "${name}", nor any other yet: \`npx funnels new ${what}\` makes one.`;
  const meant = nearest(name, known);
  const advice =
    meant === undefined
      ? `The ${what}s are: ${known.join(", ")}.`
      : `Did you mean "${meant}"?`;
  return `There is no ${what} "${name}". ${advice}`;
}
