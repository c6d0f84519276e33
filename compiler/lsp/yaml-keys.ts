import { basename } from "node:path";
import { getLanguageService, type LanguageService } from "yaml-language-server";
import type {
  ClientCapabilities,
  CompletionList,
  FoldingRange,
  Hover,
} from "vscode-languageserver/node";
import type {
  Position,
  TextDocument,
} from "vscode-languageserver-textdocument";
import { kindOf } from "../parse/file-name.ts";
import { readTokens } from "../parse/lexemes.ts";
import { editorSchemas } from "../schema/editor-schemas.ts";
import type { Language } from "../schema/language.ts";

/** What the schemas of the content say at a place: keys and the values that each can have. */
export interface YamlKeys {
  complete(document: TextDocument, at: Position): Promise<CompletionList>;
  hover(document: TextDocument, at: Position): Promise<Hover | null>;
  folding(document: TextDocument): FoldingRange[];
}

/** `nameOf` gives a document's path below the content root; `client` says what the editor can show. */
export function createYamlKeys(
  language: Language,
  nameOf: (uri: string) => string,
  client: ClientCapabilities,
): YamlKeys {
  const schemas = new Map(Object.entries(editorSchemas(language)));
  const service: LanguageService = getLanguageService({
    // A file may name its schema by a path of its own; it is the same one.
    schemaRequestService: async (uri) => {
      const text = schemas.get(basename(uri));
      if (text === undefined) throw new Error(`${uri} is no schema of ours`);
      return text;
    },
    clientCapabilities: client,
    workspaceContext: { resolveRelativePath: (path) => path },
  });
  service.registerCustomSchemaProvider((uri) =>
    Promise.resolve(`file:///${kindOf(nameOf(uri))}.schema.json`),
  );
  service.configure({
    completion: true,
    hover: true,
    validate: false,
    format: false,
    hoverSchemaSource: false,
  });
  // Deep recursion aborts the process, and this parser has no limit of its own.
  const asked = new WeakMap<TextDocument, { version: number; open: boolean }>();
  const isReadable = (document: TextDocument) => {
    const { version } = document;
    const before = asked.get(document);
    if (before?.version === version) return before.open;
    const open = readTokens(document.getText()).kind === "open";
    asked.set(document, { version, open });
    return open;
  };
  return {
    complete: async (document, at) =>
      isReadable(document)
        ? service.doComplete(document, at, false)
        : { isIncomplete: false, items: [] },
    hover: async (document, at) =>
      isReadable(document) ? service.doHover(document, at) : null,
    folding: (document) =>
      isReadable(document)
        ? (service.getFoldingRanges(document, {}) ?? [])
        : [],
  };
}
