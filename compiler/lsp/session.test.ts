import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { TextDocument } from "vscode-languageserver-textdocument";
import { expect, test } from "vitest";
import { BASE_DIR } from "../testing/base-content.ts";
import { ROOT } from "../testing/root.ts";
import { readContent } from "../workspace/content.ts";
import { Session } from "./session.ts";

test("findings are of a file as it is now, once all files have been checked", () => {
  const session = new Session(ROOT, BASE_DIR, "", {});
  session.save(readContent(BASE_DIR), true);
  const name = "site.yaml";
  const path = join(BASE_DIR, name);
  const text = readFileSync(path, "utf8");
  const open = (now: string) =>
    session.open(TextDocument.create(pathToFileURL(path).href, "yaml", 1, now));
  const lines = () => session.findingsOf(name).map(({ at }) => at.line);
  open(`nothing: here\n${text}`);
  expect(lines()).toEqual([]);
  session.check();
  expect(lines()).toEqual([1]);
  open(`# above\nnothing: here\n${text}`);
  expect(lines()).toEqual([2]);
  open(text);
  expect(lines()).toEqual([]);
});
