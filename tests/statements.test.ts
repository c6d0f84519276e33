import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../compiler/testing/root.ts";

interface Statement {
  readonly section: string;
  readonly statement: string;
  readonly where: string;
  readonly tests: readonly { readonly file: string; readonly name: string }[];
}

const statements = readTable(read("docs/statements.md"));

test("every section has its statements, and every statement a test", () => {
  const sections = new Set(statements.map(({ section }) => section[0]));
  expect([...sections].join("")).toBe("3456789");
  for (const { statement, tests } of statements)
    expect(tests.length, statement).toBeGreaterThan(0);
});

test.each(statements)("$statement", ({ where, tests }) => {
  expect(existsSync(join(ROOT, where)), where).toBe(true);
  for (const { file, name } of tests)
    expect(namesIn(file), `${file} has this test`).toContain(name);
});

test("the experiments of the spec are in the content", () => {
  const names = read("generated/names.ts");
  for (const name of ["AB_Test_FIT1_OTO_2", "abbib1_oto_2", "ab_dat2_oto_22"])
    expect(names).toContain(`"${name}"`);
});

function read(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}

/** Every text of a file that could be the name of a test. */
function namesIn(file: string): readonly string[] {
  const literals = read(file).matchAll(/"((?:[^"\\\n]|\\.)*)"/g);
  return [...literals].map(([, text = ""]) => text.replaceAll(/\\(.)/g, "$1"));
}

/** Rows of `| statement | where | tests |`; a test is its file in backticks and its name. */
function readTable(text: string): readonly Statement[] {
  let section = "";
  return text.split("\n").flatMap((line) => {
    section = /^## (.*)/.exec(line)?.[1] ?? section;
    const [, statement = "", where = "", tests] = line
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll("\\|", "|"));
    if (tests === undefined || !where.startsWith("`")) return [];
    return [
      {
        section,
        statement,
        where: where.replaceAll("`", ""),
        tests: [...tests.matchAll(/`([^`]+)` (.*?)(?=<br>|$)/g)].map(
          ([, file = "", name = ""]) => ({ file, name }),
        ),
      },
    ];
  });
}
