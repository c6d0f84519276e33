import { spawn } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  CompletionRequest,
  ConfigurationRequest,
  createProtocolConnection,
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

/** A YAML language server as an editor drives it: over stdio, with nothing of ours but settings and schemas. */
export interface LanguageServer {
  /** Opens a text that need not be saved; `name` is its path below the repository and may be used once. */
  open(name: string, text: string): Promise<void>;
  /** What the server found in an opened text. */
  findings(name: string): Promise<readonly Diagnostic[]>;
  complete(name: string, at: Position): Promise<readonly CompletionItem[]>;
  /** The hover as Markdown; empty when there is none. */
  hover(name: string, at: Position): Promise<string>;
  stop(): Promise<void>;
}

const SERVER = join(
  ROOT,
  "node_modules/yaml-language-server/bin/yaml-language-server",
);

/** Starts the server and waits until it is ready. */
export async function startLanguageServer(
  settings: EditorSettings,
): Promise<LanguageServer> {
  const child = spawn(process.execPath, [SERVER, "--stdio"], {
    cwd: ROOT,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const connection = createProtocolConnection(child.stdout, child.stdin);
  connection.onRequest(ConfigurationRequest.type, ({ items }) =>
    items.map(({ section = "" }) => settings(section)),
  );
  const found = collectFindings(connection);
  connection.listen();
  await initialize(connection);

  return {
    open: (name, text) =>
      connection.sendNotification(DidOpenTextDocumentNotification.type, {
        textDocument: {
          uri: uriOf(name),
          languageId: "yaml",
          version: 1,
          text,
        },
      }),
    findings: (name) => found(uriOf(name)),
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

/** Keeps what the server publishes, whether it comes before or after somebody asks. */
function collectFindings(
  connection: ProtocolConnection,
): (uri: string) => Promise<readonly Diagnostic[]> {
  const known = new Map<string, readonly Diagnostic[]>();
  const waiting = new Map<string, (found: readonly Diagnostic[]) => void>();
  connection.onNotification(
    PublishDiagnosticsNotification.type,
    ({ uri, diagnostics }) => {
      known.set(uri, diagnostics);
      waiting.get(uri)?.(diagnostics);
    },
  );
  return async (uri) =>
    known.get(uri) ??
    new Promise((resolve) => {
      waiting.set(uri, resolve);
    });
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
  return pathToFileURL(join(ROOT, name)).href;
}
