import { expect, test } from "vitest";
import { onAxis, polygon, wrap } from "./net.ts";

test("axes start at the top and go clockwise", () => {
  const centre = { x: 100, y: 100 };
  const ends = [0, 1, 2, 3].map((i) => onAxis(i, 4, 50, centre));
  expect(polygon(ends)).toBe("100,50 150,100 100,150 50,100");
});

test.each([
  ["Rest", ["Rest"]],
  ["Wandering focus today", ["Wandering", "focus today"]],
  ["Selbstwirksamkeit im Alltag", ["Selbstwirksamkeit", "im Alltag"]],
])("%j breaks between words", (label, lines) => {
  expect(wrap(label, 13)).toEqual(lines);
});
