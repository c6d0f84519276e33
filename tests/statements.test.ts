import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../compiler/testing/root.ts";

interface Statement {
  readonly section: string;
  readonly statement: string;
  readonly keeper: string;
  readonly holders: readonly string[];
}

const statements = readStatements(read("docs/statements.md"));

test("every section has its statements", () => {
  const sections = new Set(statements.map(({ section }) => section[0]));
  expect([...sections].join("")).toBe("3456789");
});

test.each(statements)("$statement", ({ keeper, holders }) => {
  expect(existsSync(join(ROOT, keeper)), keeper).toBe(true);
  expect(holders).not.toEqual([]);
  for (const file of holders)
    expect(read(file), `${file} has tests`).toMatch(/\b(test|it)\b/);
});

test("the experiments of the spec are in the content", () => {
  const names = read("generated/names.ts");
  for (const name of ["AB_Test_FIT1_OTO_2", "abbib1_oto_2", "ab_dat2_oto_22"])
    expect(names).toContain(`"${name}"`);
});

function read(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}

/** Items of lists: `- <statement>. Kept by <file>, held by <test file>, <test file>.` */
function readStatements(text: string): readonly Statement[] {
  return text.split(/^## /m).flatMap((chapter) => {
    const [section = "", ...lines] = chapter.split("\n");
    const items = lines.join("\n").split(/^- /m).slice(1);
    return items.map((item) => {
      const [statement = "", files = ""] = item
        .replaceAll(/\s+/g, " ")
        .split(". Kept by ");
      const [keeper = "", ...holders] = [...files.matchAll(/`([^`]+)`/g)].map(
        ([, file = ""]) => file,
      );
      return { section, statement, keeper, holders };
    });
  });
}
