import { hash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ChangedMeanwhile } from "../workspace/system-refusal.ts";
import { placeAssets, placer } from "./build-context.ts";

const folder = mkdtempSync(join(tmpdir(), "placed-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a build that is over has no folder made anew by what was still at work", () => {
  const file = join(folder, "main.mjs");
  writeFileSync(file, "");
  const over = new AbortController();
  const build = join(folder, "build");
  const place = placer(build, over.signal);
  place("server/main.mjs", file, "link");
  expect(existsSync(join(build, "server/main.mjs"))).toBe(true);
  over.abort();
  rmSync(build, { recursive: true });
  expect(() => place("pages/main.mjs", file, "link")).toThrow("aborted");
  expect(existsSync(build)).toBe(false);
});

describe("pictures and fonts of the content", () => {
  const root = join(folder, "content");
  const at = (text: string) =>
    `/assets/calm/face.${hash("sha256", text).slice(0, 8)}.jpg`;
  const placed = (address: string, build: string) =>
    placeAssets(
      root,
      { [address]: "face.jpg" },
      placer(join(folder, build), new AbortController().signal),
    );
  beforeAll(() => {
    mkdirSync(root);
    writeFileSync(join(root, "face.jpg"), "a face");
  });

  test("lie in the build, where whoever saves them later changes nothing", () => {
    const copies = placed(at("a face"), "whole");
    writeFileSync(join(root, "face.jpg"), "another face");
    const copy = copies[at("a face")] ?? "";
    expect(copy).toBe(join(folder, "whole", at("a face")));
    expect(readFileSync(copy, "utf8")).toBe("a face");
  });

  test("are never served at the address of what they held before they were saved", () => {
    writeFileSync(join(root, "face.jpg"), "another face");
    expect(() => placed(at("a face"), "changed")).toThrow(
      new ChangedMeanwhile("face.jpg"),
    );
  });
});
