import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fuzz, seed } from "../testing/fuzz.ts";
import { brokenText } from "../testing/parse-cases/broken-text.ts";
import { refusedCharacters } from "./characters.ts";
import { readExact } from "./exact.ts";
import { readFast } from "./fast.ts";
import { linesOf } from "./lines.ts";
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

  test("that were understood know a place for each of their values", () => {
    fc.assert(fc.property(brokenText, expectSpans), fewer);
  });
});

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
