/** `funnels lsp`, as an editor drives it: over stdio, against a copy of the shipped content. */
import {
  cpSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  CodeActionRequest,
  CodeLensRequest,
  DefinitionRequest,
  type Diagnostic,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  PrepareRenameRequest,
  ReferencesRequest,
  RenameRequest,
  SemanticTokensRequest,
  type WorkspaceEdit,
} from "vscode-languageserver-protocol/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { createCompiler } from "../compiler/compile.ts";
import { ROOT } from "../compiler/testing/root.ts";
import { readAssetFiles, readContent } from "../compiler/workspace/content.ts";
import { checkEnvironment } from "../compiler/workspace/environment.ts";
import {
  FUNNELS_SERVER,
  type LanguageServer,
  startLanguageServer,
} from "./lsp/language-server.ts";
import { someOf } from "./testing/long.ts";

const FILE = "calm/adhd.yaml";
const CONTENT = join(ROOT, "funnels");

let dir = "";
let server: LanguageServer;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "funnels-lsp-"));
  for (const name of ["site.yaml", "calm"])
    cpSync(join(CONTENT, name), join(dir, name), { recursive: true });
  server = await startLanguageServer(
    [...FUNNELS_SERVER, "--content", dir],
    () => null,
  );
  await server.open(pathOf(FILE), text());
});
afterAll(async () => {
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
});

const pathOf = (name: string) => join(dir, name);
const uri = (name = FILE) => pathToFileURL(pathOf(name)).href;
const files = () =>
  new Map(readContent(dir).map((one) => [one.name, one.text]));
const saved = new Map<string, string>();

/** The file as it is in the editor at the start of each test. */
function text(name = FILE): string {
  const known = saved.get(name) ?? files().get(name) ?? "";
  saved.set(name, known);
  return known;
}

/** The place behind some words of the file. */
function behind(words: string, inText = text()) {
  const at = inText.indexOf(words) + words.length;
  expect(at).toBeGreaterThan(words.length);
  return TextDocument.create(uri(), "yaml", 1, inText).positionAt(at);
}

const asked = (words: string) => ({
  textDocument: { uri: uri() },
  position: behind(words),
});

/** What a check says of the file when it is another text, in the terms of the protocol. */
function checked(written: string) {
  const assets = readAssetFiles(dir);
  const environment = checkEnvironment(ROOT, "", (id) => assets.get(id) ?? []);
  const tree = new Map([...files(), [FILE, written]]);
  const { diagnostics } = createCompiler(environment)(
    [...tree].map(([name, own]) => ({ name, text: own })),
  );
  const levels = { error: 1, warning: 2, info: 3 };
  return diagnostics
    .filter(({ at }) => at.file === FILE)
    .map(({ code, severity, message, hint, at, notes }) => ({
      code,
      severity: levels[severity],
      source: "funnels",
      message: hint === undefined ? message : `${message}\n→ ${hint}`,
      range: {
        start: { line: at.line - 1, character: at.column - 1 },
        end: { line: at.endLine - 1, character: at.endColumn - 1 },
      },
      relatedInformation: notes.map((note) => ({
        message: note.message,
        location: {
          uri: uri(note.at.file),
          range: {
            start: { line: note.at.line - 1, character: note.at.column - 1 },
            end: {
              line: note.at.endLine - 1,
              character: note.at.endColumn - 1,
            },
          },
        },
      })),
    }));
}

function applied(edit: WorkspaceEdit | null, name = FILE): string {
  const document = TextDocument.create(uri(name), "yaml", 1, text(name));
  return TextDocument.applyEdits(document, edit?.changes?.[uri(name)] ?? []);
}

const MISTAKES: Readonly<Record<string, readonly [string, string]>> = {
  "a step that is not there": ["accept: thank-you", "accept: thankyou"],
  "a quote that is not closed": ["title: A kind look", 'title: "A kind look'],
  "a variable without quotes": ["name: ADHD focus", "name: {{ name }}"],
  "an answer that is not there": ["since: change }", "since: changed }"],
  "a key that is none": ["analytics: true", "analitics: true"],
  "a page that is none": ["page: info", "page: infos"],
  "a picture that is not there": [".svg", ".jpg"],
  "two things with one name": ["- id: area", "- id: age"],
  "a tab": ["    options:", "\t options:"],
  "a score that is not there": ["score: focus", "score: fokus"],
  "points for no score": ["name: ADHD focus", "name: ''"],
};

describe("says what a check says, of a text that is not saved", () => {
  someOf(
    test,
    Object.entries(MISTAKES),
    4,
  )("%s", async ([, [from, to]]) => {
    const written = text().replace(from, to);
    expect(written).not.toBe(text());
    const expected = checked(written);
    expect(expected).not.toEqual([]);
    expect(await server.change(pathOf(FILE), written)).toEqual(expected);
    expect(await server.change(pathOf(FILE), text())).toEqual([]);
  });
});

