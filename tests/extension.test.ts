// @module-tag long
/** The extension for VS Code: packaged, and run with a stand-in for the editor against the real language server. */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "../compiler/testing/root.ts";

let dir = "";
let files: Readonly<Record<string, string>> = {};
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "funnels-vsix-"));
  node("editors/vscode/build.mjs", dir);
  const zipped = unzipSync(readFileSync(join(dir, "funnels.vsix")));
  files = Object.fromEntries(
    Object.entries(zipped).map(([name, bytes]) => [name, strFromU8(bytes)]),
  );
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function node(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    encoding: "utf8",
    env: { ...process.env, FOLDER: ROOT },
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

test("the package holds what its manifest names", () => {
  const manifest = JSON.parse(files["extension/package.json"] ?? "");
  expect(files).toHaveProperty([
    join("extension", manifest.main).replaceAll("\\", "/"),
  ]);
  const wanted = files["extension.vsixmanifest"] ?? "";
  expect(wanted).toContain(`Version="${manifest.version}"`);
  expect(files).toHaveProperty(["[Content_Types].xml"]);
});

test("it starts the language server, draws the map and follows the cursor", () => {
  const extension = join(dir, "extension.cjs");
  writeFileSync(extension, files["extension/dist/extension.cjs"] ?? "");
  const vscode = join(dir, "node_modules/vscode");
  mkdirSync(vscode, { recursive: true });
  cpSync(join(ROOT, "tests/lsp/vscode.cjs"), join(vscode, "index.js"));
  const said = node(
    "tests/lsp/run-extension.cjs",
    extension,
    join(ROOT, "funnels/calm/adhd.yaml"),
  );
  const { commands, panels } = JSON.parse(said);
  expect(commands).toEqual(
    expect.arrayContaining(["funnels.preview", "funnels.map", "funnels.open"]),
  );
  expect(panels["funnels.map"].html).toMatch(/<svg[^]*ADHD focus/);
  expect(panels["funnels.preview"].messages).toEqual([
    "http://calm.localhost:4173/quiz-adhd/2-area",
  ]);
});
