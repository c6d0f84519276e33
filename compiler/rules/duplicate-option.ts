import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Span } from "../diagnostics/span.ts";
import { optionValue } from "../link/options.ts";
import { data, items, text } from "../schema/read.ts";
import type { FunnelRule } from "./rule.ts";

/** Choices are told apart at a glance, and stored apart. */
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
    const alike = sameLabels(list, (n) => source.span([...path, n], "value"));
    const first = new Map<string, number>();
    const values = items(list).map((option, i) => ({
      value: optionValue(option),
      i,
    }));
    // A value that was stored before would belong to two choices.
    const old = items(list).flatMap((option, i) =>
      items(data(option).was).map((value) => ({ value: text(value), i })),
    );
    const twice = [...values, ...old].flatMap(({ value, i }) => {
      const earlier = first.get(value);
      if (earlier === undefined) first.set(value, i);
      if (earlier === undefined) return [];
      const at = (n: number) => source.span([...path, n], "value");
      const note = { message: "first used here", at: at(earlier) };
      return [diagnose("option/duplicate-value", at(i), { value }, [note])];
    });
    const long = longLabels(list, (n) => source.span([...path, n], "value"));
    // What is stored alike because it reads alike is one mistake.
    return [...(twice.length > 0 ? twice : alike), ...long];
  });
};

/** Of more letters, a choice takes four lines or more of a phone of 320 px, and visitors compare whole paragraphs. */
const LABEL_MAX = 80;

function longLabels(list: unknown, at: (n: number) => Span): Diagnostic[] {
  return items(list).flatMap((option, i) => {
    const { length } = [...text(option, text(data(option).label)).trim()];
    if (length <= LABEL_MAX) return [];
    const most = LABEL_MAX;
    return [diagnose("option/long-label", at(i), { length, most })];
  });
}

function sameLabels(list: unknown, at: (n: number) => Span): Diagnostic[] {
  const first = new Map<string, number>();
  return items(list).flatMap((option, i) => {
    const label = text(option, text(data(option).label)).trim();
    const earlier = first.get(label);
    if (earlier === undefined) first.set(label, i);
    // Choices of pictures alone have none.
    if (earlier === undefined || label === "") return [];
    const note = { message: "first used here", at: at(earlier) };
    return [diagnose("option/same-label", at(i), { label }, [note])];
  });
}
