import { expect, test } from "vitest";
import { CHAPTERS, chapterOf } from "../generated/chapter.ts";
import { brands, funnelsOf } from "./testing/content.ts";

/** A drawing that stands for a chapter in which no step lies would be shown to nobody. */
test.each(brands)("a quiz of %s has steps in every chapter", async (brand) => {
  const seen = new Set<number>();
  for (const { steps } of await funnelsOf(brand))
    for (const { progress } of steps)
      if (progress !== null) seen.add(chapterOf(progress));
  const empty = Array.from(Array(CHAPTERS).keys()).filter(
    (chapter) => !seen.has(chapter),
  );
  expect(
    empty,
    `no step of ${brand} lies in these of ${CHAPTERS} chapters (0 is the first), so that nobody sees their drawings: ask more questions, or spread their progress`,
  ).toEqual([]);
});
