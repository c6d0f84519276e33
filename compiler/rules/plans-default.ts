import { diagnose } from "../catalogue.ts";
import { data, items, text } from "../link/read.ts";
import type { Path } from "../source.ts";
import type { FunnelRule } from "./registry.ts";

/** The preset plan is one of the plans on offer. */
export const plansDefault: FunnelRule = ({ source }) => {
  const raw = data(source.data);
  const sections = [
    ...Object.entries(data(raw.shared)).map(([name, section]) => ({
      section,
      path: ["shared", name],
    })),
    ...items(raw.pages).flatMap((page, i) => [
      ...sectionsOf(page, ["pages", i]),
      ...items(data(page).aliases).flatMap((alias, n) =>
        sectionsOf(alias, ["pages", i, "aliases", n]),
      ),
      ...sectionsOf(data(data(page).experiment).b, [
        "pages",
        i,
        "experiment",
        "b",
      ]),
    ]),
  ];
  return sections.flatMap(({ section, path }) => {
    const { plans, default: preset } = data(section);
    const offered = items(plans).map((plan) => text(data(plan).product));
    const product = text(preset);
    if (data(section).section !== "plans" || preset === undefined) return [];
    if (offered.includes(product)) return [];
    const at = source.span([...path, "default"], "value");
    return [diagnose("plans/default", at, { product, plans: offered })];
  });
};

function sectionsOf(page: unknown, path: Path) {
  return items(data(page).sections).map((section, i) => ({
    section,
    path: [...path, "sections", i],
  }));
}
