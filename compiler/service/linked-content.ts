import type { Compilation } from "../compile.ts";
import { outlineOf } from "../link/outline.ts";
import type { BrandNode, FunnelNode } from "../link/program.ts";
import { brandOf } from "../parse/file-name.ts";

/** What the compiler has made of the content; of a file that it refuses now, what it last made of it. */
export interface LinkedContent {
  /** `files` are all there are; the compilation may be of some of them. */
  update(compilation: Compilation, files: ReadonlyMap<string, string>): void;
  /** The funnel of a file, or the pages of a brand's own; null where it was never understood. */
  funnelOf(file: string): FunnelNode | null;
  brandOf(brand: string): BrandNode | null;
  /** Every address of a brand that a text may lead to. */
  addressesOf(brand: string): readonly string[];
}

/** `prefix` precedes the names of files in findings. */
export function createLinkedContent(prefix: string): LinkedContent {
  const funnels = new Map<string, FunnelNode>();
  const brands = new Map<string, BrandNode>();
  return {
    update: ({ understood }, files) => {
      for (const node of understood?.brands ?? []) {
        brands.set(node.brand.id, node);
        funnels.set(nameOf(node.pages), node.pages);
      }
      for (const node of understood?.funnels ?? [])
        funnels.set(nameOf(node), node);
      for (const name of funnels.keys())
        if (!files.has(name)) funnels.delete(name);
      for (const [id, { pages }] of brands)
        if (!files.has(nameOf(pages))) brands.delete(id);
    },
    funnelOf: (file) => funnels.get(file) ?? null,
    brandOf: (brand) => brands.get(brand) ?? null,
    addressesOf: (brand) => {
      const redirects = brands.get(brand)?.redirects ?? [];
      const paths = [...funnels]
        .filter(([file]) => brandOf(file) === brand)
        .flatMap(([, node]) => outlineOf(node).addresses)
        .map(({ path }) => path);
      return [...new Set([...paths, ...redirects.map(({ from }) => from)])];
    },
  };

  function nameOf({ source }: FunnelNode): string {
    return source.file.slice(prefix.length);
  }
}
