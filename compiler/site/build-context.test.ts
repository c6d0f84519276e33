import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { placer } from "./build-context.ts";

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
