import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { loadBundled } from "./bundled.mjs";

const root = mkdtempSync(join(tmpdir(), "funnels-bundled-"));
afterAll(() => rmSync(root, { recursive: true }));

/** A bundle whose command line says this. */
function bundle(fingerprint: string, text: string): string {
  const dir = join(root, "node_modules/.cache/funnels/compiler", fingerprint);
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "cli.mjs"), text);
  return dir;
}

test("a bundle is loaded", async () => {
  const dir = bundle("whole", "export const main = () => 0;\n");
  const loaded = await loadBundled({ root, fingerprint: "whole" });
  expect(loaded?.main).toBeTypeOf("function");
  expect(existsSync(dir)).toBe(true);
});

test.each([
  ["that is empty", ""],
  ["that is half a file", "export const main = () =>"],
  ["that misses another file", 'export { main } from "./gone.mjs";\n'],
])("one %s is removed, to be made again", async (what, text) => {
  const dir = bundle(what, text);
  expect(await loadBundled({ root, fingerprint: what })).toBeNull();
  expect(existsSync(dir)).toBe(false);
});
