import { describe, expect, test } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { parseSource } from "../parse/source.ts";
import { baseEnvironment } from "../testing/base-content.ts";
import { createYamlKeys } from "./yaml-keys.ts";

const keys = createYamlKeys(
  baseEnvironment.language,
  () => "demo/quiz.yaml",
  {},
);
const at = { line: 0, character: 0 };
const documentOf = (text: string, version = 1) =>
  TextDocument.create("file:///demo/quiz.yaml", "yaml", version, text);
const CURSOR = "‸";

/** What is offered at the cursor, and the text once it was taken; what is to be written at its stops is left out. */
async function offered(written: string) {
  const document = documentOf(written.replace(CURSOR, ""));
  const position = document.positionAt(written.indexOf(CURSOR));
  const { items } = await keys.complete(document, position);
  const text = (put: string) =>
    put.replaceAll(/\$\{\d+:([^}]*)\}/g, "$1").replaceAll(/\$\{?\d\}?/g, "");
  return new Map(
    items.map(({ label, textEdit }) => {
      if (textEdit === undefined || !("range" in textEdit)) return [label, ""];
      const edit = { ...textEdit, newText: text(textEdit.newText) };
      return [label, TextDocument.applyEdits(document, [edit])];
    }),
  );
}

test("offers and explains keys", async () => {
  const document = documentOf("name: Quiz\n");
  const { items } = await keys.complete(document, { line: 1, character: 0 });
  expect(items.map(({ label }) => label)).toContain("questions");
  expect(await keys.hover(document, at)).not.toBeNull();
});

test("says nothing of a text that is too deep to be read", async () => {
  const document = documentOf(`${"? ".repeat(5_000)}a\n`);
  for (let i = 0; i < 4; i += 1) {
    expect((await keys.complete(document, at)).items).toEqual([]);
    expect(await keys.hover(document, at)).toBeNull();
    expect(keys.folding(document)).toEqual([]);
  }
});

test("says nothing of a text whose key is still to be written", async () => {
  const document = documentOf("currencies:\n  : x\n: x\n");
  expect(await keys.hover(document, at)).toBeNull();
});

test("a file that was closed and is opened again is read again", async () => {
  expect(await keys.hover(documentOf("name: Quiz\n"), at)).not.toBeNull();
  expect(await keys.hover(documentOf("# Quiz\nname: Quiz\n"), at)).toBeNull();
});

const asking = (lines: string) => `questions:\n${lines}\n`;
const offer = (keysOfIt: string) =>
  `pages:\n  - { path: oto, page: offer${keysOfIt} }\n`;

describe("what is offered between brackets is written between brackets", () => {
  test.each([
    [
      "a key, before a letter of it is written",
      asking("  - { id: a, ‸ }"),
      "options",
      "{ id: a, options: [] }",
    ],
    [
      "a key that is begun",
      asking("  - { id: a, op‸ }"),
      "options",
      "{ id: a, options: [] }",
    ],
    [
      "a key between others",
      asking("  - { id: a, ‸, ask: How? }"),
      "layout",
      "{ id: a, layout: , ask: How? }",
    ],
    [
      "a key whose value is there",
      asking("  - { id: a, lay‸: grid }"),
      "layout",
      "{ id: a, layout: grid }",
    ],
    [
      "a key whose value is a list",
      "pages:\n  - path: a\n    page: report\n    sections:\n      - { section: steps, i‸: [{ title: A }] }\n",
      "items",
      "{ section: steps, items: [{ title: A }] }",
    ],
    [
      "the first key of a list item",
      asking("  - { id: a, options: [{ ‸ }] }"),
      "was",
      "options: [{ was: [] }]",
    ],
    [
      "an item with its key",
      asking("  - { id: a, options: [‸] }"),
      "label",
      "options: [{ label:  }]",
    ],
    [
      "a key of several lines, in a list of lines",
      "pages:\n  - path: oto\n    page: offer\n    sections:\n      - { section: plans, ‸ }\n",
      "plans",
      "{ section: plans, plans: [{ product: , label:  }] }",
    ],
    [
      "a condition",
      offer(", sections: [{ ‸ }]"),
      "when",
      "sections: [{ when: {  } }]",
    ],
    [
      "a value with a comma that is proposed",
      offer(", ‸"),
      "experiment",
      'declineLabel: "No, thanks" } } }',
    ],
    [
      "all that something needs",
      offer(", ‸"),
      "Offer",
      "page: offer, heading: , sections: [], accept: , decline:  }",
    ],
    [
      "all that a list item needs",
      "scores: { a: { label: A, bands: [{ ‸ }] } }\n",
      "Band",
      "bands: [{ id: , label:  }]",
    ],
    ["a value", asking("  - { id: a, page: ‸ }"), "scale", "page: scale }"],
    [
      "a value before another key",
      asking("  - { id: a, page: ‸, ask: How? }"),
      "scale",
      "page: scale, ask",
    ],
    [
      "a value in quotes",
      asking('  - { id: a, page: "sc‸" }'),
      "scale",
      'page: "scale" }',
    ],
    [
      "an item of a list",
      offer(", guards: [visitor-loaded, ‸]"),
      "prerequisites",
      "guards: [visitor-loaded, prerequisites]",
    ],
    [
      "on a line of its own",
      "questions:\n  - {\n      id: a,\n      ‸\n    }\n",
      "layout",
      "      id: a,\n      layout: \n    }",
    ],
    [
      "where the bracket is not closed yet",
      "questions:\n  - { id: a, ‸\n",
      "layout",
      "- { id: a, layout: \n",
    ],
  ])("%s", async (_what, written, label, expected) => {
    for (const eol of ["\n", "\r\n"]) {
      const all = await offered(written.replaceAll("\n", eol));
      expect(all.get(label)?.replaceAll("\r\n", "\n")).toContain(expected);
      if (!written.includes("]") && !written.includes("}")) continue;
      for (const [name, text] of all) {
        const { kind } = parseSource("quiz.yaml", text);
        expect([name, kind]).toEqual([name, "ok"]);
      }
    }
  });
});

describe("keys are offered", () => {
  test.each([
    ["above another one", "name: Quiz\nti‸\nmounts: [/quiz]\n"],
    ["below a text of several lines", "name: |\n  Quiz\n‸\n"],
  ])("%s", async (_where, written) => {
    expect([...(await offered(written)).keys()]).toContain("title");
  });
});

describe("nothing is offered among words", () => {
  test.each([
    ["in a comment", "name: Quiz\n# what this ‸\ntitle: A quiz\n"],
    ["in a comment behind a key", "name: Quiz # what this ‸\n"],
    ["in a text", "name: Quiz\ntitle: A quiz ‸\n"],
    ["in a text between braces", asking("  - { id: a, ask: How are ‸ }")],
    ["in front of one", asking("  - { id: a, ask: ‸How are you? }")],
    ["in a text that goes on", "name: Quiz\ntitle: A quiz\n  of all ‸\n"],
    ["where a text may go on", "name: Quiz\ntitle: A quiz\n  ‸\nstart: a\n"],
    ["in a text below its mark", "name: Quiz\ntitle: |\n  A quiz\n  ‸\n"],
    ["where such a text begins", "name: Quiz\ntitle: |\n  ‸\n"],
  ])("%s", async (_where, written) => {
    expect([...(await offered(written)).keys()]).toEqual([]);
  });
});
