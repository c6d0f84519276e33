import { loadCompiler } from "../workspace/load-compiler.ts";
import type { BrandNode, Program } from "../link/program.ts";
import { pretty } from "../report/pretty.ts";
import { prefixOf, readContent } from "../workspace/content.ts";

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
  const files = readContent(content);
  const compilation = (await loadCompiler(root, content))(files);
  const { program, diagnostics } = compilation;
  if (program === null) {
    const prefix = prefixOf(content);
    const texts = new Map(files.map(({ name, text }) => [prefix + name, text]));
    console.error(pretty(diagnostics, files.length, (file) => texts.get(file)));
    return 1;
  }
  const brands = program.brands.filter(
    (node) => brand === undefined || node.brand.id === brand,
  );
  if (brands.length > 0) return { program, brands };
  const known = program.brands.map((node) => node.brand.id);
  console.error(
    `There is no brand "${brand}". The brands are: ${known.join(", ")}.`,
  );
  return 2;
}
