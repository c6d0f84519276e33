import { TextDocument } from "vscode-languageserver-textdocument";
import { expect, test } from "vitest";
import type { Mention } from "../service/mention.ts";
import { completionItems } from "./convert.ts";

const CURSOR = "‸";
const MENTION: Mention = {
  kind: "asset",
  id: "",
  owner: "",
  role: "use",
  asks: false,
  start: 0,
  end: 0,
  form: "value",
  path: [],
  node: null,
};

test.each([
  ["package: ‸", "@scope/font", '"@scope/font"'],
  ['package: "‸"', "@scope/font", "@scope/font"],
  ["picture: ‸", "photo #1.svg", '"photo #1.svg"'],
  ["picture: ‸", "group photo.svg", "group photo.svg"],
  ["{ picture: ‸ }", "a, b.svg", '"a, b.svg"'],
  ['text: "[a](‸)"', "/woman's-quiz", "/woman's-quiz"],
])("at %s, %s is written as %s", (written, name, expected) => {
  const start = written.indexOf(CURSOR);
  const text = written.replace(CURSOR, "");
  const [item] = completionItems(
    {
      wanted: MENTION,
      start,
      end: start,
      needsBraces: false,
      candidates: [{ name, place: null, description: null }],
    },
    TextDocument.create("file:///a.yaml", "yaml", 1, text),
    false,
  );
  expect(item?.textEdit?.newText).toBe(expected);
});
