import { basename } from "node:path";
import { getLanguageService, type LanguageService } from "yaml-language-server";
import type {
  ClientCapabilities,
  CompletionList,
  FoldingRange,
  Hover,
} from "vscode-languageserver/node";
import {
  type Position,
  TextDocument,
} from "vscode-languageserver-textdocument";
import { kindOf } from "../parse/file-name.ts";
import { type Lexeme, readTokens } from "../parse/lexemes.ts";
import { editorSchemas } from "../schema/editor-schemas.ts";
import type { Language } from "../schema/language.ts";
import { writingPlaceAt } from "./writing-place.ts";
import { inFlow } from "./in-flow.ts";

/** What the schemas of the content say at a place: keys and the values that each can have. */
export interface YamlKeys {
  complete(document: TextDocument, at: Position): Promise<CompletionList>;
  hover(document: TextDocument, at: Position): Promise<Hover | null>;
  folding(document: TextDocument): FoldingRange[];
}

/** A text as the service is asked about it; null for one that is too deep for it. */
interface Readable {
  readonly document: TextDocument | null;
  readonly lexemes: readonly Lexeme[];
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
  // What was asked about is told apart by its version, and a file that is opened again begins with the same ones.
  let versions = 0;
  const documentOf = (uri: string, text: string) => {
    versions += 1;
    return TextDocument.create(uri, "yaml", versions, text);
  };
  // Deep recursion aborts the process, and the parser of the service has no limit of its own.
  const asked = new WeakMap<TextDocument, Readable & { version: number }>();
  const readable = (document: TextDocument): Readable => {
    const { version, uri } = document;
    const before = asked.get(document);
    if (before?.version === version) return before;
    const text = document.getText();
    const gate = readTokens(text);
    const now =
      gate.kind === "open"
        ? { version, document: documentOf(uri, text), lexemes: gate.lexemes }
        : { version, document: null, lexemes: [] };
    asked.set(document, now);
    return now;
  };
  return {
    async complete(given, at) {
      const { document, lexemes } = readable(given);
      const none = { isIncomplete: false, items: [] };
      if (document === null) return none;
      const offset = given.offsetAt(at);
      const place = writingPlaceAt(given.getText(), lexemes, offset);
      if (place.kind === "words") return none;
      if (place.kind === "block")
        return service.doComplete(document, at, false);
      const block = documentOf(given.uri, place.block);
      const there = block.positionAt(place.offset);
      const { items } = await service.doComplete(block, there, false);
      return { ...none, items: inFlow(items, place, given) };
    },
    async hover(given, at) {
      const { document } = readable(given);
      if (document === null) return null;
      try {
        return await service.doHover(document, at);
      } catch {
        // It fails on a key that is still to be written: `: value`.
        return null;
      }
    },
    folding(given) {
      const { document } = readable(given);
      return document === null
        ? []
        : (service.getFoldingRanges(document, {}) ?? []);
    },
  };
}
