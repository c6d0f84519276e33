import { describe, expect, test } from "vitest";
import type { Diagnostic } from "./diagnostic.ts";
import { yamlCodes } from "./parse/codes.ts";
import { readExact } from "./parse/exact.ts";
import { readFast } from "./parse/fast.ts";
import { linesOf } from "./parse/lines.ts";
import { parseSource } from "./source.ts";

/** `line:column-endColumn code  message / hint`, then the notes. */
function told(text: string): string[] {
  const result = parseSource("f.yaml", text);
  if (result.kind === "ok") return [];
  return result.diagnostics.flatMap(({ at, code, message, hint, notes }) => [
    `${at.line}:${at.column}-${at.endColumn} ${code}  ${message} / ${hint}`,
    ...notes.map(
      (note) => `  ${note.at.line}:${note.at.column} ${note.message}`,
    ),
  ]);
}

function refused(text: string): readonly Diagnostic[] {
  const result = parseSource("f.yaml", text);
  return result.kind === "refused" ? result.diagnostics : [];
}

/** A wrong text beside what is said about it. */
const mistakes: readonly (readonly [string, ...string[]])[] = [
  [
    "",
    "1:1-2 yaml/empty  the file is empty / write its content, or delete the file",
  ],
  [
    "# nothing yet\n",
    "1:1-2 yaml/empty  the file is empty / write its content, or delete the file",
  ],
  [
    "hello\n",
    "1:1-6 yaml/not-a-mapping  the file must consist of keys and values / begin with a key, a colon and a space: `name: My funnel`",
  ],
  [
    "- a\n- b\n",
    "1:1-4 yaml/not-a-mapping  the file must consist of keys and values / begin with a key, a colon and a space: `name: My funnel`",
  ],
  [
    "<html>\n<body>\n",
    "1:1-7 yaml/not-a-mapping  the file must consist of keys and values / begin with a key, a colon and a space: `name: My funnel`",
  ],
  [
    "a:\n  b: 1\n c: 2\n",
    '3:2-6 yaml/indentation  "c: 2" is not lined up with the lines it belongs to / indent it with 0 or 2 spaces, like a line above; it has 1',
  ],
  [
    "a:\n  b: 1\n    c: 2\n",
    '3:5-9 yaml/indentation  "c: 2" is indented deeper than the line it belongs beside / line it up with the keys above; if it belongs to the text above, put that whole text in quotes',
    '  2:6 "b: 1" already has a value',
  ],
  [
    "a:\n  - x\n - y\n",
    '3:2-5 yaml/indentation  "- y" is not lined up with the lines it belongs to / indent it with 0 or 2 spaces, like a line above; it has 1',
  ],
  [
    "a:\n  - x\n   - y\n",
    "3:4-5 yaml/indentation  this list item is indented deeper than the line above and would become a part of its text / line its dash up with the other dashes; if it belongs to the text, put the text in quotes",
    "  2:5 the text begins here",
  ],
  [
    "a:\n  - id: x\n   b: y\n",
    '3:4-8 yaml/indentation  "b: y" is not lined up with the lines it belongs to / indent it with 2 or 4 spaces, like a line above; it has 3',
  ],
  [
    "a:\n  - id: x\n     b: y\n",
    '3:6-10 yaml/indentation  "b: y" is indented deeper than the line it belongs beside / line it up with the keys above; if it belongs to the text above, put that whole text in quotes',
    '  2:9 "- id: x" already has a value',
  ],
  [
    "  a: 1\nb: 2\n",
    '2:1-5 yaml/indentation  "b: 2" is not lined up with the lines it belongs to / indent it with 2 spaces, like a line above; it has 0',
  ],
  [
    "text: long text\n  goes on: here\n",
    '2:3-16 yaml/indentation  "goes on: here" is indented deeper than the line it belongs beside / line it up with the keys above; if it belongs to the text above, put that whole text in quotes',
    '  1:7 "text: long text" already has a value',
  ],
  [
    "help: some long\ntext here\n",
    '2:1-10 yaml/missing-colon  a colon is missing after "text" / write "text: here"; if the line belongs to the text above, indent it deeper than the line above',
  ],
  [
    "a: 1\n- b\n",
    '2:1-4 yaml/indentation  "- b" is not lined up with the lines it belongs to / a list stands under a key: write its name and a colon on the line above',
  ],
  [
    "a: - b\n",
    '1:4-5 yaml/indentation  a list cannot begin on the line of its key / move "-" to the next line; a text that begins with a dash goes in quotes: "- b"',
  ],
  [
    "q:\n  - id: a\n    ask: b\n  id: c\n    ask: d\n",
    '4:3-8 yaml/indentation  "id: c" is not lined up with the lines it belongs to / for a new item of the list write "- id: c"; otherwise indent the line with 4 spaces',
  ],
  [
    "a: |\n    foo\n  bar\n",
    '3:3-6 yaml/indentation  "bar" is not lined up with the lines it belongs to / indent it with 0 or 4 spaces, like a line above; it has 2',
  ],
  [
    "a: 1\nb\nc: 2\n",
    '2:1-2 yaml/missing-colon  a colon is missing after "b" / write "b:"; if the line belongs to the text above, indent it deeper than the line above',
  ],
  [
    "a:\n  b 1\n  c: 2\n",
    '2:3-6 yaml/missing-colon  a colon is missing after "b" / write "b: 1"; if the line belongs to the text above, indent it deeper than the line above',
  ],
  [
    "a: 1\nb\n  c: 2\n",
    '2:1-2 yaml/missing-colon  a colon is missing after "b" / write "b:"; if the line belongs to the text above, indent it deeper than the line above',
  ],
  [
    "a:1\nb: 2\n",
    '1:1-3 yaml/missing-space  a space is missing after the colon / write "a: 1"',
  ],
  [
    "b: 2\na:1\n",
    '2:1-3 yaml/missing-space  a space is missing after the colon / write "a: 1"',
  ],
  [
    "a: { b:1, c: 2 }\n",
    '1:6-9 yaml/missing-space  a space is missing after the colon / write "b: 1"',
  ],
  [
    "b:\n  -x\n  -y\n",
    '2:3-5 yaml/missing-space  a space is missing after the dash / write "- x"; a text that begins with a dash goes in quotes',
  ],
  [
    "b:\n  - x\n  -y\n",
    '3:3-5 yaml/missing-space  a space is missing after the dash / write "- y"; a text that begins with a dash goes in quotes',
  ],
  [
    'a: ["x"#c\n]\n',
    "1:8-9 yaml/missing-space  a space is missing before # / put a space before a comment; if # belongs to the text, put the whole text in quotes",
  ],
  [
    "a:\n\tb: 1\n",
    "2:1-2 yaml/tab  the line is indented with a tab / indent with spaces, two for each level",
  ],
  [
    "a:\n  - b: 1\n  \tc: 1\n",
    "3:3-4 yaml/tab  the line is indented with a tab / indent with spaces, two for each level",
  ],
  [
    'a: "foo\nb: 2\n',
    '1:4-8 yaml/unclosed-quote  the quote that opens here is not closed / add " at the end of the text',
  ],
  [
    'a: "foo\nb: "bar"\n',
    '1:4-8 yaml/unclosed-quote  the quote that opens here is not closed / add " at the end of the text',
  ],
  [
    "a:\n  - x: 'foo\n    y: 2\n",
    "2:8-12 yaml/unclosed-quote  the quote that opens here is not closed / add ' at the end of the text; a text with an apostrophe goes in double quotes: \"it's\"",
  ],
  [
    "a: 'tis the season\nb: 1\n",
    "1:4-19 yaml/unclosed-quote  the quote that opens here is not closed / add ' at the end of the text; a text with an apostrophe goes in double quotes: \"it's\"",
  ],
  [
    "a: 'it's'\n",
    '1:4-10 yaml/needs-quotes  a text that goes on after a closing quote must stand in quotes / write "it\'s"',
  ],
  [
    'a: "Hi" she said\n',
    "1:4-17 yaml/needs-quotes  a text that goes on after a closing quote must stand in quotes / write '\"Hi\" she said'",
  ],
  [
    'a: ["it\'s" fine, b]\n',
    "1:5-16 yaml/needs-quotes  a text that goes on after a closing quote must stand in quotes / write '\"it''s\" fine'",
  ],
  [
    "a: [1, 2\nb: 2\n",
    "1:4-5 yaml/unclosed-bracket  [ is not closed / add ] at the end; a text that begins with [ goes in quotes",
  ],
  [
    "a: {x: 1\nb: 2\n",
    "1:4-5 yaml/unclosed-bracket  { is not closed / add } at the end; a text that begins with { goes in quotes",
  ],
  [
    "a: [1, 2}\nb: 2\n",
    "1:4-5 yaml/unclosed-bracket  [ is closed with } / add ] at the end; a text that begins with [ goes in quotes",
    "  1:9 closed here",
  ],
  [
    "a: [1, 2]]\nb: 2\n",
    "1:10-11 yaml/unclosed-bracket  ] closes nothing / delete it, or put the text in quotes if ] belongs to it",
  ],
  [
    "b: ]\n",
    "1:4-5 yaml/unclosed-bracket  ] closes nothing / delete it, or put the text in quotes if ] belongs to it",
  ],
  [
    'a: ["x" "y"]\n',
    "1:9-10 yaml/missing-comma  a comma is missing between two items in brackets / write [one, two] or { one: 1, two: 2 }; put a text with a colon in quotes",
  ],
  [
    "a: { b: 1 c: 2 }\n",
    "1:9-16 yaml/missing-comma  a comma is missing between two items in brackets / write [one, two] or { one: 1, two: 2 }; put a text with a colon in quotes",
  ],
  [
    "a: [1,,2]\n",
    "1:7-8 yaml/missing-comma  there is nothing before this comma / delete the comma, or write what should stand before it",
  ],
  [
    "a: 1\nb: 2\na: 3\n",
    '3:1-2 yaml/duplicate-key  "a" is given twice / keep one of the two',
    "  1:1 first here",
  ],
  [
    "a: { x: 1, x: 2 }\n",
    '1:12-13 yaml/duplicate-key  "x" is given twice / keep one of the two',
    "  1:6 first here",
  ],
  [
    "a: He said: no # note\nb: 1\n",
    '1:4-15 yaml/needs-quotes  a text with ": " inside must stand in quotes / write "He said: no"',
  ],
  [
    "a:\n  - Yes: I do: very\n",
    '2:10-20 yaml/needs-quotes  a text with ": " inside must stand in quotes / write "I do: very"',
  ],
  [
    'a: "Hi": she said\n',
    '1:4-18 yaml/needs-quotes  a text with ": " inside must stand in quotes / write \'"Hi": she said\'',
  ],
  [
    "a: @foo\n",
    '1:4-8 yaml/needs-quotes  a text that begins with @ must stand in quotes / write "@foo"',
  ],
  [
    "a: `foo`\n",
    '1:4-9 yaml/needs-quotes  a text that begins with ` must stand in quotes / write "`foo`"',
  ],
  [
    "a: % of all\n",
    '1:4-12 yaml/needs-quotes  a text that begins with % must stand in quotes / write "% of all"',
  ],
  [
    "a: , b\n",
    '1:4-7 yaml/needs-quotes  a text that begins with , must stand in quotes / write ", b"',
  ],
  [
    "a: *bold* text\n",
    '1:4-15 yaml/needs-quotes  a text that begins with * must stand in quotes / write "*bold* text"',
  ],
  [
    "a: {{ name }}, how are you?\n",
    '1:4-28 yaml/needs-quotes  a text that begins with {{ must stand in quotes / write "{{ name }}, how are you?"',
  ],
  [
    "a: [Terms](/terms) apply\n",
    '1:4-25 yaml/needs-quotes  a text that begins with [ must stand in quotes / write "[Terms](/terms) apply"',
  ],
  [
    "a: #fff\nb: 1\n",
    '1:4-8 yaml/needs-quotes  what follows # is a comment, so the key has no value / write "#fff" in quotes; a comment has a space after #',
  ],
  [
    "a: & more\n",
    '1:4-5 yaml/anchor  "&" is an anchor, and anchors are not allowed / write the value out wherever it is needed; if a text begins with &, put it in quotes: "& more"',
  ],
  [
    "a: &x { b: 1 }\nc: *x\n",
    '1:4-6 yaml/anchor  "&x" is an anchor, and anchors are not allowed / write the value out wherever it is needed; if a text begins with &, put it in quotes: "&x { b: 1 }"',
    '2:4-6 yaml/alias  "*x" repeats an anchor, and anchors are not allowed / write the value out here',
  ],
  [
    "a:\n  <<: { b: 1 }\n",
    '2:3-5 yaml/merge-key  "<<" merges mappings, and merging is not allowed / write the keys out here',
  ],
  [
    "a: !wow text\n",
    '1:4-8 yaml/tag  "!wow" is a tag, and tags are not allowed / leave it out; if a text begins with !, put it in quotes: "!wow text"',
  ],
  [
    "a: 1\n---\nb: 2\n",
    "2:1-4 yaml/several-documents  a second document begins here; a file holds one / delete the line `---` or `...`, or move what follows to a file of its own",
  ],
  [
    "a: 1\n...\nb: 2\n",
    "3:1-4 yaml/several-documents  a second document begins here; a file holds one / delete the line `---` or `...`, or move what follows to a file of its own",
  ],
  [
    "%YAML 1.1\n---\na: 1\n",
    '1:1-10 yaml/directive  "%YAML 1.1" is a directive, and directives are not allowed / delete the line',
  ],
  [
    'a: "C:\\path"\n',
    '1:7-8 yaml/bad-escape  "\\p" has no meaning in double quotes / write \\\\ for a backslash, or put the text in single quotes',
  ],
  [
    "a: |x\n  foo\n",
    '1:4-6 yaml/block-text  after | the text begins on the next line / move it there, indented; a text that begins with | goes in quotes: "|x"',
  ],
  [
    "a: > text here\n",
    '1:4-15 yaml/block-text  after > the text begins on the next line / move it there, indented; a text that begins with > goes in quotes: "> text here"',
  ],
  [
    "a: >50 people\n",
    '1:4-14 yaml/block-text  after > the text begins on the next line / move it there, indented; a text that begins with > goes in quotes: ">50 people"',
  ],
  [
    "a: \u0007b\n",
    "1:4-5 yaml/control-character  an invisible control character (U+0007) stands here / delete it; it often comes along when text is pasted from another program",
  ],
  [
    'a: "\\u0007"\n',
    "1:4-12 yaml/control-character  the text holds an invisible control character (U+0007) / delete the sequence that begins with \\",
  ],
  [
    "a: 1\rb: 2\n",
    "1:5-6 yaml/control-character  an invisible control character (U+000D) stands here / delete it; it often comes along when text is pasted from another program",
  ],
  [
    "a: \ufeff1\n",
    "1:4-5 yaml/control-character  an invisible control character (U+FEFF) stands here / delete it; it often comes along when text is pasted from another program",
  ],
  [
    "a: caf\ufffd\n",
    "1:7-8 yaml/encoding  a character could not be read: the file is not saved as UTF-8 / save the file with the encoding UTF-8, then type the character again",
  ],
  [
    "a: \ud800\n",
    "1:4-5 yaml/control-character  an invisible control character (U+D800) stands here / delete it; it often comes along when text is pasted from another program",
  ],
  [
    "a: 12345678901234567890\nb: 1e999\nc: .nan\n",
    '1:4-24 yaml/bad-number  the number 12345678901234567890 has too many digits to be kept exactly / put it in quotes if it is meant as text: "12345678901234567890"',
    '2:4-9 yaml/bad-number  1e999 is not a number that can be used / put it in quotes if it is meant as text: "1e999"',
    '3:4-8 yaml/bad-number  .nan is not a number that can be used / put it in quotes if it is meant as text: ".nan"',
  ],
  [
    '__proto__: 1\nconstructor: 2\n"prototype": 3\n',
    '1:1-10 yaml/forbidden-key  "__proto__" cannot be a key / choose another name',
    '2:1-12 yaml/forbidden-key  "constructor" cannot be a key / choose another name',
    '3:1-12 yaml/forbidden-key  "prototype" cannot be a key / choose another name',
  ],
  [
    "1: a\ntrue: b\nnull: c\n",
    '1:1-2 yaml/key-not-text  the key 1 is no text / put it in quotes: "1"',
    '2:1-5 yaml/key-not-text  the key true is no text / put it in quotes: "true"',
    '3:1-5 yaml/key-not-text  the key null is no text / put it in quotes: "null"',
  ],
  [
    ": a\n",
    "1:1-2 yaml/key-not-text  a key is missing before the colon, or it is a list or mapping / write a key, a colon and a space: `label: text`; a text that begins with a bracket goes in quotes",
  ],
  [
    "{a: 1}: 2\n[a]: 3\n",
    "1:1-7 yaml/key-not-text  a key is missing before the colon, or it is a list or mapping / write a key, a colon and a space: `label: text`; a text that begins with a bracket goes in quotes",
    "2:1-4 yaml/key-not-text  a key is missing before the colon, or it is a list or mapping / write a key, a colon and a space: `label: text`; a text that begins with a bracket goes in quotes",
  ],
  [
    `${"x".repeat(1_100)}: 1\n`,
    '1:1-1101 yaml/syntax  "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…" does not fit here / compare the line with its neighbours: indentation, colon, quotes; put a text with special signs in quotes',
  ],
];

