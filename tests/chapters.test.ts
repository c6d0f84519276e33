import { expect, test } from "vitest";
import { CHAPTERS, chapterOf } from "../generated/chapter.ts";
import { brands, funnelsOf } from "./testing/content.ts";

/** A drawing that stands for a chapter in which no step lies would be shown to nobody. */
test.each(brands)("a quiz of %s has steps in every chapter", async (brand) => {
  const seen = new Set<number>();
  for (const { steps } of await funnelsOf(brand))
    for (const { progress } of steps)
      if (progress !== null) seen.add(chapterOf(progress));
  expect([...seen].toSorted((a, b) => a - b)).toEqual(
    Array.from(Array(CHAPTERS).keys()),
  );
});
