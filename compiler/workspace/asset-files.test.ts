import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { assetFile } from "./asset-files.ts";

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>';

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "funnels-assets-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function problemOf(name: string, content: string | Uint8Array) {
  writeFileSync(join(dir, name), content);
  return assetFile(dir, name).problem;
}

test.each([
  ["a drawing", "a.svg", SVG, null],
  ["nothing", "a.svg", "", "empty"],
  ["a drawing called a photo", "a.webp", SVG, "mislabelled"],
  ["words called a drawing", "a.svg", "none", "mislabelled"],
  ["a script", "a.svg", SVG.replace("/>", "><script/></svg>"), "scripted"],
  ["an event", "a.svg", SVG.replace("/>", ' onclick="a()"/>'), "scripted"],
  ["captions", "a.vtt", "WEBVTT\n", null],
  ["a large drawing", "a.svg", SVG + " ".repeat(300_001), "too-large"],
  ["a large film", "a.mp4", new Uint8Array(12_000_001), "too-large"],
])("%s", (_what, name, content, problem) => {
  expect(problemOf(name, content)).toBe(problem);
});

test("is looked into again when it has changed, and is the same while it says the same", () => {
  expect(problemOf("a.svg", SVG)).toBeNull();
  const first = assetFile(dir, "a.svg");
  utimesSync(join(dir, "a.svg"), 1, 1);
  expect(assetFile(dir, "a.svg")).toBe(first);
  expect(problemOf("a.svg", "")).toBe("empty");
  expect(assetFile(dir, "a.svg")).not.toBe(first);
});
