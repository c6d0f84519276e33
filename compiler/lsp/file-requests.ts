import type {
  Connection,
  TextDocumentIdentifier,
  TextDocumentPositionParams,
} from "vscode-languageserver/node";
import { brandOf } from "../parse/file-name.ts";
import {
  codeAction,
  documentSymbol,
  lspDiagnostic,
  rangeOf,
  rangeOfSpan,
  workspaceEdit,
} from "./convert.ts";
import { semanticTokens } from "./semantic-tokens.ts";
import type { Session } from "./session.ts";

/** Where `dev` serves a brand. */
const DEV_PORT = 4173;

/** The command by which a client has an address opened. */
export const OPEN_COMMAND = "funnels.open";

const MAP_REQUEST = "funnels/map";
const ADDRESS_REQUEST = "funnels/address";

interface FileAsked {
  readonly textDocument: TextDocumentIdentifier;
}

/** Where `dev` shows a page of the brand that a file belongs to. */
function devAddress(file: string, path: string): string {
  return `http://${brandOf(file)}.localhost:${DEV_PORT}${path}`;
}

/** What is asked of a whole file. */
export function answerAboutFiles(
  connection: Connection,
  session: Session,
): void {
  const named = (uri: string) => fileAsked(uri, session);
  connection.onDocumentSymbol(async ({ textDocument }) => {
    const file = await named(textDocument.uri);
    return file === null
      ? []
      : file.service
          .symbols(file.name)
          .map((symbol) => documentSymbol(symbol, file.document));
  });
  connection.onFoldingRanges(async ({ textDocument }) => {
    const file = await named(textDocument.uri);
    return file === null ? [] : session.keys.folding(file.document);
  });
  connection.languages.semanticTokens.on(async ({ textDocument }) => {
    const file = await named(textDocument.uri);
    if (file === null) return { data: [] };
    const { document, service, name } = file;
    return semanticTokens(service.mentions(name), document);
  });
  connection.onCodeAction(async ({ textDocument, range }) => {
    const file = await named(textDocument.uri);
    if (file === null) return [];
    return session.findingsOf(file.name).flatMap((finding) => {
      const { start, end } = rangeOfSpan(finding.at);
      const isHere =
        start.line <= range.end.line && end.line >= range.start.line;
      const edits =
        isHere && finding.fix !== undefined
          ? file.service.editsOf(finding.fix)
          : null;
      if (edits === null) return [];
      const shown = lspDiagnostic(finding, (each) =>
        session.uriOfFinding(each),
      );
      return [codeAction(finding, shown, workspaceEdit(edits, session))];
    });
  });
  connection.onCodeLens(async ({ textDocument }) => {
    await session.checked;
    const file = await named(textDocument.uri);
    if (file === null) return [];
    const { name, document, service } = file;
    return service.addresses(name).map(({ mention, path }) => ({
      range: rangeOf(document, mention),
      command: {
        title: `open ${path}`,
        command: OPEN_COMMAND,
        arguments: [devAddress(name, path)],
      },
    }));
  });
  answerExtension(connection, session);
  connection.onExecuteCommand(async ({ command, arguments: given = [] }) => {
    const uri: unknown = given[0];
    if (command === OPEN_COMMAND && typeof uri === "string")
      await connection.window.showDocument({ uri, external: true });
    return null;
  });
}

/** Answers what our own extension asks beside: the map of a file as SVG, the address of the step at a place. */
function answerExtension(connection: Connection, session: Session): void {
  connection.onRequest(MAP_REQUEST, async ({ textDocument }: FileAsked) => {
    await session.checked;
    const file = await fileAsked(textDocument.uri, session);
    return file?.service.map(file.name) ?? null;
  });
  connection.onRequest(
    ADDRESS_REQUEST,
    async ({ textDocument, position }: TextDocumentPositionParams) => {
      await session.checked;
      const file = await fileAsked(textDocument.uri, session);
      if (file === null) return null;
      const offset = file.document.offsetAt(position);
      const path = file.service.addressAt(file.name, offset);
      return path === null ? null : devAddress(file.name, path);
    },
  );
}

async function fileAsked(uri: string, session: Session) {
  await session.read;
  const name = session.nameOf(uri);
  return name === null
    ? null
    : { name, document: session.document(name), service: session.service() };
}
