import { expect, test } from "vitest";
import {
  chooseVariant,
  isForced,
  NO_EXPERIMENTS,
  readExperiments,
  variantOf,
  withVariant,
} from "./experiments.ts";

test.each([
  ["forced before stored", "b", "A", 0, "B"],
  ["forced a", "a", null, 0.9, "A"],
  ["stored before chance", null, "B", 0, "B"],
  ["the lower half", null, null, 0, "A"],
  ["up to the middle", null, null, 0.4999, "A"],
  ["from the middle on", null, null, 0.5, "B"],
  ["the upper end", null, null, 0.9999, "B"],
] as const)(
  "variant choice, 50/50: %s",
  (_, forced, stored, random, variant) => {
    expect(chooseVariant(forced, stored, () => random)).toBe(variant);
  },
);

test("setting an experiment variant also records it as lastUsedExperiment", () => {
  const set = withVariant(withVariant(NO_EXPERIMENTS, "one", "A"), "two", "B");
  expect(set).toEqual({
    variants: { one: { value: "A" }, two: { value: "B" } },
    lastUsedExperiment: { name: "two", value: "B" },
  });
  expect(readExperiments(JSON.parse(JSON.stringify(set)))).toEqual(set);
});

test("a variant that was forced stays so, in storage too", () => {
  const set = withVariant(NO_EXPERIMENTS, "one", "B", true);
  expect(set.variants).toEqual({ one: { value: "B", forced: true } });
  expect(readExperiments(JSON.parse(JSON.stringify(set)))).toEqual(set);
  expect(isForced(withVariant(set, "one", "A"), "one")).toBe(true);
  expect(isForced(withVariant(set, "two", "A"), "two")).toBe(false);
});

test("the value of lastUsedExperiment defaults to empty text", () => {
  const named = { variants: {}, lastUsedExperiment: { name: "one" } };
  expect(readExperiments(named)?.lastUsedExperiment).toEqual({
    name: "one",
    value: "",
  });
  expect(readExperiments({ variants: {} })).toEqual(NO_EXPERIMENTS);
});

test.each([null, [], "x", {}, { variants: [] }])("%j is dropped", (value) => {
  expect(readExperiments(value)).toBeNull();
});

test("a wrong variant is left out, and a prototype's name is none", () => {
  const read = readExperiments({
    variants: { one: { value: "C" }, two: "A", three: { value: "A" } },
  });
  expect(read?.variants).toEqual({ three: { value: "A" } });
  expect(variantOf(NO_EXPERIMENTS, "constructor")).toBeNull();
});
