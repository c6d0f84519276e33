import { isDeepStrictEqual } from "node:util";
import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Path } from "../diagnostics/span.ts";
import { type Data, data, isData, items, text } from "../schema/read.ts";
import type { Source } from "../parse/source.ts";
import type { SourceRule } from "./rule.ts";

/** What a condition says twice, and what it says together with its opposite. */
export const repeatedConditions: SourceRule = (source) =>
  /\bwhen["']?:/.test(source.text) ? within(source.data, [], source) : [];

/** In the conditions below a place that is no condition itself. */
function within(value: unknown, path: Path, source: Source): Diagnostic[] {
  if (typeof value !== "object" || value === null) return [];
  return entriesOf(value).flatMap(([key, inner]) => {
    const at = [...path, key];
    if (key !== "when" || !isData(inner)) return within(inner, at, source);
    // Whom the whole condition of a step keeps away is told of the step.
    const isStep = at.length === 3 && Object.keys(inner).length === 1;
    return inCondition(inner, at, source, isStep);
  });
}

function entriesOf(value: object): [string | number, unknown][] {
  return Array.isArray(value)
    ? value.map((item: unknown, i) => [i, item])
    : Object.entries(value);
}

function inCondition(
  condition: Data,
  path: Path,
  source: Source,
  isStep: boolean,
): Diagnostic[] {
  return Object.entries(condition).flatMap(([key, value]) => {
    const at = [...path, key];
    switch (key) {
      case "any":
        return [
          ...inAny(items(value), at, source, isStep),
          ...items(value).flatMap((part, i) =>
            inCondition(data(part), [...at, i], source, false),
          ),
        ];
      case "not":
        return inCondition(data(value), at, source, false);
      case "score":
        return [];
      case "band":
        return Object.entries(data(value)).flatMap(([score, bands]) =>
          inList(items(bands), [...at, score], source),
        );
      default:
        return inList(items(value), at, source);
    }
  });
}

/** Of an answer or a band that is named twice, the second. */
function inList(
  values: readonly unknown[],
  path: Path,
  source: Source,
): Diagnostic[] {
  const written = values.map((value) => text(value));
  return written.flatMap((value, i) => {
    const first = written.indexOf(value);
    if (value === "" || first === i) return [];
    return told("answer", [...path, i], [...path, first], source);
  });
}

function inAny(
  parts: readonly unknown[],
  path: Path,
  source: Source,
  isStep: boolean,
): Diagnostic[] {
  return parts.flatMap((part, i) => {
    // A condition of nothing is told as such.
    if (isEmpty(part)) return [];
    const at = [...path, i];
    const opposite = parts.findIndex(
      (other) => isOpposite(part, other) || isOpposite(other, part),
    );
    if (!isStep && opposite !== -1 && opposite < i) {
      const note = noteOf([...path, opposite], source);
      const place = source.span(at, "value");
      return [diagnose("condition/always-met", place, undefined, [note])];
    }
    const wider = parts.findIndex(
      (other, n) =>
        n !== i &&
        !isEmpty(other) &&
        implies(part, other) &&
        (n < i || !implies(other, part)),
    );
    if (wider === -1) return [];
    const what = implies(parts[wider], part) ? "same" : "narrower";
    return told(what, at, [...path, wider], source);
  });
}

function isEmpty(condition: unknown): boolean {
  return Object.keys(data(condition)).length === 0;
}

function told(
  what: "same" | "narrower" | "answer",
  path: Path,
  other: Path,
  source: Source,
): Diagnostic[] {
  const place = source.span(path, "value");
  const note = noteOf(other, source);
  return [diagnose("condition/repeated", place, { what }, [note])];
}

function noteOf(path: Path, source: Source) {
  return { message: "the other one", at: source.span(path, "value") };
}

function isOpposite(part: unknown, other: unknown): boolean {
  const { not, ...more } = data(part);
  return (
    isData(not) &&
    Object.keys(more).length === 0 &&
    implies(not, other) &&
    implies(other, not)
  );
}

/** Whether whoever meets a condition meets another one as well, by what is written alone. */
function implies(condition: unknown, other: unknown): boolean {
  const own = data(condition);
  return Object.entries(data(other)).every(([key, wanted]) => {
    const value = own[key];
    const meetsOne = (part: unknown) =>
      items(wanted).some((one) => implies(part, one));
    if (key === "any" && meetsOne(condition)) return true;
    if (value === undefined) return false;
    switch (key) {
      case "any":
        return items(value).every(meetsOne);
      case "not":
        return implies(wanted, value);
      case "score":
      case "band":
        return Object.entries(data(wanted)).every(([id, inner]) =>
          isWithin(data(value)[id], inner),
        );
      default:
        return isWithin(value, wanted);
    }
  });
}

/** Whether all answers or numbers that one asks for are among those of the other. */
function isWithin(value: unknown, wanted: unknown): boolean {
  if (isDeepStrictEqual(value, wanted)) return true;
  if (value === undefined || isData(value) !== isData(wanted)) return false;
  if (!isData(value)) {
    const accepted = [wanted].flat().map(String);
    return [value].flat().every((one) => accepted.includes(String(one)));
  }
  const [low, high] = endsOf(value);
  const [least, most] = endsOf(wanted);
  return low >= least && high <= most;
}

function endsOf(bounds: unknown): readonly [number, number] {
  const { atLeast = -Infinity, atMost = Infinity } = data(bounds);
  return [Number(atLeast), Number(atMost)];
}
