import fc from "fast-check";
import { fuzz } from "../testing/fuzz.ts";
import { expect, test } from "vitest";
import type { TextEvents } from "./holes.ts";
import { simpleLinks } from "./simple-links.ts";
import { parseMarkdown, parseText } from "./text.ts";

/** The pieces that Markdown is made of, in any order. */
const piece = fc.constantFrom(
  "[a](/x)",
  "[**b** c](/x/y_z?d=1#e)",
  "[d](https://e.fg:1/h)",
  "[i](j)",
  "[",
  "]",
  "](",
  "(",
  ")",
  "](/x)",
  "[a](/x y)",
  '[a](/x "t")',
  "[a]()",
  "[a](</x>)",
  "[a](/x&amp;)",
  "[a][b]",
  "[a]: /x",
  "![a](/x)",
  "<b>",
  "`",
  "```",
  "~~~",
  "\\",
  "*",
  "**",
  "_",
  "&lt;",
  "&#91;",
  "!",
  "://",
  "\n",
  "\n\n",
  "  \n",
  "    ",
  "\t",
  "- ",
  "1. ",
  "> ",
  "# ",
  "---",
  "===",
  "a",
  "word",
  " ",
  ". ",
  "{{ name }}",
  "{{ name | you }}",
  "é",
  "<http://a.b>",
);
const markdown = fc.array(piece, { maxLength: 14 }).map((all) => all.join(""));

function linksOf(
  parse: typeof parseText | typeof parseMarkdown,
  purpose: "check" | "emit",
  text: string,
): string[] {
  const found: string[] = [];
  const nothing = () => undefined;
  const events: TextEvents = {
    variable: nothing,
    constant: nothing,
    malformed: nothing,
    single: nothing,
    blank: nothing,
    tag: nothing,
    brokenLink: nothing,
    spacedLink: nothing,
    unclosed: nothing,
    looseMark: nothing,
    tooComplex: () => found.push("too complex"),
    link: (url) => found.push(url),
  };
  parse(text, purpose, () => events);
  return found;
}

test.each([
  ["a line", parseText],
  ["paragraphs", parseMarkdown],
])("a check finds the links of %s that the parser finds", (_, parse) => {
  fc.assert(
    fc.property(markdown, (text) => {
      expect(linksOf(parse, "check", text)).toEqual(
        linksOf(parse, "emit", text),
      );
    }),
    fuzz(500),
  );
});

test("it need not parse what is simple, and parses what is not", () => {
  expect(simpleLinks("Read [our **terms**](/terms) at https://a.b.")).toEqual([
    "/terms",
  ]);
  for (const text of ["`[a](/x)`", "\\[a](/x)", "[a [b](/x)](/y)", "<a.b>"])
    expect(simpleLinks(text)).toBeNull();
});
