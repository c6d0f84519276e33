import { diagnose } from "../diagnostics/diagnostic.ts";
import { data, items, text } from "../schema/read.ts";
import type { FunnelRule } from "./rule.ts";
import { sectionsWritten } from "./sections-written.ts";

/** The preset plan is one of the plans on offer. */
export const plansDefault: FunnelRule = ({ source }) =>
  sectionsWritten(source).flatMap(({ section, path }) => {
    const { plans, default: preset } = data(section);
    const offered = items(plans).map((plan) => text(data(plan).product));
    const product = text(preset);
    if (data(section).section !== "plans" || preset === undefined) return [];
    if (offered.includes(product)) return [];
    const at = source.span([...path, "default"], "value");
    return [diagnose("plans/default", at, { product, plans: offered })];
  });
