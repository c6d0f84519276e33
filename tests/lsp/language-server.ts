import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import {
  CompletionRequest,
  ConfigurationRequest,
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  MarkupContent,
  PublishDiagnosticsNotification,
  ShutdownRequest,
  type CompletionItem,
  type Diagnostic,
  type Position,
  type ProtocolConnection,
} from "vscode-languageserver-protocol/node";
import { ROOT } from "../../compiler/testing/root.ts";
import type { EditorSettings } from "./editor-settings.ts";

/** A language server as an editor drives it, over stdio. */
export interface LanguageServer {
  readonly connection: ProtocolConnection;
  /** Has an opened text be another one; what the server then says of it. */
  change(name: string, text: string): Promise<readonly Diagnostic[]>;
  /** Opens a text that need not be saved; `name` is its path below the repository and may be used once. */
  open(name: string, text: string): Promise<void>;
  /** What the server found in an opened text. */
  findings(name: string): Promise<readonly Diagnostic[]>;
  complete(name: string, at: Position): Promise<readonly CompletionItem[]>;
  /** The hover as Markdown; empty when there is none. */
  hover(name: string, at: Position): Promise<string>;
  stop(): Promise<void>;
}

/** The one for any YAML, with nothing of ours but settings and schemas. */
export const YAML_SERVER = [
  join(ROOT, "node_modules/yaml-language-server/bin/yaml-language-server"),
  "--stdio",
];

/** Ours; it is told no settings. */
export const FUNNELS_SERVER = [
  join(ROOT, "compiler/bin.mjs"),
  "lsp",
  "--stdio",
];

/** Starts a server and waits until it is ready; `command` is what Node.js runs. */
export async function startLanguageServer(
  command: readonly string[],
  settings: EditorSettings,
): Promise<LanguageServer> {
  const child = spawn(process.execPath, command, {
    cwd: ROOT,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const connection = createProtocolConnection(child.stdout, child.stdin);
  connection.onRequest(ConfigurationRequest.type, ({ items }) =>
    items.map(({ section = "" }) => settings(section)),
  );
  const found = collectFindings(connection);
  let version = 1;
  connection.listen();
  await initialize(connection);

  return {
    connection,
    open: (name, text) =>
      connection.sendNotification(DidOpenTextDocumentNotification.type, {
        textDocument: {
          uri: uriOf(name),
          languageId: "yaml",
          version: 1,
          text,
        },
      }),
    findings: (name) => found.of(uriOf(name)),
    change: async (name, text) => {
      version += 1;
      const next = found.next(uriOf(name));
      await connection.sendNotification(
        DidChangeTextDocumentNotification.type,
        {
          textDocument: { uri: uriOf(name), version },
          contentChanges: [{ text }],
        },
      );
      return next;
    },
    async complete(name, position) {
      const answer = await connection.sendRequest(CompletionRequest.type, {
        ...target(name),
        position,
      });
      return Array.isArray(answer) ? answer : (answer?.items ?? []);
    },
    async hover(name, position) {
      const answer = await connection.sendRequest(HoverRequest.type, {
        ...target(name),
        position,
      });
      return MarkupContent.is(answer?.contents) ? answer.contents.value : "";
    },
    async stop() {
      await connection.sendRequest(ShutdownRequest.type);
      await connection.sendNotification(ExitNotification.type);
      connection.dispose();
    },
  };
}

interface Found {
  /** What was published of a file last; the first there is, where there is none yet. */
  of(uri: string): Promise<readonly Diagnostic[]>;
  /** What is published of it next. */
  next(uri: string): Promise<readonly Diagnostic[]>;
}

/** Keeps what the server publishes, whether it comes before or after somebody asks. */
function collectFindings(connection: ProtocolConnection): Found {
  const known = new Map<string, readonly Diagnostic[]>();
  const waiting = new Map<string, (found: readonly Diagnostic[]) => void>();
  connection.onNotification(
    PublishDiagnosticsNotification.type,
    ({ uri, diagnostics }) => {
      known.set(uri, diagnostics);
      waiting.get(uri)?.(diagnostics);
    },
  );
  const next = (uri: string) =>
    new Promise<readonly Diagnostic[]>((resolve) => {
      waiting.set(uri, resolve);
    });
  return { of: async (uri) => known.get(uri) ?? next(uri), next };
}

async function initialize(connection: ProtocolConnection): Promise<void> {
  await connection.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    rootUri: uriOf(""),
    workspaceFolders: [{ uri: uriOf(""), name: "funnels" }],
    capabilities: {
      workspace: { configuration: true, workspaceFolders: true },
      textDocument: {
        completion: {
          completionItem: {
            snippetSupport: true,
            documentationFormat: ["markdown"],
          },
        },
        hover: { contentFormat: ["markdown"] },
      },
    },
  });
  await connection.sendNotification(InitializedNotification.type, {});
}

function target(name: string) {
  return { textDocument: { uri: uriOf(name) } };
}

function uriOf(name: string): string {
  return pathToFileURL(resolve(ROOT, name)).href;
}
