import {
  type CompletionItem,
  CompletionItemKind,
  InsertTextFormat,
} from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { rangeOf } from "./convert.ts";
import type { FlowPlace } from "./writing-place.ts";
import { enclosed, flowSnippet } from "./flow-snippet.ts";

/** What is offered at a place in blocks, as it is written at the same place between brackets. */
export function inFlow(
  items: readonly CompletionItem[],
  place: FlowPlace,
  document: TextDocument,
): CompletionItem[] {
  const range = rangeOf(document, place);
  const isFollowed = /^["']?\s*:/.test(document.getText().slice(place.end));
  return items.flatMap(({ insertText = "", textEdit, ...item }) => {
    const { kind, label } = item;
    const given = textEdit?.newText ?? insertText;
    const put = (newText: string) => ({
      ...item,
      textEdit: { range, newText },
    });
    const isSkeleton = kind === CompletionItemKind.Class;
    if (!isSkeleton && kind !== CompletionItemKind.Property)
      return [put(given)];
    // The value is there already.
    if (place.part === "key" && isFollowed)
      return isSkeleton ? [] : [put(label)];
    const written = flowSnippet(given, place.isBehindDash ? 2 : 0);
    const newText = place.part === "key" ? written.text : enclosed(written);
    return [
      {
        ...put(newText.replace(/:$/, ": ")),
        insertTextFormat: InsertTextFormat.Snippet,
      },
    ];
  });
}
