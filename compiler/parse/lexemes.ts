import { CST, Lexer, Parser } from "yaml";
import type { Finding } from "./finding.ts";
import { MAX_DEPTH, MAX_TOKENS } from "./limits.ts";

/** The smallest pieces of a YAML text; `plain` and `block-text` are unquoted texts. */
export interface Lexeme {
  readonly kind: CST.TokenType | "plain" | "block-text" | "unknown";
  readonly start: number;
  readonly source: string;
}

export type Gate =
  | {
      readonly kind: "open";
      readonly lexemes: readonly Lexeme[];
      readonly tokens: readonly CST.Token[];
    }
  | { readonly kind: "closed"; readonly finding: Finding };

/**
 * Reads a text as tokens and stops at the limits. Composing comes after this gate only: it recurses, and deep
 * recursion through generators can abort Node 20 without an exception.
 */
export function readTokens(text: string): Gate {
  const lexemes: Lexeme[] = [];
  const tokens: CST.Token[] = [];
  const parser = new Parser();
  let start = 0;
  let isText = false;
  let isBlock = false;
  for (const source of new Lexer().lex(text)) {
    const type = CST.tokenType(source);
    if (isText) {
      lexemes.push({ kind: isBlock ? "block-text" : "plain", start, source });
      isText = isBlock = false;
    } else if (type === "scalar") {
      isText = true;
    } else {
      isBlock ||= type === "block-scalar-header";
      lexemes.push({ kind: type ?? "unknown", start, source });
    }
    for (const token of parser.next(source)) tokens.push(token);
    // Marks between tokens are one character that the text does not have.
    if (!isMark(source, type)) start += source.length;
    if (lexemes.length > MAX_TOKENS) return closed("yaml/too-large", start - 1);
    if (parser.stack.length > MAX_DEPTH)
      return closed("yaml/too-deep", start - 1);
  }
  for (const token of parser.end()) tokens.push(token);
  return { kind: "open", lexemes, tokens };
}

function isMark(source: string, type: CST.TokenType | null): boolean {
  return (
    source.length === 1 &&
    (type === "doc-mode" || type === "scalar" || type === "flow-error-end")
  );
}

function closed(code: "yaml/too-large" | "yaml/too-deep", start: number): Gate {
  const place = { start, end: start + 1 };
  if (code === "yaml/too-large")
    return {
      kind: "closed",
      finding: {
        code,
        message: `the file has more than ${MAX_TOKENS.toLocaleString("en")} keys, values and symbols`,
        hint: "split it into several files, one for each funnel",
        ...place,
      },
    };
  return {
    kind: "closed",
    finding: {
      code,
      message: `the nesting is more than ${MAX_DEPTH} levels deep here`,
      hint: "look for brackets or dashes that are repeated by accident",
      ...place,
    },
  };
}
