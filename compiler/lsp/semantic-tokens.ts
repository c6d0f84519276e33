import {
  type SemanticTokens,
  SemanticTokensBuilder,
} from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Mention } from "../service/mention.ts";

/** The kinds of tokens that are told apart, by their place in this list. */
export const TOKEN_TYPES = ["variable", "enumMember", "class"];

/** The variables in texts, and the names of steps and answers where they are used. */
export function semanticTokens(
  mentions: readonly Mention[],
  document: TextDocument,
): SemanticTokens {
  const builder = new SemanticTokensBuilder();
  for (const { start, end, form, kind, role } of mentions) {
    const type = TOKEN_TYPES.indexOf(
      form === "variable"
        ? "variable"
        : kind === "answer"
          ? "enumMember"
          : "class",
    );
    const isShown =
      role === "use" &&
      (form === "variable" || kind === "answer" || kind === "step");
    const { line, character } = document.positionAt(start);
    if (isShown) builder.push(line, character, end - start, type, 0);
  }
  return builder.build();
}
