import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../compiler/testing/root.ts";
import { readStatements, together, unproved } from "./testing/statements.ts";

const statements = readStatements(read("docs/statements.md"));

test("every section has its statements", () => {
  const sections = new Set(statements.map(({ section }) => section[0]));
  expect([...sections].join("")).toBe("123456789");
});

test.each(statements)("$statement", ({ keeper, holders }) => {
  expect(existsSync(join(ROOT, keeper)), keeper).toBe(true);
  expect(holders).not.toEqual([]);
  for (const file of holders) {
    expect(file).toMatch(/\.test\.tsx?$/);
    expect(existsSync(join(ROOT, file)), file).toBe(true);
  }
});

describe("a statement holds", () => {
  const said = readStatements(
    "## 1. One\n\n- It is. Kept by `a.ts`, held by `a.test.ts`,\n  `b.test.ts`.\n- It was. Kept by `a.ts`.\n",
  );
  type Runs = Parameters<typeof together>[0];
  const lacking = (...runs: Runs) =>
    unproved(said, together(runs), "each change");
  const lackingAtNight = (...runs: Runs) =>
    unproved(said, together(runs), "night");
  const none = "It was: no test holds it";
  const ran = { "a.test.ts": "ran", "b.test.ts": "ran" } as const;

  test("only if all its tests ran", () => {
    expect(lacking(ran)).toEqual([none]);
    expect(lacking({ "a.test.ts": "ran" })).toEqual([
      "It is: b.test.ts (not run)",
      none,
    ]);
    expect(lacking({ ...ran, "a.test.ts": "skipped" })).toEqual([
      "It is: a.test.ts (skipped)",
      none,
    ]);
    expect(lacking(ran, { "b.test.ts": "failed" })).toContain(
      "It is: b.test.ts (failed)",
    );
    expect(lacking({ "a.test.ts": "skipped" }, ran)).toEqual([none]);
  });

  test("by one of them where the others are left to the night, when all have to run", () => {
    const some = { ...ran, "b.test.ts": "left to the night" } as const;
    const nothing = { ...some, "a.test.ts": "left to the night" } as const;
    const without = "It is: b.test.ts (left to the night)";
    expect(lacking(some)).toEqual([none]);
    expect(lackingAtNight(some)).toEqual([without, none]);
    expect(lackingAtNight(some, ran)).toEqual([none]);
    expect(lacking(nothing)).toEqual([
      "It is: a.test.ts (left to the night), b.test.ts (left to the night)",
      none,
    ]);
  });
});

test("what the conformance statement was tried by is there", () => {
  const named = read("docs/accessibility.md").matchAll(
    /`((?:tests|runtime|server|funnels)\/[^`]+)`/g,
  );
  const files = [...new Set([...named].map(([, file = ""]) => file))];
  expect(files.length).toBeGreaterThan(15);
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

test("the experiments of the spec are in the content", () => {
  const names = read("generated/names.ts");
  for (const name of ["AB_Test_FIT1_OTO_2", "abbib1_oto_2", "ab_dat2_oto_22"])
    expect(names).toContain(`"${name}"`);
});

function read(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}
