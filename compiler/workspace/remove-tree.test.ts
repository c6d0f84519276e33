import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { removeTree } from "./remove-tree.ts";

test("a folder goes with all that is in it, and nothing goes that links in it lead to", () => {
  const dir = mkdtempSync(join(tmpdir(), "funnels-remove-"));
  const [tree, other] = [join(dir, "tree"), join(dir, "other")];
  mkdirSync(join(tree, "a/b/c"), { recursive: true });
  mkdirSync(other);
  writeFileSync(join(tree, "a/b/file"), "");
  writeFileSync(join(other, "kept"), "");
  symlinkSync(other, join(tree, "a/link"));
  symlinkSync(other, join(dir, "link"));
  removeTree(tree);
  removeTree(join(dir, "link"));
  removeTree(join(dir, "nothing"));
  expect(existsSync(tree)).toBe(false);
  expect(existsSync(join(dir, "link"))).toBe(false);
  expect(existsSync(join(other, "kept"))).toBe(true);
  removeTree(join(other, "kept"));
  removeTree(dir);
  expect(existsSync(dir)).toBe(false);
});
