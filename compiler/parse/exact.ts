import {
  Composer,
  type CST,
  type Document,
  Parser,
  type YAMLError,
} from "yaml";
import { explain, unknown } from "./explain.ts";
import type { Finding } from "./finding.ts";
import { gluedText, isWrongDash } from "./glued-text.ts";
import { inspect } from "./inspect.ts";
import { type Lexeme, readTokens } from "./lexemes.ts";
import { MAX_FINDINGS } from "./limits.ts";
import type { Lines } from "./lines.ts";
import { otherQuotes } from "./other-quotes.ts";
import { causeOf } from "./parser-sentences.ts";
import { endOfLine } from "./quoted.ts";
import { refusedSigns, type Muted } from "./refused-signs.ts";
import { isStrangeSpace } from "./spaces.ts";
import { unclosed } from "./unclosed.ts";

export type ExactResult =
  | {
      readonly kind: "read";
      readonly data: unknown;
      /** The tree of nodes with their places. */
      readonly root: unknown;
    }
  | { readonly kind: "refused"; readonly findings: readonly Finding[] };

/** Errors that say nothing about the structure around them. */
const MILD = new Set<string>(["BAD_SCALAR_START", "BAD_DQ_ESCAPE"]);

/** Reads any text with the exact parser: data and tree, or everything that is wrong with it. */
export function readExact(text: string, lines: Lines): ExactResult {
  const gate = readTokens(text);
  if (gate.kind === "closed")
    return { kind: "refused", findings: [gate.finding] };

  const documents = compose(gate.tokens, text.length);
  const errors = errorsOf(documents);
  const signs = refusedSigns(gate.lexemes, gate.tokens, lines);
  const pairs = unclosed(gate.lexemes, lines);
  const muted = [...signs.muted, ...pairs.muted];
  const told = [
    ...signs.findings,
    ...pairs.findings.filter(({ start }) => !isMuted(start, signs.muted)),
    ...gluedText(gate.lexemes, lines),
    ...otherQuotes(gate.lexemes, text),
  ];
  const further = errors.filter(({ pos }) => !isMuted(pos[0], muted));
  const root = documents[0]?.contents ?? null;
  // What a broken text means is guesswork, so the tree is believed up to where its structure breaks.
  const end = Math.min(
    structureEnd(errors, signs.muted),
    pairs.findings[0]?.start ?? Number.POSITIVE_INFINITY,
  );
  const findings = [
    ...told,
    ...explained(further, told, gate.lexemes, lines),
    ...inspect(root, text).filter(
      ({ start }) => start < end && !isMuted(start, signs.muted),
    ),
  ];
  const [error] = errors;
  // Whatever the parser objects to is refused, even if nothing better can be said.
  if (findings.length === 0 && error !== undefined)
    findings.push(unknown(error, lines));
  return findings.length === 0
    ? { kind: "read", data: documents[0]?.toJS(), root }
    : { kind: "refused", findings: withoutGuesses(findings, lines) };
}

/**
 * What stands below a key without its colon, or below a comment with another sign, is no text, so that none of its list
 * is too deep in it. What stands after a tab, another dash than a hyphen, or a space of a kind that YAML takes for a
 * letter, the parser takes for a part of it. What is merged goes with the key that merges it.
 */
function withoutGuesses(
  findings: readonly Finding[],
  lines: Lines,
): readonly Finding[] {
  const strange = findings.filter(
    (finding) => isStrangeSpace(finding, lines) || isWrongDash(finding, lines),
  );
  const broken = strange.flatMap((finding) => brokenBlock(finding, lines));
  const merged = findings
    .filter(({ code }) => code === "yaml/merge-key")
    .map(({ start, end }) => ({ start: end, end: endOfLine(start, lines) }));
  const keys = findings
    .filter(({ code }) => /^yaml\/(?:missing-colon|syntax)$/.test(code))
    .map(({ start }) => start);
  return findings.filter(
    (finding) =>
      !keys.includes(finding.note?.start ?? -1) &&
      (strange.includes(finding) ||
        !isMuted(finding.start, [...broken, ...merged])),
  );
}

/** The tree of nodes of a text that was read already, so that nothing is wrong with it. */
export function readTree(text: string): unknown {
  return compose(new Parser().parse(text), text.length)[0]?.contents;
}

function compose(tokens: Iterable<CST.Token>, length: number): Document[] {
  const composer = new Composer({
    version: "1.2",
    schema: "core",
    merge: false,
    prettyErrors: false,
    // Quadratic in the parser; `inspect` finds duplicates, with the place of the first.
    uniqueKeys: false,
  });
  return [...composer.compose(tokens, true, length)];
}

/** Where the first error stands that makes the parser guess what belongs to what. */
function structureEnd(
  errors: readonly YAMLError[],
  muted: readonly Muted[],
): number {
  const first = errors.find(
    ({ code, pos }) => !MILD.has(code) && !isMuted(pos[0], muted),
  );
  return first?.pos[0] ?? Number.POSITIVE_INFINITY;
}

