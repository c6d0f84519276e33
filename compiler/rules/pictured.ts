import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { data, items, text } from "../schema/read.ts";
import type { SourceRule } from "./rule.ts";

/** Where choices are chosen by their pictures, each has one. */
export const pictured: SourceRule = (source) => {
  const { questions, pages, optionSets } = data(source.data);
  return Object.entries({ questions, pages }).flatMap(([part, steps]) =>
    items(steps).flatMap((step, i): Diagnostic[] => {
      const { layout, options } = data(step);
      if (layout !== "pictures") return [];
      const isOwn = Array.isArray(options);
      const list = items(isOwn ? options : data(optionSets)[text(options)]);
      const path = isOwn ? [part, i, "options"] : ["optionSets", text(options)];
      const bare = list.flatMap((choice, n) =>
        text(data(choice).picture) === "" ? [n] : [],
      );
      const isAll = list.length > 0 && bare.length === list.length;
      // The last may be for whoever wants none of them: "I would rather not say".
      const [first] = bare.filter((n) => isAll || n < list.length - 1);
      if (first === undefined) return [];
      const at = isAll
        ? source.span([part, i, "layout"], "value")
        : source.span([...path, first], "value");
      return [diagnose("option/no-picture", at, { isAll })];
    }),
  );
};
