import {
  type CodeAction,
  CodeActionKind,
  CompletionItemKind,
  type CompletionItem,
  type Diagnostic as LspDiagnostic,
  DiagnosticSeverity,
  type DocumentSymbol,
  InsertTextFormat,
  MarkupKind,
  type Range,
  SymbolKind,
  type WorkspaceEdit,
} from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Severity, Span } from "../diagnostics/span.ts";
import type { Splice } from "../edit/splice.ts";
import { writeValue } from "../edit/write-value.ts";
import type { Completion } from "../service/language-service.ts";
import type { NameKind } from "../service/mention.ts";
import type { FileSymbol } from "../service/symbols.ts";

/** Gives the document of a file by its name, and the address of it. */
export interface Documents {
  /** Whether the editor can be told which version of a document an edit is for. */
  readonly takesVersions: boolean;
  document(name: string): TextDocument;
  uriOf(name: string): string;
  /** The version of a document that is open; null for one that is not. */
  versionOf(name: string): number | null;
}

export function rangeOf(
  document: TextDocument,
  { start, end }: { readonly start: number; readonly end: number },
): Range {
  return { start: document.positionAt(start), end: document.positionAt(end) };
}

/** Lines and columns count from 1 in findings and from 0 in the protocol. */
export function rangeOfSpan({ line, column, endLine, endColumn }: Span): Range {
  return {
    start: { line: line - 1, character: column - 1 },
    end: { line: endLine - 1, character: endColumn - 1 },
  };
}

const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
};

/** The words of `check`: what is wrong, and below it what to do. */
export function lspDiagnostic(
  { code, severity, message, hint, at, notes }: Diagnostic,
  uriOf: (file: string) => string,
): LspDiagnostic {
  return {
    range: rangeOfSpan(at),
    severity: SEVERITIES[severity],
    code,
    source: "funnels",
    message: hint === undefined ? message : `${message}\n→ ${hint}`,
    relatedInformation: notes.map((note) => ({
      location: { uri: uriOf(note.at.file), range: rangeOfSpan(note.at) },
      message: note.message,
    })),
  };
}

/** The edits of several files; an editor that can refuses those of a text that it has changed since. */
export function workspaceEdit(
  edits: ReadonlyMap<string, readonly Splice[]>,
  documents: Documents,
): WorkspaceEdit {
  const files = [...edits].map(([name, splices]) => ({
    uri: documents.uriOf(name),
    version: documents.versionOf(name),
    edits: splices.map((splice) => ({
      range: rangeOf(documents.document(name), splice),
      newText: splice.text,
    })),
  }));
  return documents.takesVersions
    ? {
        documentChanges: files.map(({ edits: own, ...textDocument }) => ({
          textDocument,
          edits: own,
        })),
      }
    : {
        changes: Object.fromEntries(
          files.map(({ uri, edits: own }) => [uri, own]),
        ),
      };
}

/** A fix as an editor offers it. */
export function codeAction(
  { hint, message, fix }: Diagnostic,
  shown: LspDiagnostic,
  edit: WorkspaceEdit,
): CodeAction {
  const title = hint ?? message;
  return {
    title: title.slice(0, 1).toUpperCase() + title.slice(1),
    kind: CodeActionKind.QuickFix,
    diagnostics: [shown],
    isPreferred: fix?.kind === "safe",
    edit,
  };
}

const KINDS: Readonly<Record<NameKind, CompletionItemKind>> = {
  step: CompletionItemKind.Reference,
  answer: CompletionItemKind.EnumMember,
  score: CompletionItemKind.Variable,
  band: CompletionItemKind.EnumMember,
  "option-set": CompletionItemKind.Struct,
  shared: CompletionItemKind.Module,
  experiment: CompletionItemKind.Event,
  code: CompletionItemKind.Constant,
  product: CompletionItemKind.Value,
  asset: CompletionItemKind.File,
  currency: CompletionItemKind.Unit,
  brand: CompletionItemKind.Folder,
  font: CompletionItemKind.File,
  path: CompletionItemKind.Reference,
  variable: CompletionItemKind.Variable,
};

/**
 * The names that can stand at a place, in the order of the content; `takesStops` of a client that can be told where to go
 * on.
 */
export function completionItems(
  { wanted, start, end, needsBraces, candidates }: Completion,
  document: TextDocument,
  takesStops: boolean,
): CompletionItem[] {
  const range = rangeOf(document, { start, end });
  const text = document.getText();
  const rest = text.slice(
    end,
    (text.indexOf("\n", end) + 1 || text.length + 1) - 1,
  );
  // In quotes, and in a link of a text, it stands as it is.
  const isWithin = /["'(]/.test(text[start - 1] ?? "");
  const written = (given: string) => {
    if (wanted.form === "variable")
      return /^\s*(?:\||\}\})/.test(rest) ? given : `${given} }}`;
    const name = isWithin ? given : writeValue(given);
    if (needsBraces) return takesStops ? `{ ${name}: $0 }` : `{ ${name}: }`;
    const isNewKey = wanted.form === "key" && !/^["']?\s*:/.test(rest);
    return isNewKey ? `${name}: ` : name;
  };
  return candidates.map(({ name, description }, i) => ({
    label: name,
    kind: KINDS[wanted.kind],
    ...(description !== null && {
      detail: description.short,
      documentation: { kind: MarkupKind.Markdown, value: description.long },
    }),
    sortText: String(i).padStart(5, "0"),
    textEdit: { range, newText: written(name) },
    ...(needsBraces &&
      takesStops && { insertTextFormat: InsertTextFormat.Snippet }),
  }));
}

export function documentSymbol(
  symbol: FileSymbol,
  document: TextDocument,
): DocumentSymbol {
  const { name, detail, kind, start, end, nameStart, nameEnd } = symbol;
  return {
    name,
    detail,
    kind:
      kind === "step"
        ? SymbolKind.Class
        : kind === "section"
          ? SymbolKind.Field
          : SymbolKind.Constant,
    range: rangeOf(document, { start, end }),
    selectionRange: rangeOf(document, { start: nameStart, end: nameEnd }),
    children: symbol.children.map((child) => documentSymbol(child, document)),
  };
}
