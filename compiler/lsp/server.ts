/** The folder `lsp` holds the language server, which editors ask by the Language Server Protocol. */

/** The language server: what editors are told and answered while the content is written. */
import {
  createConnection,
  ProposedFeatures,
  StreamMessageReader,
  StreamMessageWriter,
  TextDocuments,
  TextDocumentSyncKind,
  type ServerCapabilities,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { systemRefusal } from "../workspace/system-refusal.ts";
import { watchContent } from "../workspace/watch-content.ts";
import { OPEN_COMMAND } from "./file-requests.ts";
import { createPublisher } from "./publisher.ts";
import { answerRequests } from "./requests.ts";
import { TOKEN_TYPES } from "./semantic-tokens.ts";
import { Session } from "./session.ts";

export interface Serving {
  readonly root: string;
  readonly content: string;
  /** What precedes the names of files in findings. */
  readonly prefix: string;
}

const CAPABILITIES: ServerCapabilities = {
  textDocumentSync: TextDocumentSyncKind.Incremental,
  completionProvider: {
    triggerCharacters: [" ", ":", "{", "[", ",", '"', "'", ".", "/"],
  },
  hoverProvider: true,
  definitionProvider: true,
  referencesProvider: true,
  renameProvider: { prepareProvider: true },
  codeActionProvider: true,
  codeLensProvider: {},
  documentSymbolProvider: true,
  foldingRangeProvider: true,
  semanticTokensProvider: {
    legend: { tokenTypes: TOKEN_TYPES, tokenModifiers: [] },
    full: true,
  },
  executeCommandProvider: { commands: [OPEN_COMMAND] },
};

/** Serves one editor over standard input and output until it goes. */
export async function serveEditor({
  root,
  content,
  prefix,
}: Serving): Promise<number> {
  // An editor that reads no more is gone, and there is nobody to be told that it cannot be written to.
  process.stdout.once("error", () => process.exit(0));
  const connection = createConnection(
    ProposedFeatures.all,
    new StreamMessageReader(process.stdin),
    new StreamMessageWriter(process.stdout),
  );
  // Whatever else is printed would be taken for a message.
  console.log = (...words: unknown[]) =>
    connection.console.log(words.join(" "));
  const documents = new TextDocuments(TextDocument);
  let end: (() => Promise<void>) | null = null;
  connection.onInitialize(({ capabilities }) => {
    const session = new Session(root, content, prefix, capabilities);
    const publish = createPublisher(
      session,
      (uri, diagnostics) => {
        void connection.sendDiagnostics({ uri, diagnostics });
      },
      (error) => connection.console.error(wordsOf(error)),
    );
    documents.onDidChangeContent(({ document }) => {
      session.open(document);
      publish();
    });
    documents.onDidClose(({ document }) => {
      session.close(document.uri);
      publish();
    });
    answerRequests(connection, session);
    const watch = async () => {
      end = await watchContent(content, [], async (files, areNewPictures) => {
        session.save(files, areNewPictures);
        publish();
      });
    };
    // Where the files cannot be read, the editor is told why; a server that ends would only be started again.
    connection.onInitialized(() =>
      watch().catch((error: unknown) => {
        connection.window.showErrorMessage(wordsOf(error));
      }),
    );
    return { capabilities: CAPABILITIES, serverInfo: { name: "funnels" } };
  });
  return new Promise((resolve) => {
    const leave = () => {
      void end?.();
      resolve(0);
    };
    connection.onExit(leave);
    // An editor that crashed says nothing any more.
    process.stdin.once("end", leave);
    documents.listen(connection);
    connection.listen();
  });
}

function wordsOf(error: unknown): string {
  const refusal = systemRefusal(error);
  if (refusal !== null) return refusal;
  return error instanceof Error
    ? (error.stack ?? error.message)
    : String(error);
}
