import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { OpenContent } from "./open-content.ts";

const dir = realpathSync(mkdtempSync(join(tmpdir(), "open-content-")));
afterAll(() => rmSync(dir, { recursive: true }));
mkdirSync(join(dir, "real/funnels/calm"), { recursive: true });
symlinkSync(join(dir, "real"), join(dir, "link"));
const uri = (path: string) => pathToFileURL(join(dir, path)).href;
const content = () => new OpenContent(join(dir, "real/funnels"));

test.each([
  ["real/funnels/site.yaml", "site.yaml"],
  ["real/funnels/calm/brand.yaml", "calm/brand.yaml"],
  ["link/funnels/calm/new.yaml", "calm/new.yaml"],
  ["real/funnels/calm/deep/quiz.yaml", "calm/deep/quiz.yaml"],
  // What a check does not read.
  ["real/funnels/.old/brand.yaml", null],
  ["real/funnels/calm/.old/quiz.yaml", null],
  ["real/funnels/calm/deep/er/quiz.yaml", "calm/deep/er/quiz.yaml"],
  ["real/funnels/calm/notes.txt", null],
  ["real/other.yaml", null],
])("%s is %s", (path, name) => {
  expect(content().nameOf(uri(path))).toBe(name);
});

test.each([
  "untitled:Untitled-1",
  "git:/funnels/calm/brand.yaml",
  "file://share/funnels/calm/brand.yaml",
  "file:///funnels/calm%2Fbrand.yaml",
  "file:///funnels/calm/%E0%A4%A.yaml",
])("%s is no content", (address) => {
  expect(content().nameOf(address)).toBeNull();
});

test("files are called as the editor calls those that it has opened", () => {
  const opened = content();
  expect(opened.uriOf("site.yaml")).toBe(uri("real/funnels/site.yaml"));
  opened.open("calm/brand.yaml", "", uri("link/funnels/calm/brand.yaml"));
  expect(opened.uriOf("calm/brand.yaml")).toBe(
    uri("link/funnels/calm/brand.yaml"),
  );
  expect(opened.uriOf("site.yaml")).toBe(uri("link/funnels/site.yaml"));
});

test("columns of a saved file count from behind its byte-order mark", () => {
  const saved = content();
  saved.save([{ name: "site.yaml", text: "\u{feff}name: Site" }]);
  expect(saved.files().get("site.yaml")).toBe("name: Site");
});