describe("offers names", () => {
  test.each([
    ["accept: ", "oto", "Reference"],
    ["score: ", "impulse", ""],
    ["options: ", "frequency", ""],
  ])("behind `%s`", async (words, name) => {
    const items = await server.complete(pathOf(FILE), behind(words));
    const item = items.find(({ label }) => label === name);
    expect(item?.documentation).toMatchObject({ kind: "markdown" });
    expect(item?.textEdit?.newText).toBe(name);
  });

  test("with what belongs behind them", async () => {
    const written = text().replace(
      "  - id: area\n",
      '  - id: area\n    when: { a }\n    note: "Hi {{ na"\n',
    );
    await server.change(pathOf(FILE), written);
    const textOf = async (words: string, name: string, inText = written) => {
      const items = await server.complete(pathOf(FILE), behind(words, inText));
      const item = items.find(({ label }) => label === name);
      return item?.textEdit?.newText;
    };
    expect(await textOf("when: { a", "age")).toBe("age: ");
    expect(await textOf("Hi {{ na", "name")).toBe("name }}");
    const begun = written.replace("when: { a }", "when: ");
    await server.change(pathOf(FILE), begun);
    expect(await textOf("- id: area\n    when: ", "age", begun)).toBe(
      "{ age: $0 }",
    );
    await server.change(pathOf(FILE), text());
  });
});

test("shows what a name stands for", async () => {
  expect(await server.hover(pathOf(FILE), behind("score: fo"))).toContain(
    "points",
  );
  const product = await server.hover(pathOf(FILE), behind("product: "));
  expect(product).toMatch(/USD \d/);
  expect(await server.hover(pathOf(FILE), behind("accept: thank"))).toContain(
    "/quiz-adhd/thank-you",
  );
});

test("leads to where a name is given, and to all of its uses", async () => {
  const { connection } = server;
  const place = asked("accept: thank");
  const found = await connection.sendRequest(DefinitionRequest.type, place);
  const line = text()
    .split("\n")
    .findIndex((one) => /path: thank-you/.test(one));
  expect(found).toMatchObject([{ uri: uri(), range: { start: { line } } }]);
  const uses = await connection.sendRequest(ReferencesRequest.type, {
    ...place,
    context: { includeDeclaration: true },
  });
  expect(uses?.map(({ range }) => range.start.line)).toEqual(
    text()
      .split("\n")
      .flatMap((one, i) =>
        /(?:path|accept|decline|failed|next|to): thank-you\b/.test(one)
          ? i
          : [],
      ),
  );
  const product = asked("product: ");
  const price = await connection.sendRequest(DefinitionRequest.type, product);
  expect(price).toMatchObject([{ uri: uri("calm/brand.yaml") }]);
});

test("renames over all files, and nothing but the name", async () => {
  const { connection } = server;
  const place = asked("score: foc");
  expect(
    await connection.sendRequest(PrepareRenameRequest.type, place),
  ).toMatchObject({ placeholder: "focus" });
  const edit = await connection.sendRequest(RenameRequest.type, {
    ...place,
    newName: "attention-span",
  });
  const renamed = applied(edit);
  expect(renamed).not.toBe(text());
  expect(renamed.replaceAll("attention-span", "focus")).toBe(text());
  await expect(
    connection.sendRequest(RenameRequest.type, {
      ...place,
      newName: "impulse",
    }),
  ).rejects.toThrow('There is already a "impulse".');
});

test("mends what can be mended", async () => {
  const written = text().replace("accept: thank-you", "accept: thankyou");
  const [finding] = await server.change(pathOf(FILE), written);
  if (finding === undefined) throw new Error("nothing was found");
  const actions = await server.connection.sendRequest(CodeActionRequest.type, {
    textDocument: { uri: uri() },
    range: finding.range,
    context: { diagnostics: [finding] satisfies Diagnostic[] },
  });
  const [action] = actions ?? [];
  if (action === undefined || !("edit" in action))
    throw new Error("nothing is offered");
  const document = TextDocument.create(uri(), "yaml", 1, written);
  const edits = action.edit?.changes?.[uri()] ?? [];
  expect(TextDocument.applyEdits(document, edits)).toBe(text());
  await server.change(pathOf(FILE), text());
});

test("lists the steps, the parts to fold, the variables and the addresses", async () => {
  const file = { textDocument: { uri: uri() } };
  const { connection } = server;
  const [symbols, folds, tokens, lenses] = await Promise.all([
    connection.sendRequest(DocumentSymbolRequest.type, file),
    connection.sendRequest(FoldingRangeRequest.type, file),
    connection.sendRequest(SemanticTokensRequest.type, file),
    connection.sendRequest(CodeLensRequest.type, file),
  ]);
  const names = symbols?.map(({ name }) => name) ?? [];
  expect(names).toEqual(expect.arrayContaining(["frequency", "age", "oto"]));
  expect(folds?.length).toBeGreaterThan(50);
  expect(tokens?.data.length).toBeGreaterThan(5);
  expect(lenses?.map(({ command }) => command?.arguments?.[0])).toContain(
    "http://calm.localhost:4173/quiz-adhd/2-area",
  );
});

test("sees a file that another program has saved", async () => {
  const name = "calm/parenting.yaml";
  const known = server.findings(pathOf(name));
  const wrong = text(name).replace("accept: thank-you", "accept: nowhere");
  expect(wrong).not.toBe(text(name));
  writeFileSync(pathOf(name), wrong);
  expect(await known).toMatchObject([{ code: "step/unknown" }]);
});

test(
  "answers an editor that has come by a link in the spelling of the link",
  { tags: "long" },
  async () => {
    const link = `${dir}-link`;
    symlinkSync(dir, link);
    const linked = await startLanguageServer(
      [...FUNNELS_SERVER, "--content", dir],
      () => null,
    );
    try {
      const file = join(link, FILE);
      await linked.open(
        file,
        text().replace("accept: thank-you", "accept: thx"),
      );
      const found = await linked.findings(file);
      expect(found.map(({ code }) => code)).toContain("step/unknown");
    } finally {
      await linked.stop();
      rmSync(link);
    }
  },
);
