import { expect, test } from "vitest";
import { CHAPTERS, chapterOf } from "./chapter.ts";

test.each([
  [0, 0],
  [0.16, 0],
  [0.17, 1],
  [0.5, 3],
  [0.99, CHAPTERS - 1],
  [1, CHAPTERS - 1],
])("a step at %d lies in chapter %d", (progress, chapter) => {
  expect(chapterOf(progress)).toBe(chapter);
});
