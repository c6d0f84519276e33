import { diagnose } from "../diagnostics/diagnostic.ts";
import { optionValue } from "../link/options.ts";
import { data, items } from "../schema/read.ts";
import type { FunnelRule } from "./rule.ts";

export const duplicateOption: FunnelRule = ({ source }) => {
  const raw = data(source.data);
  const lists = [
    ...Object.entries(data(raw.optionSets)).map(([name, list]) => ({
      path: ["optionSets", name],
      list,
    })),
    ...["questions", "pages"].flatMap((part) =>
      items(raw[part]).map((step, i) => ({
        path: [part, i, "options"],
        list: data(step).options,
      })),
    ),
  ];
  return lists.flatMap(({ path, list }) => {
    const first = new Map<string, number>();
    return items(list).flatMap((option, i) => {
      const value = optionValue(option);
      const earlier = first.get(value);
      if (earlier === undefined) first.set(value, i);
      if (earlier === undefined) return [];
      const at = (n: number) => source.span([...path, n], "value");
      const note = { message: "first used here", at: at(earlier) };
      return [diagnose("option/duplicate-value", at(i), { value }, [note])];
    });
  });
};
