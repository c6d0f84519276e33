import type { Picture } from "../shared/contract.ts";
import { CONTENT_TYPES, OTHER_TYPE } from "../shared/delivery.ts";
import { variantWidths } from "../shared/picture-variants.ts";
import type { AssetFormat } from "../diagnostics/assets.ts";
import type { Path } from "../diagnostics/span.ts";
import type { Findings, FunnelScope } from "./scope.ts";

/** A name that is the same as a file, in an address and in generated code. */
const SERVED = /^[A-Za-z0-9][A-Za-z0-9._-]*\.[A-Za-z0-9]+$/;

/** What a file of an assets folder is, by its ending; null where browsers show nothing that ends so. */
export function assetFormat(name: string): AssetFormat | null {
  const ending = name.slice(name.lastIndexOf(".")).toLowerCase();
  const [kind] = (CONTENT_TYPES[ending] ?? OTHER_TYPE).split("/");
  if (kind === "image") return "asset";
  if (kind === "video") return "film";
  return ending === ".vtt" ? "captions" : null;
}

/** A file of the brand's assets folder, as the address it will be served at; `part` is where its name is written. */
export function linkAsset(
  name: string,
  path: Path,
  scope: Pick<FunnelScope, "id" | "assets">,
  findings: Findings,
  wanted: AssetFormat = "asset",
  part: "key" | "value" = "value",
): Picture | undefined {
  if (
    name.startsWith("/") ||
    name.includes("\\") ||
    name.split("/").includes("..") ||
    /^[a-z]+:/i.test(name)
  ) {
    findings.add("asset/outside", path, { name }, part);
    return undefined;
  }
  const info = scope.assets.read(name);
  const known = () =>
    scope.assets.names.filter((one) => assetFormat(one) === wanted);
  if (info === undefined) {
    const isEmpty = scope.assets.names.length === 0;
    findings.add(
      "asset/unknown",
      path,
      { name, known: known(), isEmpty },
      part,
    );
    return undefined;
  }
  if (!SERVED.test(name)) {
    findings.add("asset/bad-name", path, { name }, part);
    return undefined;
  }
  const format = assetFormat(name);
  if (format !== wanted) {
    findings.add(
      "asset/wrong-kind",
      path,
      {
        name,
        format,
        wanted,
        known: known(),
      },
      part,
    );
    return undefined;
  }
  const { hash, width, height, isMoving } = info;
  const widths = variantWidths(name, width, isMoving);
  return {
    src: assetUrl(scope.id, name, hash),
    width,
    height,
    ...(widths.length > 0 && { widths }),
  };
}

/** `/assets/calm/hero.1a2b3c4d.svg`: the content hash lets it be cached for good. */
function assetUrl(brand: string, name: string, hash: string): string {
  const dot = name.lastIndexOf(".");
  const [stem, ending] =
    dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  return `/assets/${brand}/${stem}.${hash}${ending}`;
}

const URL_OF_ASSET = /^\/assets\/[^/]+\/(.+)\.[0-9a-f]*(\.[A-Za-z0-9]+)$/;

/** The name of the file that is served at an address; null where it is none of the assets. */
export function assetNameOf(address: string): string | null {
  const [, stem, ending] = URL_OF_ASSET.exec(address) ?? [];
  return stem === undefined ? null : `${stem}${ending}`;
}
