import { isPair, isScalar, type Pair, type Scalar, type YAMLMap } from "yaml";
import type { Finding } from "./finding.ts";
import { placeOf } from "./place.ts";
import { named } from "./quoted.ts";
import { meantNumber } from "./written-number.ts";

const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);

/** Keys that are reserved or merged. */
export function checkKey(key: Scalar, name: string): Finding[] {
  const place = placeOf(key);
  if (FORBIDDEN.has(name))
    return [
      {
        code: "yaml/forbidden-key",
        message: `"${name}" is reserved and cannot be a key`,
        hint: "choose another name",
        ...place,
      },
    ];
  if (name === "<<" && key.type === "PLAIN")
    return [
      {
        code: "yaml/merge-key",
        message: '"<<" is a merge key, and merge keys are not allowed',
        hint: "write out the keys here",
        ...place,
      },
    ];
  return [];
}

/**
 * Keys given twice. Where the first key of a list item comes again, and others with it, or several stand below each other,
 * that is an item without its dash.
 *
 * @param isItem whether the mapping is an item of a list
 */
export function duplicateKeys(map: YAMLMap, isItem: boolean): Finding[] {
  const seen = new Map<string, Scalar>();
  const twice = map.items.flatMap(({ key }) => {
    if (!isScalar(key) || typeof key.value !== "string") return [];
    const first = seen.get(key.value);
    if (first === undefined) seen.set(key.value, key);
    return first === undefined ? [] : [{ key, first }];
  });
  const start = map.items[0]?.key;
  const item =
    map.flow !== true && twice.length > 1
      ? twice.findIndex(
          ({ first, key }, i) =>
            (isItem && first === start) || isNext(map, key, twice[i + 1]?.key),
        )
      : -1;
  // What follows in such an item is no further mistake.
  return twice
    .slice(0, item === -1 ? undefined : item + 1)
    .map(({ key, first }, i): Finding => ({
      code: "yaml/duplicate-key",
      message: `the key "${String(key.value)}" is used twice`,
      hint:
        i === item
          ? `if a new list item starts here, write "- ${String(key.value)}"; otherwise remove one of the two`
          : "remove one of the two",
      ...placeOf(key),
      note: { message: "first used here", ...placeOf(first) },
    }));
}

/** Whether one key follows another one at once. */
function isNext(map: YAMLMap, key: Scalar, next: Scalar | undefined): boolean {
  const at = map.items.findIndex((pair) => pair.key === key);
  return next !== undefined && map.items[at + 1]?.key === next;
}

/** What may stand behind a number, or in front of one: the sign of a currency. */
const BEHIND = /\s*(?:[€$£¥%]|[A-Z]{3})$/;
const BEFORE = /^(?:[€$£¥]|[A-Z]{3})\s*/;

/** `{ USD: 6,99 }`: the comma ends the number, and the rest becomes a key. */
export function splitNumber(before: unknown, key: unknown): Finding | null {
  if (!isScalar(before) || !isScalar(key) || key.type !== "PLAIN") return null;
  const [written, rest] = [before.source ?? "", key.source ?? ""];
  const { start } = placeOf(before);
  const { start: comma, end } = placeOf(key);
  if (before.type !== "PLAIN" || start + written.length + 1 !== comma)
    return null;
  const [whole, decimals] = [
    written.replace(BEFORE, ""),
    rest.replace(BEHIND, ""),
  ];
  if (!/^[\d.]+ \d+(?:\.\d+)?$/.test(`${whole} ${decimals}`)) return null;
  const number = meantNumber(`${whole},${decimals}`);
  if (number === null) return null;
  const isBare = whole === written && decimals === rest;
  return {
    code: "yaml/key-not-text",
    message: `the comma ends the number, so ${written},${rest} is read as ${written}`,
    hint: `use a point for decimals, and no commas${isBare ? " or spaces" : ", spaces or signs"}: ${number}`,
    start,
    end,
  };
}

/** `{ until: May 31, 2027 }`: the comma ends the text, and the number behind it becomes a key without a value. */
export function splitText(before: unknown, pair: Pair): Finding | null {
  if (!isPair(before) || !isScalar(before.key) || !isScalar(before.value))
    return null;
  const { key } = pair;
  const isNumber = isScalar(key) && typeof key.value === "number";
  if (!isNumber || pair.value !== null || before.value.type !== "PLAIN")
    return null;
  const [text, rest] = [before.value.source ?? "", key.source ?? ""];
  if (typeof before.value.value !== "string" || text === "") return null;
  return {
    code: "yaml/key-not-text",
    message: `the comma ends the text, so ${rest} is read as a key`,
    hint: `text that contains a comma needs quotes here: \`${String(before.key.value)}: ${JSON.stringify(`${text}, ${rest}`)}\``,
    start: placeOf(before.value).start,
    end: placeOf(key).end,
  };
}

/** The finding for a key that is a number, a list or missing. */
export function keyNotText(key: unknown): Finding {
  const place = placeOf(key);
  if (isScalar(key) && (key.source ?? "") !== "")
    return {
      code: "yaml/key-not-text",
      message: `the key ${key.source ?? ""} is not text`,
      hint: `put it in quotes: "${key.source ?? ""}"`,
      ...place,
    };
  return {
    code: "yaml/key-not-text",
    message: "the key before this colon is missing, or it is not text",
    hint: "write a key, a colon and a space: `label: text`; put text that starts with a bracket in quotes",
    ...place,
  };
}

/** Keys without a value: a space is missing, `{label:text}` and `color: #fff`, or the colon is another sign. */
export function lostValue(
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
  if (map.flow && key.type === "PLAIN") {
    const other = otherColon(key.source ?? "", start);
    if (other !== null) return [other];
  }
  const comment = /^ *: *(#\S.*)/.exec(
    text.slice(end, (text.indexOf("\n", end) + 1 || text.length + 1) - 1),
  );
  if (comment === null) return [];
  const hash = end + comment[0].indexOf("#");
  const word = /^\S+/.exec(comment[1] ?? "")?.[0] ?? "";
  return [
    {
      code: "yaml/needs-quotes",
      message: "everything after # is a comment, so the key has no value",
      hint: `if it is a value, put it in quotes: "${word}"; if it is a comment, write a space after #`,
      start: hash,
      end: hash + word.length,
    },
  ];
}

/** A key between brackets with another sign in the place of its colon: `{ ask：Who are you? }`, `{ ask = Who are you? }`. */
export function otherColon(text: string, start: number): Finding | null {
  const [, key, value = ""] =
    /^([\w-]+)\s*(?:：|=>?(?=\s|$))\s*(.*)$/s.exec(text) ?? [];
  if (key === undefined) return null;
  return {
    code: "yaml/missing-colon",
    message: `a colon is missing after ${named(key)}`,
    hint: `write ${named(`${key}: ${value}`.trimEnd())}; if this is part of the text before it, put that whole text in quotes`,
    start,
    end: start + text.length,
  };
}
