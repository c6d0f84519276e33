import {
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { controlCharacter } from "./characters.ts";
import { isExact } from "./core-scalar.ts";
import type { Finding } from "./finding.ts";
import {
  checkKey,
  duplicateKeys,
  keyNotText,
  lostValue,
  splitNumber,
  splitText,
} from "./keys.ts";
import { MAX_ENTRIES } from "./limits.ts";
import { placeOf } from "./place.ts";
import { splitItems } from "./split-items.ts";
import { groupedNumber } from "./written-number.ts";

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

function visit(node: unknown, at: Visit, isItem = false): void {
  if (isMap(node)) visitMap(node, at, isItem);
  else if (isSeq(node)) visitList(node, at);
  else if (isScalar(node)) visitScalar(node, at);
}

function visitList(list: YAMLSeq, at: Visit): void {
  at.findings.push(...splitItems(list, at.text));
  for (const item of list.items) visit(item, at, true);
}

function visitMap(map: YAMLMap, at: Visit, isItem: boolean): void {
  const { findings } = at;
  findings.push(...duplicateKeys(map, isItem));
  if (map.items.length > MAX_ENTRIES) findings.push(tooMany(map));
  for (const [i, pair] of map.items.entries()) {
    if (!isPair(pair)) continue;
    const { key } = pair;
    const split = splitNumber(map.items[i - 1]?.value, key);
    if (split !== null) findings.push(split);
    else if (!isScalar(key) || typeof key.value !== "string") {
      findings.push(splitText(map.items[i - 1], pair) ?? keyNotText(key));
    } else {
      findings.push(...checkKey(key, key.value));
      findings.push(...lostValue(map, pair, key, at.text));
      visitScalar(key, at);
      // What a comma cuts in two is told as one number.
      if (splitNumber(pair.value, map.items[i + 1]?.key) === null)
        findings.push(...groupedNumber(key, pair.value));
    }
    visit(pair.value, at);
  }
}

function visitScalar(scalar: Scalar, { findings }: Visit): void {
  const { value } = scalar;
  const place = placeOf(scalar);
  const source = String(scalar.source ?? value);
  if (typeof value === "number" && !isExact(value))
    findings.push({
      code: "yaml/bad-number",
      message: Number.isFinite(value)
        ? `the number ${source} has too many digits to be stored exactly`
        : `${source} is not a usable number`,
      hint: `put it in quotes if it is meant as text: "${source}"`,
      ...place,
    });
  if (typeof value !== "string") return;
  const control = controlCharacter(value);
  if (control !== null)
    findings.push({
      code: "yaml/control-character",
      message: `the text contains an ${control}`,
      hint: "delete the escape sequence, which starts with \\",
      ...place,
    });
}

function notAMapping(root: unknown): Finding {
  return {
    code: "yaml/not-a-mapping",
    message: "the file must consist of keys and values",
    hint: "start with a key, a colon and a space: `name: My funnel`",
    ...placeOf(root),
  };
}

function tooMany(map: YAMLMap): Finding {
  return {
    code: "yaml/too-large",
    message: `there are ${map.items.length.toLocaleString("en")} keys in one place; the maximum is ${MAX_ENTRIES.toLocaleString("en")}`,
    hint: "split the file into several files",
    ...placeOf(map),
  };
}

function empty(): Finding {
  return {
    code: "yaml/empty",
    message: "the file is empty",
    hint: "add content, or delete the file; a link that leads nowhere is empty, too",
    start: 0,
    end: 0,
  };
}
