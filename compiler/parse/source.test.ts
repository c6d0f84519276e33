import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { itemMistakes } from "../testing/parse-cases/items.ts";
import { layoutMistakes } from "../testing/parse-cases/layout.ts";
import { signMistakes } from "../testing/parse-cases/signs.ts";
import { yamlCodes } from "../diagnostics/yaml.ts";
import { ROOT } from "../testing/root.ts";
import { readContent } from "../workspace/content.ts";
import { readExact } from "./exact.ts";
import { readFast } from "./fast.ts";
import { linesOf } from "./lines.ts";
import { parseSource } from "./source.ts";

/** What is said about a text, as the tables of mistakes write it. */
function told(text: string): string[] {
  const result = parseSource("f.yaml", text);
  if (result.kind === "ok") return [];
  return result.diagnostics.flatMap(({ at, code, message, hint, notes }) =>
    [
      `${at.line}:${at.column}-${at.endColumn} ${code}  ${message} / ${hint}`,
    ].concat(
      notes.map(
        ({ at: { line, column }, message: note }) =>
          `  ${line}:${column} ${note}`,
      ),
    ),
  );
}

function refused(text: string): readonly Diagnostic[] {
  const result = parseSource("f.yaml", text);
  return result.kind === "refused" ? result.diagnostics : [];
}

const mistakes = [...layoutMistakes, ...itemMistakes, ...signMistakes];

describe("mistakes", () => {
  test.each(mistakes)("%j", (text, ...findings) => {
    expect(told(text)).toEqual(findings);
  });

  test("every code has a case", () => {
    const codes = new Set(
      mistakes.flatMap(([text]) => refused(text).map(({ code }) => code)),
    );
    const limits = ["yaml/too-large", "yaml/too-deep"];
    expect(new Set([...codes, ...limits])).toEqual(
      new Set(Object.keys(yamlCodes)),
    );
  });

  test("a mistake is the same with Windows line ends and a byte-order mark", () => {
    for (const [text] of mistakes) {
      if (/\r|^\u{feff}/u.test(text)) continue;
      expect(told(`\u{feff}${text.replaceAll("\n", "\r\n")}`)).toEqual(
        told(text),
      );
    }
  });

  test("all mistakes of a file come at once, in order, each once", () => {
    const text = "a: *x\nb: 1\nb: 2\nc: @d\ne: .nan\nf: &g h\n";
    expect(refused(text).map(({ at, code }) => `${at.line} ${code}`)).toEqual([
      "1 yaml/needs-quotes",
      "3 yaml/duplicate-key",
      "4 yaml/needs-quotes",
      "5 yaml/bad-number",
      "6 yaml/anchor",
    ]);
  });

  test(
    "a file of garbage is told about in moderation",
    { tags: "long" },
    () => {
      expect(refused("\u0000\u0001\n".repeat(10_000)).length).toBe(50);
      expect(refused("a: *b\n".repeat(10_000)).length).toBe(50);
      expect(refused("]\n".repeat(10_000)).length).toBeLessThanOrEqual(50);
    },
  );
});

