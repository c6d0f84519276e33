/** The folder `parse` holds what reads YAML into plain data, with positions. */
import { sortDiagnostics, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Path, Span } from "../diagnostics/span.ts";
import { refusedCharacters } from "./characters.ts";
import { conflictMarks } from "./conflict.ts";
import { readExact, readTree } from "./exact.ts";
import { readFast } from "./fast.ts";
import { toDiagnostic, type Finding } from "./finding.ts";
import { MAX_FINDINGS } from "./limits.ts";
import { linesOf, type Lines } from "./lines.ts";
import { locate } from "./locate.ts";
import { type OutlineNode, outlineOfPlain, outlineOfTree } from "./outline.ts";

/** A file that was understood: plain data, and where each part of it stands. */
export interface Source {
  readonly file: string;
  /** The text that positions refer to: without a byte-order mark. */
  readonly text: string;
  readonly data: unknown;
  /**
   * The smallest place of a path's key or value. A missing path is looked for at its nearest existing parent;
   * an empty value, and the key of a list item, at what is there instead.
   */
  span(path: Path, part: "key" | "value"): Span;
}

export type ParseResult =
  | { readonly kind: "ok"; readonly source: Source }
  | { readonly kind: "refused"; readonly diagnostics: readonly Diagnostic[] };

/**
 * Reads a YAML file as plain data. Never throws: a file is either understood or refused with everything that is
 * wrong with it, sorted. Ordinary content takes a fast way; positions are looked up only when asked for.
 */
export function parseSource(file: string, text: string): ParseResult {
  const body = withoutMark(text);
  const fast = readFast(body);
  if (fast.kind === "read")
    return { kind: "ok", source: sourceOf(file, body, fast.data) };

  const refused = [...refusedCharacters(body), ...conflictMarks(body)];
  if (refused.length > 0) return refuse(file, body, refused);
  const exact = readExact(body, linesOf(file, body));
  return exact.kind === "refused"
    ? refuse(file, body, exact.findings)
    : {
        kind: "ok",
        source: sourceOf(file, body, exact.data, () =>
          outlineOfTree(exact.root),
        ),
      };
}

/** Without the byte-order mark that some editors begin a file with. */
export function withoutMark(text: string): string {
  return text.startsWith("\u{feff}") ? text.slice(1) : text;
}

/** A file that was understood before: its data is read again when it is asked for. */
export function sourceLater(file: string, text: string): Source {
  const source = sourceOf(file, withoutMark(text), null);
  let parsed: ParseResult | null = null;
  return {
    ...source,
    get data() {
      parsed ??= parseSource(file, text);
      if (parsed.kind === "refused")
        throw new Error(`${file} was understood before`);
      return parsed.source.data;
    },
  };
}

function sourceOf(
  file: string,
  text: string,
  data: unknown,
  outline = () => outlineOfText(text),
): Source {
  let root: OutlineNode | null = null;
  let lines: Lines | null = null;
  return {
    file,
    text,
    data,
    span(path, part) {
      lines ??= linesOf(file, text);
      root ??= outline();
      return locate(root, path, part, lines);
    },
  };
}

/** Of a text that was understood. */
function outlineOfText(text: string): OutlineNode {
  return outlineOfPlain(text) ?? outlineOfTree(readTree(text));
}

function refuse(
  file: string,
  text: string,
  findings: readonly Finding[],
): ParseResult {
  const lines = linesOf(file, text);
  const diagnostics = findings.map((finding) => toDiagnostic(finding, lines));
  const broken = new Set(diagnostics.map(({ at }) => at.line));
  return {
    kind: "refused",
    diagnostics: sortDiagnostics(diagnostics)
      // What a line belongs to is not known where the one above it could not be read.
      .filter(
        ({ code, at }) =>
          code !== "yaml/indentation" || !broken.has(at.line - 1),
      )
      .slice(0, MAX_FINDINGS),
  };
}
