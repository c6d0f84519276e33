import { expect, test } from "vitest";
import { isBlank } from "./blank.ts";

test.each(["", " \n\t", "\u00a0\u3000", "\u200b\ufeff", "\u202e \u200d"])(
  "%j shows nothing",
  (text) => expect(isBlank(text)).toBe(true),
);

test.each(["a", " \u200b. ", "👩\u200d👧", "می\u200cخواهم"])(
  "%j shows something",
  (text) => expect(isBlank(text)).toBe(false),
);
