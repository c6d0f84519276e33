import {
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { TextDocument } from "vscode-languageserver-textdocument";
import { expect, onTestFinished, test } from "vitest";
import { BASE_DIR } from "../testing/base-content.ts";
import { ROOT } from "../testing/root.ts";
import { readContent } from "../workspace/content.ts";
import { workspaceEdit } from "./convert.ts";
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

test("what is checked stays what is offered when the schemas of the checkout change", async () => {
  const root = mkdtempSync(join(tmpdir(), "funnels-session-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  cpSync(join(ROOT, "schema"), join(root, "schema"), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
  const session = new Session(root, BASE_DIR, "", {});
  const files = readContent(BASE_DIR);
  session.save(files, false);
  expect([...session.check()]).toEqual([]);
  const envelope = join(root, "schema/envelope/site.schema.json");
  const schema = readFileSync(envelope, "utf8");
  writeFileSync(envelope, schema.replaceAll('"otoPath"', '"offerPath"'));
  session.save(files, true);
  expect([...session.check()]).toEqual([]);
  const document = TextDocument.create(
    session.uriOf("site.yaml"),
    "yaml",
    1,
    "",
  );
  const { items } = await session.keys.complete(document, {
    line: 0,
    character: 0,
  });
  expect(items.map(({ label }) => label)).toContain("otoPath");
});

test("edits say which version of an open text they are for", () => {
  const saved = readContent(BASE_DIR);
  const edits = new Map(
    saved.map(({ name }) => [name, [{ start: 0, end: 0, text: "# A\n" }]]),
  );
  const versions = (documentChanges: boolean) => {
    const workspace = { workspaceEdit: { documentChanges } };
    const session = new Session(ROOT, BASE_DIR, "", { workspace });
    session.save(saved, true);
    const uri = session.uriOf("site.yaml");
    session.open(TextDocument.create(uri, "yaml", 7, "a: 1\n"));
    const { changes, documentChanges: ordered } = workspaceEdit(edits, session);
    expect(changes === undefined).toBe(documentChanges);
    return ordered?.flatMap((one) =>
      "textDocument" in one
        ? { isOpen: one.textDocument.uri === uri, ...one.textDocument }
        : [],
    );
  };
  const told = versions(true) ?? [];
  expect(told.length).toBe(saved.length);
  for (const { isOpen, version } of told)
    expect(version).toBe(isOpen ? 7 : null);
  expect(versions(false)).toBeUndefined();
});
