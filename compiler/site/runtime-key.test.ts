import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { runtimeKey } from "./runtime-key.ts";

let root = "";
const write = (name: string, text: string, at = root) => {
  mkdirSync(dirname(join(at, name)), { recursive: true });
  writeFileSync(join(at, name), text);
};
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "funnels-runtime-"));
  for (const name of ["package.json", "tsconfig.json", "runtime/tsconfig.json"])
    write(name, "{}");
  write("runtime/main.tsx", "main();");
  write("runtime/pages/single/page.tsx", "page();");
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
  vi.unstubAllEnvs();
});

const names = (text: string) => ({ name: "names.ts", content: text });
const NAMES =
  'export const CURRENCIES = ["EUR"];\nexport type StepId = "a";\ntype Plain = "a";\n';
const key = (emitted = [names(NAMES)], fingerprint = "1", at = root) =>
  runtimeKey({ root: at, fingerprint }, emitted);

describe("the key of the runtime changes with", () => {
  test.each<[string, () => void]>([
    ["a source", () => write("runtime/main.tsx", "main(1);")],
    ["a new file", () => write("runtime/ui/new.css", "")],
    [
      "a renamed file",
      () => {
        rmSync(join(root, "runtime/pages/single/page.tsx"));
        write("runtime/pages/multi/page.tsx", "page();");
      },
    ],
    ["how packages are resolved", () => write("package.json", '{"a":1}')],
    ["how TypeScript is read", () => write("runtime/tsconfig.json", '{"a":1}')],
    ["a variable for scripts", () => vi.stubEnv("VITE_SOMETHING", "1")],
  ])("%s", (_, change) => {
    const before = key();
    change();
    expect(key()).not.toBe(before);
  });

  test("what every cache depends on, and values that are emitted", () => {
    const before = key();
    expect(key([names(NAMES)], "2")).not.toBe(before);
    expect(key([names(NAMES.replace("EUR", "USD"))])).not.toBe(before);
    const traits = { name: "traits.ts", content: "export {};" };
    expect(key([names(NAMES), traits])).not.toBe(before);
  });
});

test("it is the same for other tests, other steps and other funnels, and in another folder", () => {
  const before = key();
  write("runtime/main.test.tsx", "test();");
  write("runtime/testing/visit.ts", "visit();");
  expect(key()).toBe(before);
  const content = NAMES.replaceAll('"a"', '"a" | "b"');
  const funnel = { name: "brands/calm/adhd.ts", content: "export {};" };
  const server = { name: "server.ts", content: "export {};" };
  expect(key([names(content), funnel, server])).toBe(before);
  const moved = `${root}-moved`;
  cpSync(root, moved, { recursive: true });
  expect(key([names(NAMES)], "1", moved)).toBe(before);
  rmSync(moved, { recursive: true });
});
