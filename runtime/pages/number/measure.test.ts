import { describe, expect, test } from "vitest";
import { fault, measureOf, read, write } from "./measure.ts";

const height = measureOf({ measure: "height", min: 120, max: 220 }, "");
const weight = measureOf({ measure: "weight", min: 30, max: 300 }, "");
const hours = measureOf(
  { measure: "number", min: 1, max: 16, step: 0.5 },
  "hours",
);

describe("reading", () => {
  test.each([
    [height.notations.metric, ["172"], 172],
    [height.notations.metric, [" 172,5 "], 172.5],
    [height.notations.imperial, ["5", "8"], 172.7],
    [height.notations.imperial, ["6", ""], 182.9],
    [weight.notations.metric, ["72.5"], 72.5],
    [weight.notations.imperial, ["160"], 72.6],
    [hours.notations.metric, ["7,5"], 7.5],
    [hours.notations.metric, ["1,200"], 1200],
    [hours.notations.metric, ["0,125"], 0.125],
    [hours.notations.metric, ["\u22125"], -5],
    [height.notations.metric, ["１７２．５"], 172.5],
    [height.notations.metric, ["\u200f١٧٢٫٥"], 172.5],
    [hours.notations.metric, ["١٬٢٠٠"], 1200],
    [height.notations.imperial, ["۵", "۸"], 172.7],
    [hours.notations.metric, ["१२"], 12],
  ])("%o %s is %d", (notation, typed, stored) => {
    expect(read(notation, typed)).toEqual({ kind: "value", stored });
  });

  test.each([
    [["", ""], "empty"],
    [["", "8"], "wrong"],
    [["tall", ""], "wrong"],
    [["5", "eight"], "wrong"],
    [["1e3", ""], "wrong"],
    [["Infinity", ""], "wrong"],
  ])("%o is %s", (typed, kind) => {
    expect(read(height.notations.imperial, typed).kind).toBe(kind);
  });
});

test("a value survives the way through the other system's fields", () => {
  const { imperial: feet } = height.notations;
  for (let inches = 48; inches <= 86; inches += 1) {
    const typed = [String(Math.floor(inches / 12)), String(inches % 12)];
    const reading = read(feet, typed);
    expect(reading.kind === "value" && write(feet, reading.stored)).toEqual(
      typed,
    );
  }
  const { imperial: pounds } = weight.notations;
  for (let weighed = 70; weighed <= 660; weighed += 0.5) {
    const reading = read(pounds, [String(weighed)]);
    expect(reading.kind === "value" && write(pounds, reading.stored)).toEqual([
      String(weighed),
    ]);
  }
});

test.each([
  [-30, "text"],
  [0, "numeric"],
  [undefined, "numeric"],
])("from %s on, a keyboard that can type it is shown: %s", (min, mode) => {
  const bounds = min === undefined ? {} : { min };
  const { parts } = measureOf({ measure: "number", ...bounds }).notations
    .metric;
  expect(parts[0]?.mode).toBe(mode);
});

test("tenths of a centimetre are kept", () => {
  expect(write(height.notations.metric, 172.5)).toEqual(["172.5"]);
});

test.each([
  [height, ["4", "0"], ["3", "11"]],
  [height, ["7", "2"], ["7", "3"]],
  [weight, ["67"], ["66"]],
  [weight, ["661"], ["662"]],
])(
  "the bound that is said may be typed, and no more",
  (measure, last, over) => {
    const { imperial } = measure.notations;
    expect(fault(read(imperial, last), measure, imperial)).toBeNull();
    expect(fault(read(imperial, over), measure, imperial)).not.toBeNull();
  },
);

describe("faults, in the units on screen", () => {
  test.each([
    [
      height,
      "metric",
      ["90"],
      "Please enter a height between 120 and 220\u00a0cm.",
    ],
    [
      height,
      "imperial",
      ["9", "0"],
      "Please enter a height between 4\u00a0ft\u00a00\u00a0in and 7\u00a0ft\u00a02\u00a0in.",
    ],
    [height, "metric", [""], "Please enter your height."],
    [height, "metric", ["tall"], "Please use digits only, such as 170."],
    [
      weight,
      "imperial",
      ["20"],
      "Please enter a weight between 67 and 661\u00a0lb.",
    ],
    [
      hours,
      "metric",
      ["0"],
      "Please enter a number between 1 and 16\u00a0hours.",
    ],
    [
      measureOf({ measure: "number", min: 1, max: 300 }, "things", "thing"),
      "metric",
      ["0"],
      "Please enter a number between 1 and 300\u00a0things.",
    ],
    [hours, "metric", ["7.5"], null],
    [
      hours,
      "metric",
      ["7.2"],
      "Please enter a number in steps of 0.5, such as 7 or 7.5.",
    ],
    [
      measureOf({ measure: "number", min: 0, max: 5 }),
      "metric",
      ["3.5"],
      "Please enter a whole number, such as 3 or 4.",
    ],
    [
      measureOf({ measure: "number" }),
      "metric",
      ["-0.5"],
      "Please enter a whole number, such as -1 or 0.",
    ],
    [
      measureOf({ measure: "number", min: 0.5, max: 3.5 }),
      "metric",
      ["3"],
      "Please enter a number in steps of 1, such as 2.5 or 3.5.",
    ],
    [
      measureOf({ measure: "number", max: 0.7, step: 0.1 }),
      "metric",
      ["0.3"],
      null,
    ],
    [hours, "metric", ["16"], null],
    [hours, "metric", ["1"], null],
    [
      measureOf({ measure: "number", min: 18 }, ""),
      "metric",
      ["17"],
      "Please enter a number from 18 on.",
    ],
    [
      measureOf({ measure: "number", max: 9 }, ""),
      "metric",
      ["10"],
      "Please enter a number up to 9.",
    ],
    [measureOf({ measure: "number" }, ""), "metric", ["-4"], null],
  ] as const)("%#: %s", (measure, system, typed, words) => {
    const notation = measure.notations[system];
    expect(fault(read(notation, typed), measure, notation)).toBe(words);
  });
});
