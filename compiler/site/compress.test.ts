import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compressed, compressedForms } from "./compress.ts";

test("a script is compressed to the same bytes beside other work", async () => {
  const script = readFileSync(import.meta.filename, "utf8").repeat(40);
  const forms = compressed("a.js", script);
  expect(forms.map(([ending]) => ending)).toEqual([".br", ".gz"]);
  expect(await compressedForms("a.js", script)).toEqual(forms);
  expect(await compressedForms("a.js", "short")).toEqual([]);
});
