import { diagnose } from "../catalogue.ts";
import { data, items } from "../link/read.ts";
import { optionValue } from "../link/options.ts";
import type { FunnelRule } from "./registry.ts";

export const duplicateOption: FunnelRule = ({ source }) => {
  const raw = data(source.data);
  const lists = [
    ...Object.entries(data(raw.optionSets)).map(([name, list]) => ({ path: ["optionSets", name], list })),
    ...[...items(raw.questions).entries()].map(([i, question]) => ({
      path: ["questions", i, "options"],
      list: data(question).options,
    })),
  ];
  return lists.flatMap(({ path, list }) => {
    const first = new Map<string, number>();
    return items(list).flatMap((option, i) => {
      const value = optionValue(option);
      const earlier = first.get(value);
      if (earlier === undefined) first.set(value, i);
      if (earlier === undefined) return [];
      const note = { message: "the first is here", at: source.span([...path, earlier], "value") };
      return [diagnose("option/duplicate-value", source.span([...path, i], "value"), { value }, [note])];
    });
  });
};
