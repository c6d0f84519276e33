import { expect, test } from "vitest";
import type { Path } from "../diagnostics/span.ts";
import { parseSource, type Source } from "./source.ts";

const text = `# A funnel
name: Calm
mounts: [/quiz, "/mp"]
questions:
  - id: mood
    ask: >
      How are
      you?
    options: [good, { label: bad }]
    when: { age: 18-24 }
  - id: name
    empty:
  -
    id: late
`;

/** `line:column-endLine:endColumn` */
function place(source: Source, path: Path, part: "key" | "value"): string {
  const { line, column, endLine, endColumn } = source.span(path, part);
  return `${line}:${column}-${endLine}:${endColumn}`;
}

function read(content: string): Source {
  const result = parseSource("f.yaml", content);
  if (result.kind === "refused")
    throw new Error(JSON.stringify(result.diagnostics));
  return result.source;
}

test.each<[Path, "key" | "value", string]>([
  [["name"], "key", "2:1-2:5"],
  [["name"], "value", "2:7-2:11"],
  [["mounts"], "value", "3:9-3:23"],
  [["mounts", 1], "value", "3:17-3:22"],
  // The key of a list item is the item.
  [["mounts", 1], "key", "3:17-3:22"],
  // A block is named by its first line.
  [["questions"], "value", "5:3-5:13"],
  [["questions", 0], "value", "5:5-5:13"],
  [["questions", 0, "ask"], "key", "6:5-6:8"],
  [["questions", 0, "ask"], "value", "6:10-9:1"],
  [["questions", 0, "options", 1], "value", "9:21-9:35"],
  [["questions", 0, "options", 1, "label"], "value", "9:30-9:33"],
  [["questions", 0, "when", "age"], "key", "10:13-10:16"],
  // An empty value is found at its key.
  [["questions", 1, "empty"], "value", "12:5-12:10"],
  [["questions", 2], "value", "14:5-14:13"],
  // What is missing is looked for at its nearest parent: by its key, else by its first line.
  [["questions", 0, "when", "gender"], "value", "10:5-10:9"],
  [["questions", 0, "next"], "key", "5:5-5:13"],
  [["questions", 9, "ask"], "value", "4:1-4:10"],
  [["name", "deeper", 3], "value", "2:1-2:5"],
  [["missing"], "value", "2:1-2:11"],
  [[], "value", "2:1-2:11"],
])("%j, its %s", (path, part, expected) => {
  expect(place(read(text), path, part)).toBe(expected);
});

test("a byte-order mark and Windows line ends do not move anything", () => {
  const windows = read(`\u{feff}${text.replaceAll("\n", "\r\n")}`);
  expect(place(windows, ["name"], "value")).toBe("2:7-2:11");
  expect(place(windows, ["questions", 0, "options"], "key")).toBe("9:5-9:12");
});

test("columns count UTF-16 units, as editors do", () => {
  expect(place(read("a: { b: 😀é, c: d }\n"), ["a", "c"], "key")).toBe(
    "1:14-1:15",
  );
});

test("an empty mapping has a place", () => {
  expect(place(read("{}\n"), ["a", "b"], "key")).toBe("1:1-1:3");
});

test("the exact parser's tree gives the same places", () => {
  const exact = read(`${text}? odd\n: value\n`);
  expect(place(exact, ["questions", 0, "when"], "key")).toBe("10:5-10:9");
  expect(place(exact, ["odd"], "value")).toBe("16:3-16:8");
});
