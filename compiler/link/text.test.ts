import { describe, expect, test } from "vitest";
import type { TextEvents } from "./holes.ts";
import { parseMarkdown, parseText } from "./text.ts";

/** Notes what parsing tells; `project` is a constant. */
function listener() {
  const heard: string[] = [];
  const events: TextEvents = {
    variable: (name, fallback, written) =>
      heard.push(`variable ${name}|${fallback} ${written}`),
    constant: (name) => (name === "project" ? "Stillmere" : undefined),
    malformed: (text) => heard.push(`malformed ${text}`),
    single: (name, written) => heard.push(`single ${name} ${written}`),
    link: (url) => heard.push(`link ${url}`),
    tooComplex: () => heard.push("too complex"),
    blank: () => heard.push("blank"),
    tag: (written) => heard.push(`tag ${written}`),
    brokenLink: (written) => heard.push(`broken ${written}`),
    spacedLink: (written) => heard.push(`spaced ${written}`),
    unclosed: (written) => heard.push(`unclosed ${written}`),
    looseMark: (kind, written) => heard.push(`${kind} ${written}`),
  };
  return { heard, events };
}

const inline = (text: string) =>
  parseText(text, "emit", () => listener().events);
const blocks = (text: string) =>
  parseMarkdown(text, "emit", () => listener().events);

describe("a line of text", () => {
  test.each([
    ["How are you?", "How are you?"],
    ["5 * 3 = 15", "5 * 3 = 15"],
    ["Welcome to {{ project }}", "Welcome to Stillmere"],
    [
      "**Now** or *never*",
      [
        { kind: "strong", children: ["Now"] },
        " or ",
        { kind: "em", children: ["never"] },
      ],
    ],
    [
      "{{ name | friend }}, hello",
      [{ kind: "variable", name: "name", fallback: "friend" }, ", hello"],
    ],
    [
      "**{{ name }}**",
      [
        {
          kind: "strong",
          children: [{ kind: "variable", name: "name", fallback: null }],
        },
      ],
    ],
    [
      "[terms](/terms)",
      [{ kind: "link", href: "/terms", children: ["terms"] }],
    ],
    ["one\\\ntwo", ["one", { kind: "break" }, "two"]],
    [
      "First thing.\n\nSecond thing.\n",
      ["First thing.", { kind: "break" }, { kind: "break" }, "Second thing."],
    ],
  ])("%s", (text, linked) => {
    expect(inline(text)).toEqual(linked);
  });

  test.each(["# 1 wish", "- a dash", "1. first", "> said", "---"])(
    "has no blocks: %s",
    (text) => {
      expect(inline(text)).toBe(text);
    },
  );

  test("does not take a dashed line below for a headline's", () => {
    expect(inline("Title\n=====")).toBe("Title\n=====");
  });
});

describe("HTML and its like stay text", () => {
  test.each([
    "<b>bold</b>",
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<!-- a comment -->",
    "a < b and c > d",
  ])("%s", (text) => {
    expect(inline(text)).toBe(text);
    expect(blocks(text)).toEqual([{ kind: "paragraph", children: [text] }]);
  });

  test("an entity is the character it stands for", () => {
    expect(inline("&lt;b&gt;")).toBe("<b>");
  });

  test("a picture is the link it is", () => {
    const { heard, events } = listener();
    parseText("![x](javascript:alert(1))", "emit", () => events);
    expect(heard).toEqual(["link javascript:alert(1)"]);
  });

  test("a link in angle brackets is told like any other", () => {
    const { heard, events } = listener();
    parseText("<javascript:alert(1)>", "emit", () => events);
    expect(heard).toEqual(["link javascript:alert(1)"]);
  });

  test("definitions are not looked up, so that no address can hide in one", () => {
    expect(blocks("[a][b]\n\n[b]: javascript:alert(1)")).toEqual([
      { kind: "paragraph", children: ["[a][b]"] },
      { kind: "paragraph", children: ["[b]: javascript:alert(1)"] },
    ]);
  });
});

describe("block text", () => {
  test("has paragraphs, headings and lists", () => {
    expect(
      blocks("Hello.\n\n## Plan\n\n- one\n- **two**\n\n1. first\n"),
    ).toEqual([
      { kind: "paragraph", children: ["Hello."] },
      { kind: "heading", children: ["Plan"] },
      {
        kind: "list",
        ordered: false,
        items: [["one"], [{ kind: "strong", children: ["two"] }]],
      },
      { kind: "list", ordered: true, items: [["first"]] },
    ]);
  });

  test("goes on counting behind what stands between", () => {
    const items = [["two"], ["three"]];
    expect(blocks("1. one\n\nThen:\n\n2. two\n3. three").at(-1)).toEqual({
      kind: "list",
      ordered: true,
      start: 2,
      items,
    });
    expect(blocks("2020. A good year.")).toMatchObject([{ start: 2020 }]);
  });

  test.each<[string, string, unknown]>([
    [
      "items of an item",
      "- one\n  - *two*\n  - three\n- four",
      [
        [
          "one",
          { kind: "break" },
          "– ",
          { kind: "em", children: ["two"] },
          { kind: "break" },
          "– three",
        ],
        ["four"],
      ],
    ],
    [
      "numbered items of an item",
      "- one\n  1. two\n  2. three",
      [["one", { kind: "break" }, "1. two", { kind: "break" }, "2. three"]],
    ],
    [
      "paragraphs of an item",
      "- one\n\n  More.\n- two",
      [["one", { kind: "break" }, "More."], ["two"]],
    ],
  ])("puts %s on lines of their own", (_what, text, items) => {
    expect(blocks(text)).toMatchObject([{ kind: "list", items }]);
  });

  test("puts paragraphs of a quotation on lines of their own", () => {
    expect(blocks("> one\n>\n> two")).toEqual([
      { kind: "paragraph", children: ["one", { kind: "break" }, "two"] },
    ]);
  });

  test("knows no code blocks", () => {
    expect(blocks("*Now.*\n\n    indented")).toEqual([
      { kind: "paragraph", children: [{ kind: "em", children: ["Now."] }] },
      { kind: "paragraph", children: ["indented"] },
    ]);
  });
});

