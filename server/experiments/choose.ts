import { createHash } from "node:crypto";
import type { ServerExperiment } from "../../generated/server-contract.ts";
import { funnelAt, type SiteBrand } from "../site.ts";

const STEPS = 2 ** 48;

/**
 * The side of an experiment for a device (or any other lasting name): always the same one, and over many devices as
 * often as its weight says. Experiments divide independently of each other.
 */
export function chooseComponent(
  brand: string,
  { name, variants }: ServerExperiment,
  device: string,
): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([brand, name, device]))
    .digest();
  const total = variants.reduce((sum, { weight }) => sum + weight, 0);
  let rest = (hash.readUIntBE(0, 6) / STEPS) * total;
  for (const { component, weight } of variants) {
    rest -= weight;
    if (rest < 0) return component;
  }
  return variants.at(-1)?.component ?? "";
}

/** An experiment of the brand by its name; null when there is none, or it has no such side. */
export function findExperiment(
  brand: SiteBrand,
  name: string,
  component: string,
): ServerExperiment | null {
  const experiment = brand.experiments.find((one) => one.name === name);
  const known = experiment?.variants.some((one) => one.component === component);
  return experiment !== undefined && known === true ? experiment : null;
}

/** The experiments of the funnel that a page belongs to, by its path. */
export function experimentsOfPage(
  brand: SiteBrand,
  path: string,
): readonly ServerExperiment[] {
  const funnel = funnelAt(brand, path);
  return brand.experiments.filter(({ mounts }) =>
    mounts.some((mount) => funnel?.mounts.includes(mount)),
  );
}

/** The experiment of the funnel at `/<segment>`, else the brand's first one. */
export function mainExperiment(
  { experiments }: SiteBrand,
  segment: string | null,
): ServerExperiment | null {
  const here = experiments.find(({ mounts }) =>
    mounts.includes(`/${segment ?? ""}`),
  );
  return here ?? experiments[0] ?? null;
}
