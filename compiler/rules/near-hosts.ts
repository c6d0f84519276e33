import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Path } from "../diagnostics/span.ts";
import { nearestNames } from "../diagnostics/wording.ts";
import { narrow } from "../link/narrow.ts";
import type { BrandNode } from "../link/program.ts";
import { pathOf, textsOf } from "../link/texts.ts";
import type { Source } from "../parse/source.ts";
import { data, text } from "../schema/read.ts";
import type { BrandRule } from "./rule.ts";

/** An address to write to, as it stands in a text. */
const EMAIL = /[\w.+-]+@((?:[a-z\d-]+\.)+[a-z]{2,})/gi;

/** From fewer letters, two names differ by as little as two slips. */
const SHORTEST = 6;

/** Mail to a host that is nearly the brand's own is read by nobody, or by somebody else. */
export const nearHosts: BrandRule = ({ brands, outlines, sourceOf }) =>
  brands.flatMap((node) => {
    const own = hostsOf(node);
    const funnels = outlines
      .filter(({ brand }) => brand === node.brand.id)
      .map(({ file }) => file);
    const files = [...new Set([node.source.file, ...funnels])];
    return [
      ...inSettings(node, own),
      ...files.flatMap((file) => inTexts(sourceOf(file), own)),
    ];
  });

/** The hosts of a brand, and of its product, without what stands in front of a name that was registered. */
function hostsOf({ brand, source }: BrandNode): string[] {
  const { homepageLink } = data(data(source.data).project);
  const home = text(homepageLink);
  const product = URL.canParse(home) ? [new URL(home).hostname] : [];
  return [...new Set([...brand.hosts, ...product].map(registered))];
}

function registered(host: string): string {
  return host.toLowerCase().split(".").slice(-2).join(".");
}

function inSettings(
  { source }: BrandNode,
  own: readonly string[],
): Diagnostic[] {
  const path = ["project", "supportEmail"];
  const { supportEmail } = data(data(source.data).project);
  return found(text(supportEmail), path, source, own);
}

function inTexts(source: Source, own: readonly string[]): Diagnostic[] {
  if (!source.text.includes("@")) return [];
  return textsOf(source.data).flatMap(({ text: words, place }) =>
    words.includes("@") ? found(words, pathOf(place), source, own) : [],
  );
}

function found(
  words: string,
  path: Path,
  source: Source,
  own: readonly string[],
): Diagnostic[] {
  return [...words.matchAll(EMAIL)].flatMap(([email, host = ""]) => {
    const meant = meantBy(host, own);
    if (meant === null) return [];
    const at = narrow(source, path, email);
    return [diagnose("host/near-own", at, { host, meant })];
  });
}

/** The own host that another one is a slip of the finger away from. */
function meantBy(host: string, own: readonly string[]): string | null {
  const [name = "", ending = ""] = registered(host).split(".");
  const alike = own.filter((one) => one.endsWith(`.${ending}`));
  if (name.length < SHORTEST || alike.includes(`${name}.${ending}`))
    return null;
  const { names, isOnly } = nearestNames(`${name}.${ending}`, alike);
  const [nearest] = names;
  return nearest !== undefined &&
    isOnly &&
    Math.abs(nearest.length - name.length - ending.length - 1) < 2
    ? nearest
    : null;
}
