import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { assetFile } from "./asset-files.ts";

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>';

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

function drawing(inside: string, attribute = ""): string {
  return `${SVG.replace("/>", `${attribute}>`)}${inside}</svg>`;
}

/** A picture that says it is so wide. */
function wide(png: Buffer, width: number): Buffer {
  const copy = Buffer.from(png);
  copy.writeUInt32BE(width, 16);
  return copy;
}

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "funnels-assets-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function problemOf(name: string, content: string | Uint8Array) {
  writeFileSync(join(dir, name), content);
  return assetFile(dir, name)?.problem;
}

test.each([
  ["a drawing", "a.svg", SVG, null],
  ["nothing", "a.svg", "", "empty"],
  ["a drawing called a photo", "a.webp", SVG, "mislabelled"],
  ["words called a drawing", "a.svg", "none", "mislabelled"],
  [
    "a drawing of no size",
    "a.svg",
    '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>',
    "without-size",
  ],
  ["a script", "a.svg", SVG.replace("/>", "><script/></svg>"), "scripted"],
  ["an event", "a.svg", SVG.replace("/>", ' onclick="a()"/>'), "scripted"],
  ["an event without quotes", "a.svg", drawing("", " onload=x()"), "scripted"],
  [
    "a picture from elsewhere",
    "a.svg",
    drawing('<image href="https://x.example/a.png"/>'),
    "loading",
  ],
  [
    "a style from elsewhere",
    "a.svg",
    drawing("<style>@import url(https://x.example/a.css);</style>"),
    "loading",
  ],
  [
    "a page inside",
    "a.svg",
    drawing("<foreignObject><b/></foreignObject>"),
    "loading",
  ],
  [
    "a link to a page, and one within",
    "a.svg",
    drawing('<a href="https://x.example"><use href="#b"/></a>'),
    null,
  ],
  ["half a drawing", "a.svg", drawing("<g>").slice(0, -6), "cut-off"],
  ["half a photo", "a.png", PNG.subarray(0, 40), "cut-off"],
  ["a photo", "a.png", PNG, null],
  [
    "a photo with its place",
    "a.png",
    Buffer.concat([PNG, Buffer.from('exif:GPSLatitude="51,30.4N"')]),
    "placed",
  ],
  ["a photo of 20,000 pixels", "a.png", wide(PNG, 20_000), "too-many-pixels"],
  ["words called a film", "a.mp4", "hello", "mislabelled"],
  ["a film", "a.mp4", "\0\0\0\x20ftypisom", null],
  ["words called captions", "a.vtt", "hello", "mislabelled"],
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

test("is none when it has gone since it was listed", () => {
  expect(assetFile(dir, "gone.svg")).toBeNull();
});
