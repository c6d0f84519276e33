import { diagnose } from "../diagnostics/diagnostic.ts";
import { data, text } from "../schema/read.ts";
import type { FunnelRule } from "./rule.ts";
import {
  plansOf,
  sectionsWritten,
  traitsOf,
} from "../link/sections-written.ts";

/** The preset plan is one of the plans on offer. */
export const plansDefault: FunnelRule = ({ source, traits }) =>
  sectionsWritten(source).flatMap((written) => {
    const preset = traitsOf(written.section, traits)?.plans?.preset;
    if (preset === undefined) return [];
    const product = text(data(written.section)[preset]);
    const offered = plansOf(written, traits).map(({ section }) =>
      text(data(section).product),
    );
    if (product === "" || offered.includes(product)) return [];
    const at = source.span([...written.path, preset], "value");
    return [diagnose("plans/default", at, { product, plans: offered })];
  });