describe("limits", () => {
  test.each([
    ["characters", `a: ${"x".repeat(1_048_576)}\n`, "yaml/too-large"],
    ["tokens", `a: [${"1,".repeat(101_000)}]\n`, "yaml/too-large"],
    [
      "keys",
      Array.from({ length: 2_001 }, (_, i) => `k${i}: 1\n`).join(""),
      "yaml/too-large",
    ],
    ["brackets", `a: ${"[".repeat(100_000)}\n`, "yaml/too-deep"],
    ["dashes", `a:\n  ${"- ".repeat(1_200)}x\n`, "yaml/too-deep"],
    [
      "braces",
      `a: ${"{b: ".repeat(100)}1${"}".repeat(100)}\n`,
      "yaml/too-deep",
    ],
    ["colons", `${": ".repeat(50_000)}\n`, "yaml/too-deep"],
    [
      "steps",
      Array.from({ length: 200 }, (_, i) => `${" ".repeat(i)}k:\n`).join(""),
      "yaml/too-deep",
    ],
  ])("too many %s", (_, text, code) => {
    expect(refused(text).map((diagnostic) => diagnostic.code)).toEqual([code]);
  });

  test("what is just within them is read", () => {
    const keys = Array.from({ length: 2_000 }, (_, i) => `k${i}: 1\n`).join("");
    expect(refused(keys)).toEqual([]);
    expect(refused(`a: ${"[".repeat(61)}${"]".repeat(61)}\n`)).toEqual([]);
  });

  // Inputs that take some parsers minutes; here they are linear, or refused early.
  test.each([
    ["blank lines", "a:\n", "\n"],
    ["quotes", "a: ", '"'],
    ["backslashes", 'a: "', "\\"],
    ["escaped quotes", 'a: "', '\\"'],
    ["anchors", "a: ", "&a "],
    ["aliases", "", "a: *b\n"],
    ["directives", "", "%A\n"],
    ["open brackets", "", "a: [\n"],
    ["texts in brackets", "a: [", '"b" '],
    ["missing colons", "a:\n  b: 1\n", "  c\n"],
    ["lines of text", "a: >\n", "   y\n  x\n"],
    ["words", "a: ", "b c "],
  ])("many %s take no time", { tags: "long" }, (_, before, piece) => {
    const start = process.cpuUsage();
    parseSource("f.yaml", before + piece.repeat(20_000));
    expect(process.cpuUsage(start).user).toBeLessThan(4_000_000);
  });
});