describe("variables", () => {
  test.each([
    ["{{ name }}", ["variable name|null {{ name }}"]],
    ["{{name|my friend}}", ["variable name|my friend {{name|my friend}}"]],
    ["{{ band.focus | }}", ["variable band.focus| {{ band.focus | }}"]],
    ["{{ first name }}", ["malformed {{ first name }}"]],
    ["{{ __proto__ }}", ["malformed {{ __proto__ }}"]],
    ["{{ name", ["malformed {{ name"]],
    ["name }}", ["malformed }}"]],
    ["{ name }", ["single name { name }"]],
    ["{a, b}", []],
    [
      "[x](/quiz/{{ name }})",
      ["variable name|null {{ name }}", "link /quiz/{{ … }}"],
    ],
  ])("%s", (text, told) => {
    const { heard, events } = listener();
    parseText(text, "emit", () => events);
    expect(heard).toEqual(told);
  });

  test("and links are told alike when nothing is to be emitted", () => {
    const text =
      "**{{ name }}** [a](/b) <javascript:x> {{ first name }} { name }";
    const told = (["check", "emit"] as const).map((purpose) => {
      const { heard, events } = listener();
      parseText(text, purpose, () => events);
      parseMarkdown(text, purpose, () => events);
      return heard;
    });
    expect(told[0]).toEqual(told[1]);
    expect(told[0]).toContain("link javascript:x");
  });

  test("come back in their order, however many there are", () => {
    const text = Array.from({ length: 40 }, (_, i) => `{{ v${i} }}`).join("");
    const names = Array.from({ length: 40 }, (_, i) => ({
      kind: "variable",
      name: `v${i}`,
      fallback: null,
    }));
    expect(inline(text)).toEqual(names);
  });
});

describe("what would take too long to parse, or nest too deeply", () => {
  test.each([
    ["[a](".repeat(600)],
    ["*a **b ".repeat(400)],
    [">".repeat(5_000)],
    ["- ".repeat(5_000) + "*"],
    [
      Array.from({ length: 200 }, (_, i) => `${"  ".repeat(i)}- *a*`).join(
        "\n",
      ),
    ],
  ])("%# is refused", (text) => {
    const { heard, events } = listener();
    parseMarkdown(`*a*\n${text}`, "emit", () => events);
    expect(heard).toEqual(["too complex"]);
  });

  test("a long article is not", () => {
    const { heard, events } = listener();
    const article = "## A headline\n\n- **one** point\n- another\n\n".repeat(
      100,
    );
    expect(parseMarkdown(article, "emit", () => events)).toHaveLength(200);
    expect(heard).toEqual([]);
  });
});

describe("what looks like markup and is none", () => {
  const heardIn = (text: string, form: "line" | "blocks") => {
    const { heard, events } = listener();
    const parse = form === "line" ? parseText : parseMarkdown;
    parse(text, "check", () => events);
    return heard;
  };

  test.each([
    ["In the app under *Account, in two taps", ["unclosed *Account,"]],
    ["Under _Account", ["unclosed _Account"]],
    ["**bold", ["unclosed **"]],
    ["** bold **", ["spaced ** bold **"]],
    ["## Plans", ["no-headlines ##"]],
    ["the [policy]", ["broken [policy]"]],
    ["the [policy]()", ["broken [policy]()", "link "]],
    ["the [](/policy)", ["broken [](/policy)", "link /policy"]],
    ["[116 123] (tel:116 123)", ["broken [116 123] (tel:116 123)"]],
    ["Call [116 123](tel:116 123).", ["spaced [116 123](tel:116 123)"]],
    ["[your data]( /your data )", ["spaced [your data]( /your data )"]],
    [
      "[us](mailto:a@b.c?subject=My data)",
      ["spaced [us](mailto:a@b.c?subject=My data)"],
    ],
    ["[us](tel:(0808) 20 24)", ["spaced [us](tel:(0808) 20 24)"]],
  ])("in a line: %s", (text, heard) => {
    expect(heardIn(text, "line")).toEqual(heard);
  });

  test.each([
    ["##Plans\ntext", ["glued ##Plans"]],
    ["one\n-two", ["glued -two"]],
    ["one\n-**Two** more", ["glued -**Two**"]],
  ])("in blocks: %s", (text, heard) => {
    expect(heardIn(text, "blocks")).toEqual(heard);
  });

  test.each([
    "5 * 4 * 3",
    "*As of May",
    "Save more*",
    "snake_case and __init__",
    "*both* and _both_",
    "***very***",
    "a [link](/a_b) and [another](/c_d)",
    "\\[not a link\\], \\*not slanted",
    "[1], [sic] and [a link](/x)",
    '[a link](/x "Its title") and [one]( /y )',
    "[a link](https://x.y/{{ project }}/z) or (/this one)",
    "\\[Not a link](/but two words)",
    "- 5 degrees",
    "#quiet",
    "# 1 wish",
    "-5 degrees",
    "---",
    "**a** and ** alone **",
  ])("is not found in %s", (text) => {
    const found = heardIn(text, "line").filter(
      (one) => !one.startsWith("link"),
    );
    expect(found).toEqual(text.includes("alone") ? ["spaced ** alone **"] : []);
  });
});
