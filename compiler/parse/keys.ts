import { isScalar, type Pair, type Scalar, type YAMLMap } from "yaml";
import type { Finding } from "./finding.ts";
import { placeOf } from "./place.ts";

const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);

/** Keys that are reserved or merged. */
export function checkKey(key: Scalar, name: string): Finding[] {
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
  return [];
}

/** Keys given twice; several of them below each other are an item of a list whose dash was forgotten. */
export function duplicateKeys(map: YAMLMap): Finding[] {
  const seen = new Map<string, Scalar>();
  const firsts = map.items.map(({ key }) => {
    if (!isScalar(key) || typeof key.value !== "string") return null;
    const first = seen.get(key.value);
    if (first === undefined) seen.set(key.value, key);
    return first === undefined ? null : { key, first };
  });
  return firsts.flatMap((found, i): Finding[] => {
    if (found === null || (firsts[i - 1] ?? null) !== null) return [];
    const { key, first } = found;
    const isItem = map.flow !== true && (firsts[i + 1] ?? null) !== null;
    return [
      {
        code: "yaml/duplicate-key",
        message: `"${String(key.value)}" is given twice`,
        hint: isItem
          ? `if a new item of the list begins here, write "- ${String(key.value)}"; otherwise keep one of the two`
          : "keep one of the two",
        ...placeOf(key),
        note: { message: "first here", ...placeOf(first) },
      },
    ];
  });
}

/** `{ USD: 6,99 }`: the comma ends the number, and the rest becomes a key. */
export function splitNumber(before: unknown, key: unknown): Finding | null {
  if (!isScalar(before) || !isScalar(key)) return null;
  const [whole, rest] = [before.source ?? "", key.source ?? ""];
  const { start } = placeOf(before);
  const { start: comma, end } = placeOf(key);
  const isGlued = start + whole.length + 1 === comma;
  if (!isGlued || !/^\d+ \d+(?:\.\d+)?$/.test(`${whole} ${rest}`)) return null;
  const number = /^\d{3}/.test(rest) ? whole + rest : `${whole}.${rest}`;
  return {
    code: "yaml/key-not-text",
    message: `the comma ends the number: only ${whole} is read of ${whole},${rest}`,
    hint: `a number has a point, and no other sign: ${number}`,
    start,
    end,
  };
}

/** The finding for a key that is a number, a list or missing. */
export function keyNotText(key: unknown): Finding {
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
