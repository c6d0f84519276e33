import { expect, test } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { baseEnvironment } from "../testing/base-content.ts";
import { createYamlKeys } from "./yaml-keys.ts";

const keys = createYamlKeys(
  baseEnvironment.language,
  () => "demo/quiz.yaml",
  {},
);
const at = { line: 0, character: 0 };
const documentOf = (text: string) =>
  TextDocument.create("file:///demo/quiz.yaml", "yaml", 1, text);

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
