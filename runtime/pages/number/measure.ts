import { isOn, numberAfter, numberUpTo } from "../../../generated/grid.ts";
import type { PageProps } from "../../../generated/names.ts";
import { unitOf } from "../../core/unit.ts";

export type System = "metric" | "imperial";

/** One way to write a value down: its fields, and the way to and from what is stored. */
export interface Notation {
  readonly parts: readonly {
    readonly unit: string;
    /** What is said of one; without it, the unit. */
    readonly singular?: string;
    /** The unit in a word, for those who listen. */
    readonly label: string;
    /** Phones leave the minus out of the keyboards for numbers. */
    readonly mode: "numeric" | "decimal" | "text";
  }[];
  toStored(values: readonly number[]): number;
  fromStored(stored: number): readonly number[];
}

export interface Measure {
  readonly noun: string;
  readonly switch: Readonly<Record<System, string>>;
  readonly notations: Readonly<Record<System, Notation>>;
  readonly min: number;
  readonly max: number;
  /** The distance between two values that are taken; null where tenths are. */
  readonly step: number | null;
}

/** The zeros of keyboards: Latin, Arabic, Persian, Devanagari, Bengali, Thai. */
const ZEROS = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50];

const CM_PER_INCH = 2.54;
const KG_PER_POUND = 0.453_592_37;

const CENTIMETRES: Notation = {
  parts: [{ unit: "cm", label: "Centimetres", mode: "numeric" }],
  toStored: ([cm = 0]) => tenths(cm),
  fromStored: (cm) => [tenths(cm)],
};
const FEET: Notation = {
  parts: [
    { unit: "ft", label: "Feet", mode: "numeric" },
    { unit: "in", label: "Inches", mode: "numeric" },
  ],
  toStored: ([feet = 0, inches = 0]) =>
    tenths((feet * 12 + inches) * CM_PER_INCH),
  fromStored(cm) {
    const inches = Math.round(cm / CM_PER_INCH);
    return [Math.floor(inches / 12), inches % 12];
  },
};
const KILOGRAMS: Notation = {
  parts: [{ unit: "kg", label: "Kilograms", mode: "decimal" }],
  toStored: ([kg = 0]) => tenths(kg),
  fromStored: (kg) => [tenths(kg)],
};
const POUNDS: Notation = {
  parts: [{ unit: "lb", label: "Pounds", mode: "decimal" }],
  toStored: ([pounds = 0]) => tenths(pounds * KG_PER_POUND),
  // Between tenths of a kilogram lies a quarter of a pound.
  fromStored: (kg) => [Math.round((kg / KG_PER_POUND) * 2) / 2],
};

const MEASURES: Readonly<
  Record<"height" | "weight", Omit<Measure, "min" | "max">>
> = {
  height: {
    noun: "height",
    switch: { metric: "cm", imperial: "ft, in" },
    notations: { metric: CENTIMETRES, imperial: FEET },
    step: null,
  },
  weight: {
    noun: "weight",
    switch: { metric: "kg", imperial: "lb" },
    notations: { metric: KILOGRAMS, imperial: POUNDS },
    step: null,
  },
};

/** How the question's number is written, with the bounds it must keep; one notation when nothing can be switched. */
export function measureOf(
  {
    measure,
    min,
    max,
    step = 1,
  }: Pick<PageProps["number"], "measure" | "min" | "max" | "step">,
  unit = "",
  singular = unit,
): Measure {
  const ends = { min: min ?? -Infinity, max: max ?? Infinity };
  if (measure !== "number") return { ...MEASURES[measure], ...ends };
  const plain: Notation = {
    parts: [
      {
        unit,
        singular,
        label: unit,
        mode: keyboardOf(min, step),
      },
    ],
    toStored: ([value = 0]) => value,
    fromStored: (value) => [value],
  };
  return {
    noun: "number",
    switch: { metric: unit, imperial: unit },
    notations: { metric: plain, imperial: plain },
    ...ends,
    step,
  };
}

export type Reading =
  | { readonly kind: "empty" }
  | { readonly kind: "wrong" }
  | { readonly kind: "value"; readonly stored: number };

/** What the typed fields say. A second field may stay empty: 6 ft is 6 ft 0 in. */
export function read(notation: Notation, typed: readonly string[]): Reading {
  if (typed.every((text) => text.trim() === "")) return { kind: "empty" };
  const values = notation.parts.map((_, index) => {
    const text = typed[index] ?? "";
    return index > 0 && text.trim() === "" ? 0 : parse(text);
  });
  const known = values.filter((value) => value !== null);
  if (known.length < values.length) return { kind: "wrong" };
  return { kind: "value", stored: notation.toStored(known) };
}

