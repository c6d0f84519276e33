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
import { afterEach, expect, test, vi } from "vitest";
import { findCheckout } from "../checkout.mjs";
import { BASE_DIR } from "../testing/base-content.ts";
import { mapCommand } from "./map.ts";

const out = mkdtempSync(join(tmpdir(), "funnels-map-"));
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(out, { recursive: true, force: true });
});

test("one funnel is printed", async () => {
  const printed = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const options = { content: BASE_DIR, format: "svg" } as const;
  expect(await mapCommand("demo/quiz", options, findCheckout())).toBe(0);
  expect(String(printed.mock.calls[0]?.[0])).toMatch(/^<svg .*<\/svg>\n$/s);
});

test("one that cannot be read sends to the check", async () => {
  const content = join(out, "content");
  cpSync(BASE_DIR, content, { recursive: true });
  writeFileSync(join(content, "demo/quiz.yaml"), "steps: [");
  const refused = vi.spyOn(console, "error").mockReturnValue();
  const options = { content, format: "svg" } as const;
  expect(await mapCommand("demo/quiz", options, findCheckout())).toBe(2);
  expect(refused).toHaveBeenCalledExactlyOnceWith(
    'The funnel "demo/quiz" cannot be read: `npx funnels check` says why.',
  );
});

test("all of them go into a folder, a file each", async () => {
  const told = vi.spyOn(console, "log").mockReturnValue();
  const options = { content: BASE_DIR, format: "json", out } as const;
  expect(await mapCommand(undefined, options, findCheckout())).toBe(0);
  expect(told).toHaveBeenCalledExactlyOnceWith(`1 map is in ${out}.`);
  const map = JSON.parse(readFileSync(join(out, "demo/quiz.json"), "utf8"));
  expect(map).toMatchObject({ version: 1, key: "demo/quiz", name: "Quiz" });
});

test("where there is no funnel, it says how to make one", async () => {
  const refused = vi.spyOn(console, "error").mockReturnValue();
  mkdirSync(out);
  const options = { content: out, format: "svg" } as const;
  expect(await mapCommand("demo/quiz", options, findCheckout())).toBe(2);
  expect(refused).toHaveBeenCalledExactlyOnceWith(
    'There is no funnel "demo/quiz", nor any other yet: `npx funnels new funnel` makes one.',
  );
});

test("they do not go into a file", async () => {
  const refused = vi.spyOn(console, "error").mockReturnValue();
  const file = join(out, "maps");
  mkdirSync(out);
  writeFileSync(file, "");
  const options = { content: BASE_DIR, format: "svg", out: file } as const;
  expect(await mapCommand("demo/quiz", options, findCheckout())).toBe(2);
  expect(refused).toHaveBeenCalledExactlyOnceWith(
    `${file} is a file: name a folder for the maps.`,
  );
});
