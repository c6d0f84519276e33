import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import type { KeptParts, LintedBrand } from "../kept-parts.ts";
import type { FunnelResult } from "../link-context.ts";
import type { Environment } from "../link/environment.ts";
import type { BrandNode, FunnelNode } from "../link/program.ts";
import { type ContentFile, groupFiles } from "../parse/file-name.ts";
import { type Source, sourceLater } from "../parse/source.ts";
import type { Traits } from "../schema/traits.ts";
import { type BuildCache, keyOf, openDraft } from "../workspace/build-cache.ts";

const VALUE = "value";

/**
 * What builds before made of brands and funnels. A funnel is made of its file, the site's and its brand's files, what is
 * known of the brand's assets, and the language; a brand of the same and all of its funnels.
 *
 * @param environment what the files are compiled in: what it was read as is in the keys
 */
export function linkedParts(
  cache: BuildCache,
  fingerprint: string,
  environment: Environment,
  files: readonly ContentFile[],
): KeptParts {
  const { site, brands } = groupFiles(files);
  const { language, fonts, prefix, purpose } = environment;
  const around = JSON.stringify([language, fonts, prefix, purpose, site]);
  const owners = new Map(
    brands.flatMap(({ id, own, funnels }) => {
      const assets = environment.assets(id);
      const known = assets.names.map((name) => [name, assets.read(name)]);
      const all = JSON.stringify([id, own, known, assets.problems]);
      const owner = keyOf(fingerprint, around, all);
      return [...own, ...funnels].map(({ name }) => [name, owner] as const);
    }),
  );
  const ownerOf = (name: string) => owners.get(name) ?? "";
  const sourceOf = ({ name, text }: ContentFile) =>
    sourceLater(prefix + name, text);
  return {
    funnel(file, make) {
      const text = JSON.stringify(file);
      const key = keyOf("funnel", ownerOf(file.name), text);
      return remembered<FunnelResult, KeptFunnel>(cache, key, make, {
        pack: ({ result, node }) => ({ result, node: node && packed(node) }),
        unpack: ({ result, node }) => ({
          result,
          node: node && unpacked(node, sourceOf(file), language.traits),
        }),
      });
    },
    brand({ own, funnels }, make) {
      const file = own.at(-1);
      // Not linked, and hardly any work.
      if (file === undefined) return make();
      const text = JSON.stringify([own, funnels]);
      const key = keyOf("brand", ownerOf(file.name), text);
      return remembered<LintedBrand, KeptBrand>(cache, key, make, {
        pack: ({ node, findings }) => ({
          findings,
          node: node && {
            ...node,
            source: null,
            pages: packed(node.pages),
          },
        }),
        unpack: ({ node, findings }) => {
          const source = sourceOf(file);
          const pages = node && unpacked(node.pages, source, language.traits);
          return {
            findings,
            node: node && pages && { ...node, source, pages },
          };
        },
      });
    },
  };
}

interface KeptFunnel extends Omit<FunnelResult, "node"> {
  readonly node: Packed | null;
}

interface KeptBrand extends Omit<LintedBrand, "node"> {
  readonly node: (Omit<BrandNode, "source" | "pages"> & KeptPages) | null;
}

interface KeptPages {
  readonly source: null;
  readonly pages: Packed;
}

/** A funnel as data: what its key stands for is left out. */
interface Packed extends Omit<FunnelNode, "source" | "traits" | "variables"> {
  readonly source: null;
  readonly traits: null;
  readonly variables: readonly string[];
}

function packed(node: FunnelNode): Packed {
  const variables = node.variables();
  return { ...node, source: null, traits: null, variables };
}

function unpacked(node: Packed, source: Source, traits: Traits): FunnelNode {
  const { variables } = node;
  return { ...node, source, traits, variables: () => variables };
}

function remembered<T, Kept>(
  cache: BuildCache,
  key: string,
  make: () => T,
  form: { pack(value: T): Kept; unpack(kept: Kept): T },
): T {
  const known = cache.find(key);
  if (known !== null) {
    const kept: Kept = deserialize(readFileSync(join(known.dir, VALUE)));
    return form.unpack(kept);
  }
  const value = make();
  const draft = openDraft(cache.draftFolder());
  draft.write(VALUE, serialize(form.pack(value)));
  cache.keep(key, draft);
  return value;
}
