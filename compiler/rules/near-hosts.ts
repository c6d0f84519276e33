import { diagnose } from "../diagnostics/diagnostic.ts";
import { nearestNames } from "../diagnostics/wording.ts";
import { narrow } from "../link/narrow.ts";
import type { BrandNode } from "../link/program.ts";
import { data, text } from "../schema/read.ts";
import type { BrandRule } from "./rule.ts";

/** From fewer letters, two names differ by as little as two slips. */
const SHORTEST = 6;

/** Mail to a host that is nearly the brand's own is read by nobody, or by somebody else. */
export const nearHosts: BrandRule = ({ brands, outlines, sourceOf }) =>
  brands.flatMap((node) => {
    const own = hostsOf(node);
    return outlines.flatMap(({ file, mailHosts }) =>
      mailHosts.flatMap(({ host, path }) => {
        const meant = meantBy(host, own);
        if (meant === null) return [];
        const at = narrow(sourceOf(file), path, host);
        return [diagnose("host/near-own", at, { host, meant })];
      }),
    );
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
