import { basename, dirname } from "node:path";
import pc from "picocolors";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Span } from "../diagnostics/span.ts";
import { frame } from "./frame.ts";
import { github } from "./github.ts";
import { json } from "./json.ts";
import { pretty } from "./pretty.ts";

const at = (line: number, column: number, length: number): Span => ({
  file: "funnels/calm/adhd.yaml",
  line,
  column,
  endLine: line,
  endColumn: column + length,
});

const UNKNOWN: Diagnostic = {
  code: "page/unknown",
  severity: "error",
  message: 'no page is called "ofer"',
  hint: 'did you mean "offer"?',
  at: at(2, 7, 4),
  notes: [],
};
const UNUSED: Diagnostic = {
  code: "unused/name",
  severity: "warning",
  message: "50% sure, line\nbreak",
  at: at(1, 1, 4),
  notes: [{ message: "first here", at: at(3, 1, 2) }],
};

const TEXT = "name: Quiz\npage: ofer\nok: 1\n";
const plain = (diagnostics: Diagnostic[], files = 2) =>
  pretty(diagnostics, files, () => TEXT, pc.createColors(false));

describe("pretty", () => {
  test("names place, severity and code, shows the line, and says what to do", () => {
    expect(plain([UNKNOWN, UNUSED])).toBe(
      [
        "funnels/calm/adhd.yaml:2:7  error  page/unknown",
        'no page is called "ofer"',
        "  2 │ page: ofer",
        "    │       ^^^^",
        '→ did you mean "offer"?',
        "",
        "funnels/calm/adhd.yaml:1:1  warning  unused/name",
        "50% sure, line\nbreak",
        "  1 │ name: Quiz",
        "    │ ^^^^",
        "  funnels/calm/adhd.yaml:3:1  first here",
        "  3 │ ok: 1",
        "    │ ^^",
        "",
        "✗ 2 files checked: 1 error, 1 warning",
      ].join("\n"),
    );
  });

  test.each([
    [[], 1, "✓ 1 file checked, nothing to report"],
    [[UNUSED, UNUSED], 3, "! 3 files checked: 2 warnings"],
    [[UNKNOWN], 3, "✗ 3 files checked: 1 error"],
  ])("sums up %#", (diagnostics, files, summary) => {
    expect(plain(diagnostics, files).split("\n").at(-1)).toBe(summary);
  });

  test("does without the line of a file it does not have", () => {
    const report = pretty(
      [UNKNOWN],
      1,
      () => undefined,
      pc.createColors(false),
    );
    expect(report.split("\n")[2]).toBe('→ did you mean "offer"?');
  });
});

describe("code frames", () => {
  const framed = (line: string, column: number, length: number) =>
    frame(at(1, column, length), line, (text) => text);

  test("mark a span of several lines on its first", () => {
    const span = { ...at(1, 3, 0), endLine: 3, endColumn: 2 };
    expect(frame(span, "a: [b,\nc,\n]", (text) => text)).toEqual([
      "  1 │ a: [b,",
      "    │   ^^^^",
    ]);
  });

  test.each([
    ["at its start", 1],
    ["in the middle", 150],
    ["at its end", 296],
  ])("cut a long line around the mark: %s", (_, column) => {
    const line = `${"x".repeat(column - 1)}HERE${"y".repeat(300 - column)}`;
    const [shown = "", mark = ""] = framed(line, column, 4);
    expect(shown.length).toBeLessThan(125);
    expect(shown.slice(mark.indexOf("^"), mark.lastIndexOf("^") + 1)).toBe(
      "HERE",
    );
  });

  test("stay within the line when the mark does not", () => {
    const [shown = "", mark = ""] = framed("z".repeat(300), 200, 500);
    expect(mark.length).toBeLessThanOrEqual(shown.length);
  });

  test("show control characters instead of obeying them", () => {
    const [shown = "", mark = ""] = framed(
      "a: \u001b[31mred\u202e\u0007",
      4,
      1,
    );
    expect(shown).toBe("  1 │ a: ␛[31mred␡␇");
    expect(mark.indexOf("^")).toBe(shown.indexOf("␛"));
  });

  test("have nothing to show of an empty line or beyond the file", () => {
    expect(framed("", 1, 1)).toEqual([]);
    expect(frame(at(9, 1, 1), "one line", (text) => text)).toEqual([]);
  });
});

test("json is the contract, whole and unabridged", () => {
  expect(JSON.parse(json([UNKNOWN, UNUSED], 7))).toEqual({
    version: 1,
    files: 7,
    diagnostics: [
      {
        code: "page/unknown",
        severity: "error",
        message: 'no page is called "ofer"',
        hint: 'did you mean "offer"?',
        file: "funnels/calm/adhd.yaml",
        line: 2,
        column: 7,
        endLine: 2,
        endColumn: 11,
        notes: [],
      },
      {
        code: "unused/name",
        severity: "warning",
        message: "50% sure, line\nbreak",
        hint: null,
        file: "funnels/calm/adhd.yaml",
        line: 1,
        column: 1,
        endLine: 1,
        endColumn: 5,
        notes: [
          {
            message: "first here",
            file: "funnels/calm/adhd.yaml",
            line: 3,
            column: 1,
          },
        ],
      },
    ],
  });
});

describe("github", () => {
  beforeEach(() => vi.stubEnv("GITHUB_WORKSPACE", ""));

  test("is one workflow command a finding", () => {
    expect(github([UNKNOWN])).toBe(
      "::error file=funnels/calm/adhd.yaml,line=2,endLine=2,col=7,endColumn=11,title=page/unknown::" +
        'no page is called "ofer"%0Adid you mean "offer"?',
    );
  });

  test("escapes what would end the command or its properties", () => {
    const odd = { ...UNUSED, at: { ...UNUSED.at, file: "a,b:c%d\n.yaml" } };
    expect(github([odd])).toBe(
      "::warning file=a%2Cb%3Ac%25d%0A.yaml,line=1,endLine=1,col=1,endColumn=5,title=unused/name::" +
        "50%25 sure, line%0Abreak",
    );
  });

  test("names files from the root of the repository", () => {
    vi.stubEnv("GITHUB_WORKSPACE", dirname(process.cwd()));
    const folder = basename(process.cwd());
    expect(github([UNKNOWN])).toContain(
      `file=${folder}/funnels/calm/adhd.yaml`,
    );
  });

  test("calls an info a notice", () => {
    expect(github([{ ...UNKNOWN, severity: "info" }])).toMatch(/^::notice /);
  });
});