/** Valid texts, their data, and whether the fast parser vouches for them. */
const accepted: readonly (readonly ["fast" | "exact", string, unknown])[] = [
  ["fast", "a: 1\n", { a: 1 }],
  ["fast", "---\na: 1\n", { a: 1 }],
  ["fast", "a: 1\r\nb:\r\n  - x\r\n", { a: 1, b: ["x"] }],
  [
    "fast",
    "a: Yes\nb: no\nc: On\nd: OFF\ne: y\n",
    { a: "Yes", b: "no", c: "On", d: "OFF", e: "y" },
  ],
  [
    "fast",
    "a: 1_000\nb: 0b1\nc: 2026-03-14\nd: 12:30\n",
    { a: "1_000", b: "0b1", c: "2026-03-14", d: "12:30" },
  ],
  [
    "fast",
    "a: true\nb: False\nc: NULL\nd: tRUE\n",
    { a: true, b: false, c: null, d: "tRUE" },
  ],
  [
    "fast",
    "a: 007\nb: 0o17\nc: 0xFF\nd: -1.5e3\ne: +.5\nf: 1.\n",
    { a: 7, b: 15, c: 255, d: -1500, e: 0.5, f: 1 },
  ],
  [
    "fast",
    "a: 18-24\nb: 1.2.3\nc: -x\nd: 1e\n",
    { a: "18-24", b: "1.2.3", c: "-x", d: "1e" },
  ],
  ["fast", "a: https://x.example/?b=c#d\n", { a: "https://x.example/?b=c#d" }],
  [
    "fast",
    'a: one, [two] {three} it\'s "four"\n',
    { a: 'one, [two] {three} it\'s "four"' },
  ],
  ["fast", "a: text # comment\nb: # comment\n  - c\n", { a: "text", b: ["c"] }],
  ["fast", "a:\n- b\n- c\nd: e\n", { a: ["b", "c"], d: "e" }],
  [
    "fast",
    "a:\n  - - b\n    - c\n  - d: e\n    f: g\n",
    { a: [["b", "c"], { d: "e", f: "g" }] },
  ],
  ["fast", "a: long\n  text\n\n  more\n", { a: "long text\nmore" }],
  [
    "fast",
    "a: 'it''s'\nb: \"say \\\"hi\\\"\\n\"\n",
    { a: "it's", b: 'say "hi"\n' },
  ],
  ["fast", 'a: "one\\_thing"\n', { a: "one\u00a0thing" }],
  ["fast", "a: |\n  b\n    c\n\n  d\ne: f\n", { a: "b\n  c\n\nd\n", e: "f" }],
  ["fast", "a: >-\n  b\n  c\n\n  d\n", { a: "b c\nd" }],
  ["fast", "a: |+\n  b\n\nc: d\n", { a: "b\n\n", c: "d" }],
  [
    "fast",
    'a: { b: 1, c: [d, "e, f", -2] }\n',
    { a: { b: 1, c: ["d", "e, f", -2] } },
  ],
  ["fast", "a: [\n  1,\n  { b: 2 },\n]\n", { a: [1, { b: 2 }] }],
  ["fast", "a: 😀 café\u00a0“x”\n", { a: "😀 café\u00a0“x”" }],
  [
    "fast",
    "a: 👩\u200d👧 ❤\ufe0f\nb: e\u00adf\u200eg\u200fh\n",
    { a: "👩\u200d👧 ❤\ufe0f", b: "e\u00adf\u200eg\u200fh" },
  ],
  [
    "fast",
    "a: [“b” c, d «e», f ’90s, „g“, ‘h’, it’s]\n",
    { a: ["“b” c", "d «e»", "f ’90s", "„g“", "‘h’", "it’s"] },
  ],
  ["fast", "a: []\nb: {}\n", { a: [], b: {} }],
  ["fast", "a.b: 1\nc/d-e: 2\n", { "a.b": 1, "c/d-e": 2 }],
  [
    "fast",
    "a: { b: https://x.example, c: [ftp://y.example/z] }\n",
    { a: { b: "https://x.example", c: ["ftp://y.example/z"] } },
  ],
  ["exact", "a: 1", { a: 1 }],
  ["exact", "a:\nb: ~\n", { a: null, b: null }],
  ["exact", "? a\n: b\n", { a: "b" }],
  ["exact", "a:\tb\n", { a: "b" }],
  ["exact", '"a b": 1\n"1": 2\n', { "a b": 1, "1": 2 }],
  ["exact", 'a: "b\n  c\\\n  d"\n', { a: "b cd" }],
  ["exact", 'a: "\\u00e9\\t"\n', { a: "é\t" }],
  ["exact", "a: [b: c, d]\n", { a: [{ b: "c" }, "d"] }],
  ["exact", "a: [10:30, d]\n", { a: ["10:30", "d"] }],
  ["exact", "a: [b, # c\n  d]\n", { a: ["b", "d"] }],
  ["exact", '{ "a": 1 }\n', { a: 1 }],
  [
    "exact",
    "a: [‘tis, it’s b’s, rock ‘n’ roll, “c “d” e”, ‘f’]\n",
    { a: ["‘tis", "it’s b’s", "rock ‘n’ roll", "“c “d” e”", "‘f’"] },
  ],
  [
    "exact",
    "a: [‘Bout,\n  dogs’, ‘tis, cats’, “b, c “d” e]\n",
    { a: ["‘Bout", "dogs’", "‘tis", "cats’", "“b", "c “d” e"] },
  ],
  ["exact", "a: |2\n   b\n", { a: " b\n" }],
  ["exact", "# only\n---\na: 1\n...\n", { a: 1 }],
  ["exact", '"<<": 1\n', { "<<": 1 }],
];

describe("data", () => {
  test.each(accepted)("%s %j", (way, text, data) => {
    const result = parseSource("f.yaml", text);
    expect(result.kind === "ok" && result.source.data).toStrictEqual(data);
    expect(readFast(text).kind).toBe(way === "fast" ? "read" : "unsure");
  });

  test("both parsers read the same", () => {
    for (const [way, text, data] of accepted) {
      if (way !== "fast") continue;
      const exact = readExact(text, linesOf("f.yaml", text));
      expect(exact.kind === "read" && exact.data).toStrictEqual(data);
    }
  });

  test("shipped content takes the fast way", () => {
    const slow = readContent(join(ROOT, "funnels")).flatMap(({ name, text }) =>
      readFast(text).kind === "unsure" ? [name] : [],
    );
    expect(slow).toEqual([]);
  });

  test("a byte-order mark is no part of the text", () => {
    const result = parseSource("f.yaml", "\u{feff}a: 1\n");
    expect(result.kind === "ok" && result.source.text).toBe("a: 1\n");
  });
});
