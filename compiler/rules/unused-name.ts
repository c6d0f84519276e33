import { diagnose } from "../diagnostics/diagnostic.ts";
import { data } from "../schema/read.ts";
import type { FunnelRule } from "./rule.ts";

const DECLARED = [
  { key: "optionSets", what: "option set" },
  { key: "shared", what: "shared section" },
  { key: "experiments", what: "experiment" },
  { key: "scores", what: "score" },
  { key: "codes", what: "promo code" },
] as const;

export const unusedName: FunnelRule = ({ source, used, codes }) => {
  // No page names a code that is typed in.
  const words = new Set(
    codes.flatMap(({ id, word }) => (word === null ? [] : [`codes.${id}`])),
  );
  return DECLARED.flatMap(({ key, what }) =>
    Object.keys(data(data(source.data)[key]))
      .filter(
        (name) => !used.has(`${key}.${name}`) && !words.has(`${key}.${name}`),
      )
      .map((name) =>
        diagnose("unused/name", source.span([key, name], "key"), {
          what,
          name,
        }),
      ),
  );
};
