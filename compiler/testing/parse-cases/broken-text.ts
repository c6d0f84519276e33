import { join } from "node:path";
import * as fc from "fast-check";
import { ROOT } from "../root.ts";
import { readContent } from "../../workspace/content.ts";

// Much of what funnels rarely hold and the fast parser vouches for all the same.
const FEATURES = `
a: 1
words: text with words, [brackets] and {braces}
list:
  - x
  - y: 1
    z: two words # comment
  - - deep
    - deeper
flow: { a: 1, b: [x, -2, "q, r"], c: 'it''s', d: https://x.example }
dotted.key/with-slash: x
kept: |
  one
    more

  two

folded: >-
  one
  two

    indented
  back
last: |+
  keep


wrapped: long text that
  goes on

  after a blank line
beside:
- one
- key: v
  other: >
    a
     b
    c

  more: end
- |
  block
  text
numbers: [-5, .5, 1., 1e3, 0x1F, 0o17, 007, 18-24, 1_000]
link: https://x.example/a#b
over: [
  one,
  { label: two, points: 2 },
]
none: {}
flag: True
no: Yes
quoted: "say \\"hi\\" \\\\ \\n"
`;

const corpus = [
  FEATURES,
  ...readContent(join(ROOT, "funnels")).map(({ text }) => text),
].map((text) => text.split("\n"));

const SIGNS =
  "#| #|# |:|: | :|- |-|\n|\n\n| |  |    |\t|'|\"|''|[|]|{|}|,|, |>|> |>-\n|&a |*a|!t |%|@|`|? |~|<<: |---\n|...\n|\r\n|\r|\\|\\n|\\x|0|-1|.5|1e999|007|null|true|Yes|.nan|é|😀|\u00a0|\u2028|\ufeff|\u0000|\u0085|\ud800|__proto__|a: b\n|  - x\n|  # c\n| \n|=|k: "
    .split("|")
    .concat("|", "|\n", "|+\n", "|2\n");

interface Edit {
  readonly kind:
    | "insert"
    | "delete"
    | "flip"
    | "drop"
    | "repeat"
    | "shift"
    | "swap"
    | "append"
    | "value"
    | "break";
  /** Where in the text, 0 to 1. */
  readonly at: number;
  readonly other: number;
  readonly sign: string;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom<Edit["kind"][]>(
    "insert",
    "delete",
    "flip",
    "drop",
    "repeat",
    "shift",
    "swap",
    "append",
    "value",
    "break",
  ),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  other: fc.double({ min: 0, max: 1, noNaN: true }),
  sign: fc.constantFrom(...SIGNS),
});

/** Some lines of a real file, put under a key, with up to three mistakes in them. */
export const brokenText: fc.Arbitrary<string> = fc
  .record({
    file: fc.constantFrom(...corpus),
    from: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.integer({ min: 2, max: 40 }),
    edits: fc.array(edit, { maxLength: 3 }),
  })
  .map(({ file, from, length, edits }) =>
    edits.reduce(apply, excerpt(file, from, length)),
  );

/** The block that begins at a line, so that it is most often a valid one. */
function excerpt(
  file: readonly string[],
  from: number,
  length: number,
): string {
  const start = Math.floor(from * file.length);
  const margin = /^ */.exec(file[start] ?? "")?.[0].length ?? 0;
  const lines = file.slice(start, start + length);
  const end = lines.findIndex(
    (line) => line.trim() !== "" && !line.startsWith(" ".repeat(margin)),
  );
  const block = lines
    .slice(0, end === -1 ? length : end)
    .map((line) => line.slice(margin));
  return `root:\n${block.map((line) => (line === "" ? "" : `  ${line}`)).join("\n")}\n`;
}

function apply(text: string, { kind, at, other, sign }: Edit): string {
  const place = Math.floor(at * text.length);
  const lines = text.split("\n");
  const index = Math.min(Math.floor(at * lines.length), lines.length - 1);
  const line = lines[index] ?? "";
  const second = lines[Math.floor(other * lines.length)] ?? "";
  const replace = (...by: string[]): string =>
    lines.toSpliced(index, 1, ...by).join("\n");
  switch (kind) {
    case "insert":
      return text.slice(0, place) + sign + text.slice(place);
    case "delete":
      return (
        text.slice(0, place) + text.slice(place + 1 + Math.floor(other * 3))
      );
    case "flip":
      return (
        text.slice(0, place) +
        String.fromCharCode(
          text.charCodeAt(place) ^ (1 << Math.floor(other * 7)),
        ) +
        text.slice(place + 1)
      );
    case "drop":
      return replace();
    case "repeat":
      return replace(line, second);
    case "shift":
      return replace(" ".repeat(Math.floor(other * 9)) + line.trimStart());
    case "swap":
      return replace(second);
    case "append":
      return replace(line + sign);
    case "value":
      return replace(line.replace(/: |- /, (found) => found + sign));
    case "break": {
      const half = Math.floor(other * line.length);
      return replace(
        line.slice(0, half),
        " ".repeat(Math.floor(other * 9)) + line.slice(half),
      );
    }
  }
}
