import { isDeepStrictEqual } from "node:util";
import { diagnose } from "../diagnostics/diagnostic.ts";
import { isAliasAt } from "../link/raw-steps.ts";
import type { FunnelRule } from "./rule.ts";
import { otherAnswer } from "./same-answers.ts";

/** The sides of an experiment differ in something; another address of a page adds nothing to what the page was told. */
export const sameSides: FunnelRule = (node) => {
  const { funnel, origins, source } = node;
  const same = funnel.steps.flatMap(({ variant, props }, i) =>
    variant !== null &&
    isDeepStrictEqual(variant.props, props) &&
    otherAnswer(node, i) === null
      ? [{ name: variant.experiment, origin: origins[i] ?? [] }]
      : [],
  );
  const told = new Set(same.map(({ origin }) => origin.join("/")));
  return same.flatMap(({ name, origin }) => {
    if (isAliasAt(origin) && told.has(origin.slice(0, -2).join("/"))) return [];
    const at = source.span([...origin, "experiment", "b"], "key");
    return [diagnose("experiment/same-sides", at, { name })];
  });
};