/** A stored value as the fields show it. */
export function write(notation: Notation, stored: number): readonly string[] {
  return notation.fromStored(stored).map(String);
}

/** What is wrong with a reading, in words and in the units on screen; null when it fits. */
export function fault(
  reading: Reading,
  measure: Measure,
  notation: Notation,
): string | null {
  const { noun, min, max } = measure;
  const known = noun === "number" ? "a number" : `your ${noun}`;
  if (reading.kind === "empty") return `Please enter ${known}.`;
  if (reading.kind === "wrong") {
    const example = notation.fromStored(middle(min, max))[0] ?? 1;
    return `Please use digits only, such as ${example}.`;
  }
  if (reading.stored >= min && reading.stored <= max)
    return betweenSteps(reading.stored, measure);
  const most = () => spoken(notation, within(notation, max, -1));
  if (min === -Infinity) return `Please enter a ${noun} up to ${most()}.`;
  const least = within(notation, min, 1);
  if (max === Infinity)
    return `Please enter a ${noun} from ${spoken(notation, least)} on.`;
  // One unit is said once, behind both; feet and inches with each.
  const from =
    notation.parts.length > 1
      ? spoken(notation, least)
      : notation.fromStored(least).join();
  return `Please enter a ${noun} between ${from} and ${most()}.`;
}

/** What is wrong with a number that lies between two that are taken; null when it is one of them. */
function betweenSteps(
  stored: number,
  { min, max, step }: Measure,
): string | null {
  if (step === null) return null;
  const first = Number.isFinite(min) ? min : null;
  const grid = { first, last: max, by: step };
  if (isOn(stored, grid)) return null;
  const [below, above] = [numberUpTo(stored, grid), numberAfter(stored, grid)];
  const near = above > max ? `${below}` : `${below} or ${above}`;
  return step === 1 && Number.isInteger(first ?? 0)
    ? `Please enter a whole number, such as ${near}.`
    : `Please enter a number in steps of ${step}, such as ${near}.`;
}

/** A bound as it can be typed: in other units it lies between two values, of which one is refused. */
function within(notation: Notation, bound: number, inward: 1 | -1): number {
  const values = notation.fromStored(bound);
  const nearest = notation.toStored(values);
  if ((nearest - bound) * inward >= 0) return nearest;
  const last = values.at(-1) ?? 0;
  return notation.toStored([
    ...values.slice(0, -1),
    inward === 1 ? Math.floor(last) + 1 : Math.ceil(last) - 1,
  ]);
}

/** Whether a number is one that most visitors can mean; all are where the question says nothing. */
export function isPlausible(
  stored: number,
  { min = -Infinity, max = Infinity }: { min?: number; max?: number } = {},
): boolean {
  return stored >= min && stored <= max;
}

/** A stored value in the units on screen, in one piece: "5 ft 8 in". */
export function spoken(notation: Notation, stored: number): string {
  const values = notation.fromStored(stored);
  return notation.parts
    .map(({ unit, singular }, index) => {
      const value = values[index] ?? 0;
      return `${value}\u00a0${unitOf(value, { unit, singular })}`.trim();
    })
    .join("\u00a0");
}

function middle(min: number, max: number): number {
  const low = Number.isFinite(min) ? min : 1;
  return Math.round((low + (Number.isFinite(max) ? max : low + 10)) / 2);
}

function keyboardOf(
  min: number | undefined,
  step: number,
): Notation["parts"][number]["mode"] {
  if (min !== undefined && min < 0) return "text";
  return Number.isInteger(step) ? "numeric" : "decimal";
}

/** Takes a decimal point or comma, and commas between thousands, in the digits of any keyboard. */
function parse(text: string): number | null {
  const plain = inLatinDigits(text).trim();
  const dotted = /^[1-9]\d{0,2}(,\d{3})+$/.test(plain)
    ? plain.replaceAll(",", "")
    : plain.replace(",", ".");
  return /^-?\d{1,9}(\.\d{1,4})?$/.test(dotted) ? Number(dotted) : null;
}

/** Keyboards write １７２．５ in East Asia, ١٧٢٫٥ in Arabic, ۱۷۲٫۵ in Persian, १७२.५ in Hindi. */
function inLatinDigits(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll("\u066b", ".")
    .replaceAll("\u2212", "-")
    .replaceAll(/[\u066c\p{Cf}]/gu, "")
    .replaceAll(/\p{Nd}/gu, (digit) => {
      const code = digit.codePointAt(0) ?? 0;
      const zero = ZEROS.filter((first) => first <= code).at(-1) ?? 0;
      return code - zero < 10 ? String(code - zero) : digit;
    });
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