/** The parser's errors and warnings in order of place, but for one warning that is about taste. */
function errorsOf(documents: readonly Document[]): YAMLError[] {
  return documents
    .flatMap(({ errors, warnings }): YAMLError[] => [...errors, ...warnings])
    .filter(({ name, code }) => {
      // Prettier puts the closing bracket under its key.
      return name !== "YAMLWarning" || code !== "BAD_INDENT";
    })
    .toSorted((a, b) => a.pos[0] - b.pos[0]);
}

/** Errors in plain words, one a line, without those that follow from something already told. */
function explained(
  errors: readonly YAMLError[],
  told: readonly Finding[],
  lexemes: readonly Lexeme[],
  lines: Lines,
): Finding[] {
  const findings: Finding[] = [];
  const done = new Set(told.map(({ start }) => lines.lineOf(start)));
  const first = Math.min(...told.map(({ start }) => start));
  const broken = told.flatMap((finding) => brokenBlock(finding, lines));
  const falseKeys: number[] = [];
  for (const error of errors) {
    const [start] = error.pos;
    if (done.has(lines.lineOf(start)) || isConsequence(error, first, findings))
      continue;
    if (isMuted(start, broken)) continue;
    const finding = explain(error, errors, lexemes, lines);
    if (finding === null || done.has(lines.lineOf(finding.start))) continue;
    if (isMuted(finding.start, broken)) continue;
    if (isBesideFalseKey(finding.start, falseKeys, lines)) continue;
    findings.push(finding);
    broken.push(...brokenBlock(finding, lines));
    if (isFalseKey(finding, lines)) falseKeys.push(finding.start);
    done.add(lines.lineOf(start)).add(lines.lineOf(finding.start));
    if (findings.length === MAX_FINDINGS) break;
  }
  return findings;
}

const MISPLACED = new Set<string>([
  "yaml/indentation",
  "yaml/missing-space",
  "yaml/other-dash",
  "yaml/tab",
  "yaml/control-character",
  "yaml/unclosed-bracket",
  "yaml/unclosed-quote",
]);

/**
 * After an item, an open bracket or quote, or a line of prose that the parser took for something else, all is guesswork
 * until the next key at the margin.
 */
function brokenBlock(finding: Finding, lines: Lines): Muted[] {
  const { code, start, end } = finding;
  // Lines of text that were taken for keys.
  if (code === "yaml/block-text")
    return [{ start: end, end: endOfBlock(start + 1, lines) }];
  if (!MISPLACED.has(code) || isFalseKey(finding, lines)) return [];
  return [{ start, end: nextKeyAtMargin(start, lines) }];
}

function nextKeyAtMargin(start: number, lines: Lines): number {
  let next = lines.lineOf(start) + 1;
  while (next <= lines.count && !/^[^\s#-]/.test(lines.textOf(next))) next += 1;
  return next > lines.count ? Number.POSITIVE_INFINITY : lines.startOf(next);
}

/** A key in a column where none can be. */
function isFalseKey({ code, start }: Finding, lines: Lines): boolean {
  const line = lines.textOf(lines.lineOf(start));
  return code === "yaml/indentation" && /^ *[\w-]+:/.test(line);
}

/**
 * A key in a column where none can be ends the mapping or the list around it: what else stands in that column, and what
 * follows at once and is set in as far, is said to be wrong without being so.
 */
function isBesideFalseKey(
  offset: number,
  falseKeys: readonly number[],
  lines: Lines,
): boolean {
  return falseKeys.some(
    (key) =>
      offset > key &&
      offset < nextKeyAtMargin(key, lines) &&
      (columnOf(offset, lines) === columnOf(key, lines) ||
        offset < endOfBlock(key, lines) ||
        offset < endOfBlock(aboveOf(key, lines), lines)),
  );
}

/** The nearest line above that is set in less: what an offset stands in. */
function aboveOf(offset: number, lines: Lines): number {
  const column = columnOf(offset, lines);
  let above = lines.lineOf(offset) - 1;
  const isOutside = (line: string) => {
    const own = line.search(/\S/);
    return own !== -1 && own < column;
  };
  while (above > 1 && !isOutside(lines.textOf(above))) above -= 1;
  const indentation = Math.max(lines.textOf(above).search(/\S/), 0);
  return lines.startOf(above) + indentation + 1;
}

/** Where the first line begins that is set in less than that of an offset. */
function endOfBlock(offset: number, lines: Lines): number {
  const column = columnOf(offset, lines);
  let next = lines.lineOf(offset) + 1;
  const isWithin = (line: string) =>
    line.trim() === "" || line.search(/\S/) >= column;
  while (next <= lines.count && isWithin(lines.textOf(next))) next += 1;
  return next > lines.count ? Number.POSITIVE_INFINITY : lines.startOf(next);
}

function columnOf(offset: number, lines: Lines): number {
  return offset - lines.startOf(lines.lineOf(offset));
}

/** After a sign that ends the document too early, the parser objects to every word that follows. */
function isConsequence(
  error: YAMLError,
  first: number,
  findings: readonly Finding[],
): boolean {
  return (
    causeOf(error) === "after-the-document" &&
    (first < error.pos[0] || findings.length > 0)
  );
}

function isMuted(offset: number, muted: readonly Muted[]): boolean {
  return muted.some(({ start, end }) => offset >= start && offset < end);
}
