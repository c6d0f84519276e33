import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Path, Span } from "../diagnostics/span.ts";
import { type Choices, type Listed, listsOf } from "../link/choices.ts";
import { NONE, optionValue } from "../link/options.ts";
import { linesOf } from "../parse/lines.ts";
import type { Source } from "../parse/source.ts";
import { data, items, text } from "../schema/read.ts";
import type { FunnelRule } from "./rule.ts";

/** Choices are told apart at a glance, and stored apart; so are plans, gifts and all else that is chosen from. */
export const duplicateOption: FunnelRule = ({ source, traits }) => {
  const raw = data(source.data);
  const sets = Object.entries(data(raw.optionSets)).map(([name, list]) => ({
    path: ["optionSets", name],
    list,
  }));
  const steps = ["questions", "pages"].flatMap((part) =>
    items(raw[part]).map((step, i) => ({ step, path: [part, i] })),
  );
  const own = steps.flatMap(({ step, path }) => [
    { path: [...path, "options"], list: data(step).options },
    {
      path: [...path, "experiment", "b", "options"],
      list: data(data(data(step).experiment).b).options,
    },
  ]);
  return [
    ...[...sets, ...own].flatMap((list) => lintOptions(list, source)),
    ...steps.flatMap(({ step, path }) => {
      const name = text(data(step).options);
      const set = sets.find((one) => one.path[1] === name);
      const list = data(step).options;
      const options = set ?? { path: [...path, "options"], list };
      return besideNone(step, path, options, source);
    }),
    ...[...steps, { step: raw.shared, path: ["shared"] }]
      .flatMap(({ step, path }) => [
        ...listsOf("product", step, path),
        // Elsewhere a value is a number to read, and two may be the same.
        ...(traits.pages[text(data(step).page)]?.sends === "photo"
          ? listsOf("value", step, path)
          : []),
      ])
      .flatMap((list) => lintListed(list, source)),
  ];
};

function lintOptions({ path, list }: Listed, source: Source): Diagnostic[] {
  if (items(list).length === 0) return [];
  const at = (n: number, was: Path = []) =>
    source.span([...path, n, ...was], "value");
  const alike = sameLabels(list, at);
  const values = items(list).map((option, i) => ({
    value: optionValue(option),
    i,
    isMade: text(data(option).value) === "",
    label: labelOf(option),
  }));
  // A value that was stored before would belong to two choices.
  const old = items(list).flatMap((option, i) =>
    items(data(option).was).map((value, n) => ({
      value: text(value),
      i,
      was: n,
    })),
  );
  const twice = sameValues([...values, ...old], "value", at);
  const shown = samePictures(path, list, source);
  const long = longLabels(list, at);
  const other = otherNumbers(list, at, source);
  // What is stored alike because it reads alike is one mistake.
  return [...(twice.length > 0 ? twice : alike), ...shown, ...long, ...other];
}

/** A picture that was left from the choice that this one was copied from. */
function samePictures(path: Path, list: unknown, source: Source) {
  const first = new Map<string, number>();
  return items(list).flatMap((option, i): Diagnostic[] => {
    const picture = text(data(option).picture);
    const earlier = first.get(picture);
    if (earlier === undefined) first.set(picture, i);
    if (earlier === undefined || picture === "") return [];
    const at = (n: number) => source.span([...path, n, "picture"], "value");
    const note = { message: "first used here", at: at(earlier) };
    return [diagnose("option/same-picture", at(i), { picture }, [note])];
  });
}

interface Stored {
  readonly value: string;
  readonly i: number;
  /** Made from the label. */
  readonly isMade?: boolean;
  readonly label?: string;
  /** Which of its earlier values it is; none where it is stored now. */
  readonly was?: number;
}

function sameValues(
  values: readonly Stored[],
  key: "value" | "product",
  at: (n: number, was?: Path) => Span,
): Diagnostic[] {
  const first = new Map<string, Stored>();
  const placeOf = ({ i, was }: Stored) =>
    was === undefined ? at(i) : at(i, ["was", was]);
  return values.flatMap((stored) => {
    const { value, i, isMade = false, label = "" } = stored;
    const earlier = first.get(value);
    if (earlier === undefined) first.set(value, stored);
    if (earlier === undefined) return [];
    const isAlike = label !== "" && label === earlier.label;
    const isOwn = earlier.i === i;
    const was = stored.was === undefined ? null : { isOwn };
    const notes = isOwn
      ? []
      : [{ message: "first used here", at: placeOf(earlier) }];
    const words = { value, key, isMade, isAlike, was };
    return [diagnose("option/duplicate-value", placeOf(stored), words, notes)];
  });
}

