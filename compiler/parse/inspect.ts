import { isMap, isPair, isScalar, isSeq } from "yaml";
import type { Pair, Scalar, YAMLMap } from "yaml";
import { controlCharacter } from "./characters.ts";
import { isExact } from "./core-scalar.ts";
import type { Finding } from "./finding.ts";
import { MAX_ENTRIES } from "./limits.ts";

const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);

/** What is well-formed YAML but no plain data with text keys: duplicates, odd keys, numbers that get lost. */
export function inspect(root: unknown, text: string): Finding[] {
  if (root === null || (isScalar(root) && root.value === null))
    return [empty()];
  const findings: Finding[] = [];
  if (!isMap(root)) findings.push(notAMapping(root));
  visit(root, { text, findings });
  return findings;
}

interface Visit {
  readonly text: string;
  readonly findings: Finding[];
}

function visit(node: unknown, at: Visit): void {
  if (isMap(node)) visitMap(node, at);
  else if (isSeq(node)) for (const item of node.items) visit(item, at);
  else if (isScalar(node)) visitScalar(node, at);
}

function visitMap(map: YAMLMap, at: Visit): void {
  const { findings } = at;
  const seen = new Map<string, Scalar>();
  if (map.items.length > MAX_ENTRIES) findings.push(tooMany(map));
  for (const pair of map.items) {
    if (!isPair(pair)) continue;
    const { key } = pair;
    if (!isScalar(key) || typeof key.value !== "string") {
      findings.push(keyNotText(key));
    } else {
      findings.push(...checkKey(key, key.value, seen.get(key.value)));
      if (!seen.has(key.value)) seen.set(key.value, key);
      findings.push(...lostValue(map, pair, key, at.text));
      visitScalar(key, at);
    }
    visit(pair.value, at);
  }
}

function checkKey(key: Scalar, name: string, first?: Scalar): Finding[] {
  const place = placeOf(key);
  if (FORBIDDEN.has(name))
    return [
      {
        code: "yaml/forbidden-key",
        message: `"${name}" cannot be a key`,
        hint: "choose another name",
        ...place,
      },
    ];
  if (name === "<<" && key.type === "PLAIN")
    return [
      {
        code: "yaml/merge-key",
        message: '"<<" merges mappings, and merging is not allowed',
        hint: "write the keys out here",
        ...place,
      },
    ];
  if (first === undefined) return [];
  return [
    {
      code: "yaml/duplicate-key",
      message: `"${name}" is given twice`,
      hint: "keep one of the two",
      ...place,
      note: { message: "first here", ...placeOf(first) },
    },
  ];
}

function keyNotText(key: unknown): Finding {
  const place = placeOf(key);
  if (isScalar(key) && (key.source ?? "") !== "")
    return {
      code: "yaml/key-not-text",
      message: `the key ${key.source ?? ""} is no text`,
      hint: `put it in quotes: "${key.source ?? ""}"`,
      ...place,
    };
  return {
    code: "yaml/key-not-text",
    message: "a key is missing before the colon, or it is a list or mapping",
    hint: "write a key, a colon and a space: `label: text`; a text that begins with a bracket goes in quotes",
    ...place,
  };
}

/** Keys without a value because a space is missing: `{label:text}` and `color: #fff`. */
function lostValue(
  map: YAMLMap,
  pair: Pair,
  key: Scalar,
  text: string,
): Finding[] {
  if (isScalar(pair.value) ? pair.value.source !== "" : pair.value !== null)
    return [];
  const { start, end } = placeOf(key);
  const colon = /^[^:]+:/.exec(key.source ?? "")?.[0];
  if (map.flow && key.type === "PLAIN" && colon !== undefined)
    return [
      {
        code: "yaml/missing-space",
        message: "a space is missing after the colon",
        hint: `write "${colon} ${String(key.source).slice(colon.length)}"`,
        start,
        end,
      },
    ];
  const comment = /^ *: *(#\S.*)/.exec(
    text.slice(end, (text.indexOf("\n", end) + 1 || text.length + 1) - 1),
  );
  if (comment === null) return [];
  const hash = end + comment[0].indexOf("#");
  const word = /^\S+/.exec(comment[1] ?? "")?.[0] ?? "";
  return [
    {
      code: "yaml/needs-quotes",
      message: "what follows # is a comment, so the key has no value",
      hint: `write "${word}" in quotes; a comment has a space after #`,
      start: hash,
      end: hash + word.length,
    },
  ];
}

function visitScalar(scalar: Scalar, { findings }: Visit): void {
  const { value } = scalar;
  const place = placeOf(scalar);
  const source = String(scalar.source ?? value);
  if (typeof value === "number" && !isExact(value))
    findings.push({
      code: "yaml/bad-number",
      message: Number.isFinite(value)
        ? `the number ${source} has too many digits to be kept exactly`
        : `${source} is not a number that can be used`,
      hint: `put it in quotes if it is meant as text: "${source}"`,
      ...place,
    });
  if (typeof value !== "string") return;
  const control = controlCharacter(value);
  if (control !== null)
    findings.push({
      code: "yaml/control-character",
      message: `the text holds an invisible control character (${control})`,
      hint: "delete the sequence that begins with \\",
      ...place,
    });
}

function notAMapping(root: unknown): Finding {
  return {
    code: "yaml/not-a-mapping",
    message: "the file must consist of keys and values",
    hint: "begin with a key, a colon and a space: `name: My funnel`",
    ...placeOf(root),
  };
}

function tooMany(map: YAMLMap): Finding {
  return {
    code: "yaml/too-large",
    message: `a mapping has ${map.items.length} keys; at most ${MAX_ENTRIES} can be read`,
    hint: "split it up",
    ...placeOf(map),
  };
}

function empty(): Finding {
  return {
    code: "yaml/empty",
    message: "the file is empty",
    hint: "write its content, or delete the file",
    start: 0,
    end: 0,
  };
}

/** Where a node stands; its start and the end of its content. */
export function placeOf(node: unknown): { start: number; end: number } {
  const range =
    isScalar(node) || isMap(node) || isSeq(node) ? node.range : undefined;
  return range
    ? { start: range[0], end: Math.max(range[1], range[0]) }
    : { start: 0, end: 0 };
}
