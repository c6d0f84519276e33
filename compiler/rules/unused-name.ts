import { diagnose } from "../diagnostics/diagnostic.ts";
import { data } from "../schema/read.ts";
import type { FunnelRule } from "./rule.ts";
import { forgottenPlans, sellsNothing } from "./sells-nothing.ts";

const DECLARED = [
  { key: "optionSets", what: "option set" },
  { key: "shared", what: "shared section" },
  { key: "experiments", what: "experiment" },
  { key: "scores", what: "score" },
  { key: "codes", what: "promo code" },
] as const;

export const unusedName: FunnelRule = (node) => {
  const { source, used, codes } = node;
  const unused = DECLARED.flatMap(({ key, what }) =>
    Object.keys(data(data(source.data)[key])).flatMap((name) =>
      used.has(`${key}.${name}`) ? [] : [{ key, what, name }],
    ),
  );
  if (unused.length === 0) return [];
  // No page names a code that is typed in.
  const told = new Set(
    codes.flatMap(({ id, word }) => (word === null ? [] : [`codes.${id}`])),
  );
  // Where a page is said to sell nothing, it is told that these are there.
  const forgotten =
    sellsNothing(node).length === 0
      ? []
      : forgottenPlans(node).map(({ path }) => path.join("."));
  for (const name of forgotten) told.add(name);
  return unused.flatMap(({ key, what, name }) =>
    told.has(`${key}.${name}`)
      ? []
      : [
          diagnose("unused/name", source.span([key, name], "key"), {
            what,
            name,
          }),
        ],
  );
};
