import {
  type Connection,
  type Position,
  ResponseError,
  type TextDocumentPositionParams,
} from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { LanguageService } from "../service/language-service.ts";
import type { Place } from "../service/content-names.ts";
import { completionItems, rangeOf, workspaceEdit } from "./convert.ts";
import { answerAboutFiles } from "./file-requests.ts";
import type { Session } from "./session.ts";

/** A name that cannot be had, told to whoever asked for it (LSP: RequestFailed). */
const REQUEST_FAILED = -32_803;

/** A place that a client asks about, in a file of the content. */
interface Asked {
  readonly name: string;
  readonly document: TextDocument;
  readonly at: Position;
  readonly offset: number;
  readonly service: LanguageService;
}

/** Answers what editors ask about names, pages and findings. */
export function answerRequests(connection: Connection, session: Session): void {
  const asked = async ({
    textDocument,
    position,
  }: TextDocumentPositionParams): Promise<Asked | null> => {
    await session.read;
    const name = session.nameOf(textDocument.uri);
    if (name === null) return null;
    const document = session.document(name);
    const offset = document.offsetAt(position);
    const service = session.service();
    return { name, document, at: position, offset, service };
  };
  const location = ({ file, mention }: Place) => ({
    uri: session.uriOf(file),
    range: rangeOf(session.document(file), mention),
  });

  connection.onCompletion(async (params) => {
    const place = await asked(params);
    if (place === null) return [];
    const { name, document, at, offset, service } = place;
    const names = service.complete(name, offset);
    return names === null
      ? session.keys.complete(document, at)
      : completionItems(names, document, session.takesStops);
  });
  connection.onHover(async (params) => {
    const place = await asked(params);
    if (place === null) return null;
    const { name, document, at, offset, service } = place;
    const described = service.describe(name, offset);
    if (described === null) return session.keys.hover(document, at);
    return {
      contents: { kind: "markdown", value: described.long },
      range: rangeOf(document, described.mention),
    };
  });
  connection.onDefinition(async (params) => {
    const place = await asked(params);
    const places = place?.service.definitions(place.name, place.offset) ?? [];
    return places.map(location);
  });
  connection.onReferences(async (params) => {
    const place = await asked(params);
    const places = place?.service.references(place.name, place.offset) ?? [];
    return places
      .filter(
        ({ mention }) =>
          params.context.includeDeclaration || mention.role === "use",
      )
      .map(location);
  });
  connection.onPrepareRename(async (params) => {
    const place = await asked(params);
    const mention = place?.service.renamable(place.name, place.offset) ?? null;
    return mention === null || place === null
      ? null
      : { range: rangeOf(place.document, mention), placeholder: mention.id };
  });
  connection.onRenameRequest(async (params) => {
    const place = await asked(params);
    if (place === null) return null;
    const { name, offset, service } = place;
    const renaming = service.rename(name, offset, params.newName);
    return renaming.kind === "refused"
      ? new ResponseError(REQUEST_FAILED, renaming.reason)
      : workspaceEdit(renaming.edits, session);
  });
  answerAboutFiles(connection, session);
}
