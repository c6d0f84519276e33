import { isScalar } from "yaml";
import { placeOf } from "../parse/place.ts";
import { lineStart } from "./collection.ts";
import type { Splice } from "./splice.ts";
import { writeBlockText } from "./write-value.ts";

/** The ways to write another value in the place of a scalar, the best first: the first that reads back equal is right. */
export function setValue(
  text: string,
  node: unknown,
  value: string | number | boolean,
): Splice[] {
  if (!isScalar(node)) return [];
  const place = placeOf(node);
  // The line break behind a text under a mark is part of it, and stays.
  const end = place.start + text.slice(place.start, place.end).trimEnd().length;
  const put = (written: string): Splice => ({ ...place, end, text: written });
  if (typeof value !== "string") return [put(emptied(place) + String(value))];
  const isBlock = node.type === "BLOCK_LITERAL" || node.type === "BLOCK_FOLDED";
  const blocks = isBlock
    ? blockTexts(text, place, value)
    : value.includes("\n")
      ? [freshBlock(text, place.start, value)]
      : [];
  return [...blocks, ...lineTexts(value).map(put)];

  /** An empty value stands right behind its colon. */
  function emptied({ start, end }: typeof place): string {
    return start === end && /\S/.test(text[start - 1] ?? " ") ? " " : "";
  }

  function lineTexts(said: string): string[] {
    const space = emptied(place);
    const single = `'${said.replaceAll("'", "''")}'`;
    const double = JSON.stringify(said);
    const wasSingle = text[place.start] === "'";
    const quoted =
      single.length < double.length ||
      (single.length === double.length && wasSingle)
        ? [single, double]
        : [double, single];
    const plain = said !== "" && said.trim() === said && !said.includes("\n");
    return [...(plain ? [said] : []), ...quoted].map((each) => space + each);
  }
}

/** The text under the mark that is there, and under the same mark with another say about its last line break. */
function blockTexts(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  value: string,
): Splice[] {
  const written = text.slice(start, end);
  const headEnd = written.search(/\r?\n/);
  const head = written.slice(0, headEnd === -1 ? undefined : headEnd);
  const [, mark = "|", comment = ""] =
    /^([|>])[-+\d]*([ \t]*#.*)?$/.exec(head.trimEnd()) ?? [];
  const eol = written.includes("\r\n") ? "\r\n" : "\n";
  const column = /^ +(?=\S)/m.exec(written.slice(head.length))?.[0].length ?? 2;
  const pad = " ".repeat(column);
  const body = mark === ">" ? value.replaceAll(/\n(?!$)/g, "\n\n") : value;
  const lines = body.replace(/\n+$/, "").split("\n");
  const last = /[\r\n]$/.test(written) ? eol : "";
  const blank = body.length - body.replace(/\n+$/, "").length;
  return ["", "-", "+"].map((chomping) => ({
    start,
    end,
    text: [
      `${mark}${chomping}${comment}`,
      ...lines.map((line) => (line === "" ? "" : pad + line)),
      ...(chomping === "+"
        ? Array.from({ length: Math.max(0, blank - 1) }, () => "")
        : []),
    ]
      .join(eol)
      .concat(last),
  }));
}

/** A text of several lines where there was one: under a mark, indented further than its key. */
function freshBlock(text: string, start: number, value: string): Splice {
  const begin = lineStart(text, start);
  const line = text.slice(begin, start);
  const column = (/^[ -]*/.exec(line)?.[0].length ?? 0) + 2;
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const newline = text.indexOf("\n", start);
  const end = newline === -1 ? text.length : newline;
  const stop = text[end - 1] === "\r" ? end - 1 : end;
  return {
    start,
    end: stop,
    text: writeBlockText(value, column).join(eol),
  };
}
