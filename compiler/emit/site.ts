import type { BrandNode } from "../link/program.ts";
import { BANNER, literal, type EmittedFile } from "./file.ts";

/** The site module of one brand: what every page of it knows. */
export function emitSite({ brand }: BrandNode): EmittedFile {
  const lines = [
    'import type { Brand } from "../../contract.ts";',
    "",
    "export const brand: Brand = {",
    ...Object.entries(brand).map(
      ([key, value]) => `  ${key}: ${literal(value)},`,
    ),
    "};",
  ];
  return {
    name: `brands/${brand.id}/site.ts`,
    content: `${BANNER}${lines.join("\n")}\n`,
  };
}