/** The choice that excludes all others is none of them. */
function besideNone(
  step: unknown,
  path: Path,
  options: Listed,
  source: Source,
): Diagnostic[] {
  const label = text(data(step)[NONE]).trim();
  if (label === "") return [];
  // To locate it, all of the file is read once more: only for whoever is told.
  const at = () => source.span([...path, NONE], "value");
  const twin = (fits: (option: unknown) => boolean) => {
    const n = items(options.list).findIndex(fits);
    const span = () => source.span([...options.path, n], "value");
    return n === -1 ? [] : [{ message: "first used here", at: span() }];
  };
  const stored = twin((option) => optionValue(option) === NONE);
  if (stored.length > 0) {
    const words = {
      value: NONE,
      key: "value",
      isMade: false,
      isAlike: false,
      was: null,
    } as const;
    return [diagnose("option/duplicate-value", at(), words, stored)];
  }
  const read = twin((option) => labelOf(option) === label);
  return read.length === 0
    ? []
    : [diagnose("option/same-label", at(), { label }, read)];
}

function lintListed({ key, path, list }: Choices, source: Source) {
  const at = (n: number) => source.span([...path, n], "value");
  const values = items(list).map((item, i) => {
    return { value: text(data(item)[key]), i };
  });
  const twice = sameValues(values, key, at);
  // A note below the label tells two plans apart.
  return twice.length > 0
    ? twice
    : sameLabels(list, at, (item) => text(data(item).note));
}

/** Of more letters, a choice takes four lines or more of a phone of 320 px, and visitors compare whole paragraphs. */
const LABEL_MAX = 80;

function longLabels(list: unknown, at: (n: number) => Span): Diagnostic[] {
  return items(list).flatMap((option, i) => {
    const label = labelOf(option);
    // No label has more letters than units.
    if (label.length <= LABEL_MAX) return [];
    const { length } = [...label];
    if (length <= LABEL_MAX) return [];
    const most = LABEL_MAX;
    return [diagnose("option/long-label", at(i), { length, most })];
  });
}

/** Where none is in a file, positions need not be looked up. */
const OTHER_NUMBER =
  /(?:^|[\s,[])(?:\+|-?0[\dxo]|-?\.\d|-?\d+\.(?:\d*0)?(?!\d)|-?[\d.]+[eE])/m;

/** Visitors see a number as programs write it: `1.50` as 1.5, `01` as 1. */
function otherNumbers(
  list: unknown,
  at: (n: number) => Span,
  source: Source,
): Diagnostic[] {
  const hasNumbers = items(list).some((option) => typeof option === "number");
  if (!hasNumbers || !OTHER_NUMBER.test(source.text)) return [];
  const lines = linesOf(source.file, source.text);
  return items(list).flatMap((option, i) => {
    if (typeof option !== "number") return [];
    const { line, column, endColumn } = at(i);
    const written = lines.textOf(line).slice(column - 1, endColumn - 1);
    const shown = text(option);
    return written === shown
      ? []
      : [diagnose("option/other-number", at(i), { written, shown })];
  });
}

function sameLabels(
  list: unknown,
  at: (n: number) => Span,
  besideOf: (option: unknown) => string = () => "",
): Diagnostic[] {
  const first = new Map<string, number>();
  return items(list).flatMap((option, i) => {
    const label = labelOf(option);
    const seen = `${label}\n${besideOf(option)}`;
    const earlier = first.get(seen);
    if (earlier === undefined) first.set(seen, i);
    // Choices of pictures alone have none.
    if (earlier === undefined || label === "") return [];
    const note = { message: "first used here", at: at(earlier) };
    return [diagnose("option/same-label", at(i), { label }, [note])];
  });
}

function labelOf(option: unknown): string {
  return text(option, text(data(option).label)).trim();
}
