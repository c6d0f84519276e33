import { withoutPrefix } from "../shared/host-prefix.ts";

/** A YAML file; `name` is its path below the content root, `calm/adhd.yaml`. */
export interface ContentFile {
  readonly name: string;
  readonly text: string;
}

/** The kinds of files; each has an envelope of its own among the schemas. */
export type EnvelopeId = "site" | "brand" | "funnel";

export const SITE_FILE = "site.yaml";

/** What a file of the content is, by its name below the content root; a slip in it does not count. */
export function kindOf(name: string): EnvelopeId {
  if (/^sites?\.ya?ml$/i.test(name)) return "site";
  return /^[^/]+\/brand\.ya?ml$/i.test(name) ? "brand" : "funnel";
}

/** The folder of a file: its brand. */
export function brandOf(name: string): string {
  return name.slice(0, Math.max(0, name.indexOf("/")));
}

/** The id of a funnel by its file: `calm/adhd.yaml` is `adhd`. */
export function funnelOf(name: string): string {
  return name.slice(name.indexOf("/") + 1).replace(/\.yaml$/, "");
}

const ID = /^[a-z][a-z0-9-]*$/;

/** Names of modules that every brand has. */
const TAKEN = ["pages", "site"];
/** Folders of a build that are no brand's. */
const TAKEN_BRANDS = ["assets", "server"];

/** What to do about a file that cannot have its name; null when it can. Names become addresses and modules. */
export function renamed(name: string): string | null {
  if (name === SITE_FILE) return null;
  if (!name.endsWith(".yaml")) return "change the ending to `.yaml`";
  const brand = brandOf(name);
  const kind = kindOf(name);
  if (kind === "site") return `call the file \`${SITE_FILE}\``;
  if (kind === "brand" && !name.endsWith("/brand.yaml"))
    return "call the file `brand.yaml`, in lowercase letters";
  if (brand === "")
    return `move the file into the folder of its brand, such as \`my-brand/${name}\``;
  if (name.split("/").length > 2)
    return `move the file into the folder ${brand}/: what lies deeper is not read`;
  const id = kind === "brand" ? brand : funnelOf(name);
  if (kind === "funnel" && /\.[a-z]{2}(?:[-_][a-z]{2})?$/i.test(id))
    return "choose a name without a dot; pages are in English, other languages are not supported";
  if (!ID.test(id))
    return `use lowercase letters, digits and dashes in the name of the ${kind === "brand" ? "folder" : "file"}, and start with a letter`;
  if (id in Object.prototype) return "choose another name";
  const host = `${id}.localhost`;
  if (kind === "brand" && withoutPrefix(host) !== host)
    return "choose another name; hosts that begin like this are taken for those of another brand";
  return (kind === "funnel" ? TAKEN : TAKEN_BRANDS).includes(id)
    ? "choose another name; this one is reserved"
    : null;
}

/** The files of one brand; without a name, those that lie in no folder of a brand. */
export interface BrandFiles<F> {
  readonly id: string;
  readonly own: readonly F[];
  readonly funnels: readonly F[];
}

/** The files of a content root by what they belong to, in the order in which they come. */
export function groupFiles<F extends { readonly name: string }>(
  files: readonly F[],
): { readonly site: readonly F[]; readonly brands: readonly BrandFiles<F>[] } {
  const site: F[] = [];
  const brands = new Map<string, { id: string; own: F[]; funnels: F[] }>();
  for (const file of files) {
    const kind = kindOf(file.name);
    if (kind === "site") {
      site.push(file);
      continue;
    }
    const id = brandOf(file.name);
    const brand = brands.get(id) ?? { id, own: [], funnels: [] };
    brands.set(id, brand);
    (kind === "brand" ? brand.own : brand.funnels).push(file);
  }
  return { site, brands: [...brands.values()] };
}