describe("mistakes", () => {
  test.each(mistakes)("%j", (text, ...findings) => {
    expect(told(text)).toEqual(findings);
  });

  test("every code has a case", () => {
    const codes = new Set(
      mistakes.flatMap(([text]) => refused(text).map(({ code }) => code)),
    );
    const limits = ["yaml/too-large", "yaml/too-deep"];
    expect([...codes, ...limits].sort()).toEqual(
      expect.arrayContaining(Object.keys(yamlCodes)),
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

  test("a file of garbage is told about in moderation", () => {
    expect(refused("\u0000\u0001\n".repeat(10_000)).length).toBe(50);
    expect(refused("a: *b\n".repeat(10_000)).length).toBe(50);
    expect(refused("]\n".repeat(10_000)).length).toBeLessThanOrEqual(50);
  });
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
  ])("many %s take no time", (_, before, piece) => {
    const start = performance.now();
    parseSource("f.yaml", before + piece.repeat(20_000));
    expect(performance.now() - start).toBeLessThan(4_000);
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
  ["fast", "a: []\nb: {}\n", { a: [], b: {} }],
  ["exact", "a: 1", { a: 1 }],
  ["exact", "a:\nb: ~\n", { a: null, b: null }],
  ["exact", "? a\n: b\n", { a: "b" }],
  ["exact", "a:\tb\n", { a: "b" }],
  ["exact", '"a b": 1\n"1": 2\n', { "a b": 1, "1": 2 }],
  ["exact", 'a: "b\n  c\\\n  d"\n', { a: "b cd" }],
  ["exact", 'a: "\\u00e9\\t"\n', { a: "é\t" }],
  ["exact", "a: [b: c, d]\n", { a: [{ b: "c" }, "d"] }],
  ["exact", "a: [b, # c\n  d]\n", { a: ["b", "d"] }],
  ["exact", '{ "a": 1 }\n', { a: 1 }],
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

  test("a byte-order mark is no part of the text", () => {
    const result = parseSource("f.yaml", "\u{feff}a: 1\n");
    expect(result.kind === "ok" && result.source.text).toBe("a: 1\n");
  });
});
