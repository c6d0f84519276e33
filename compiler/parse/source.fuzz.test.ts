import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fuzz, seed } from "../testing/fuzz.ts";
import { brokenText } from "../testing/parse-cases/broken-text.ts";
import { refusedCharacters } from "./characters.ts";
import { readContent } from "../workspace/content.ts";
import { ROOT } from "../testing/root.ts";
import { readExact, readTree } from "./exact.ts";
import { readFast } from "./fast.ts";
import { linesOf } from "./lines.ts";
import { locate } from "./locate.ts";
import { outlineOfPlain, outlineOfTree } from "./outline.ts";
import type { Path } from "../diagnostics/span.ts";
import { parseSource } from "./source.ts";

const many = fuzz(1_000);
const fewer = fuzz(200);

describe(`broken texts, FUZZ_SEED=${seed}`, () => {
  test("are understood or refused at a place that exists", () => {
    const anyText = fc.oneof(brokenText, fc.string({ unit: "binary" }));
    fc.assert(fc.property(anyText, expectPlaces), many);
  });

  test("that the fast parser reads are read the same by the exact one", () => {
    let read = 0;
    const check = (text: string): void => {
      const fast = readFast(text);
      if (fast.kind === "unsure") return;
      read += 1;
      expect(refusedCharacters(text)).toEqual([]);
      const exact = readExact(text, linesOf("f.yaml", text));
      expect(exact.kind === "read" && exact.data).toStrictEqual(fast.data);
    };
    fc.assert(fc.property(brokenText, check), many);
    expect(read).toBeGreaterThan(many.numRuns / 20);
  });

  test("have everything at the same place by either parser", () => {
    let outlined = 0;
    const check = (text: string): void => {
      if (expectSamePlaces(text)) outlined += 1;
    };
    fc.assert(fc.property(brokenText, check), many);
    expect(outlined).toBeGreaterThan(many.numRuns / 20);
  });

  test("that were understood know a place for each of their values", () => {
    fc.assert(fc.property(brokenText, expectSpans), fewer);
  });
});

test.each(
  readContent(join(ROOT, "funnels")).map(({ name, text }) => [name, text]),
)("%s has all at the same place by either parser", (_, text) => {
  expect(expectSamePlaces(text)).toBe(true);
});

/** False for a text that only the exact parser reads. */
function expectSamePlaces(text: string): boolean {
  const outline = outlineOfPlain(text);
  const fast = readFast(text);
  if (outline === null || fast.kind === "unsure") return false;
  const exact = outlineOfTree(readTree(text));
  const lines = linesOf("f.yaml", text);
  for (const path of [...pathsOf(fast.data, []), ["no", "such"]])
    for (const part of ["key", "value"] as const)
      expect(
        locate(outline, path, part, lines),
        `${path.join()} ${part}`,
      ).toEqual(locate(exact, path, part, lines));
  return true;
}

function expectPlaces(text: string): void {
  const result = parseSource("f.yaml", text);
  if (result.kind === "ok") return;
  expect(result.diagnostics.length).toBeGreaterThan(0);
  const lines = text.split("\n");
  for (const { at } of result.diagnostics) {
    const length = lines[at.line - 1]?.length ?? 0;
    expect(length).toBeGreaterThanOrEqual(at.column - 1);
    expect(at.endLine > at.line || at.endColumn > at.column).toBe(true);
  }
}

function expectSpans(text: string): void {
  const result = parseSource("f.yaml", text);
  if (result.kind === "refused") return;
  const { source } = result;
  const lines = source.text.split("\n").length;
  for (const path of pathsOf(source.data, []))
    for (const part of ["key", "value"] as const) {
      const span = source.span(path, part);
      expect(span.line).toBeLessThanOrEqual(lines);
      expect(span.endLine).toBeGreaterThanOrEqual(span.line);
    }
}

function pathsOf(data: unknown, path: Path): Path[] {
  if (typeof data !== "object" || data === null) return [path];
  const isList = Array.isArray(data);
  const inner = Object.entries(data).flatMap(([key, value]) =>
    pathsOf(value, path.concat(isList ? Number(key) : key)),
  );
  return [path, ...inner];
}
