import type { JsonSchema } from "../schema/json-schema.ts";
import type { Language } from "../schema/language.ts";
import { data, items, text } from "../schema/read.ts";
import { areaOf, areaOfWhole, type Kind } from "./areas.ts";
import type { Area } from "./change.ts";
import { itemNoun, kindNoun } from "./names.ts";
import type { Traits } from "./pairs.ts";
import { wordsOf } from "./values.ts";

/** The items of a list: what they are called and told from each other by. */
export interface ItemKind extends Traits<unknown> {
  /** What somebody would call an item: `plan "4 weeks"`. */
  readonly called: (item: unknown) => string;
  /** What it is called without its words: `plan`. */
  readonly noun: (item: unknown) => string;
  readonly schema: (item: unknown) => JsonSchema;
  /** What its keys belong to. */
  readonly owner: (item: unknown) => Kind;
  /** What it concerns that one is new or gone. */
  readonly area: (item: unknown) => Area;
  /** What it concerns that they stand in another order. */
  readonly orderArea: Area;
}

/** @param key of the list, whose schema is `list` */
export function itemKind(
  key: string,
  list: JsonSchema,
  owner: Kind,
  language: Language,
): ItemKind {
  switch (list.format) {
    case "sections":
      return sectionKind(language);
    case "options":
      return choiceKind(list, owner, language);
    default:
      return plainKind(key, list, owner, language);
  }
}

function sectionKind(language: Language): ItemKind {
  const idOf = (item: unknown) => text(data(item).section);
  const schema = (item: unknown) => language.sections[idOf(item)] ?? {};
  const owner = (item: unknown): Kind => ({
    place: "sections",
    id: idOf(item),
  });
  const noun = (item: unknown) => kindNoun(schema(item), idOf(item));
  const heading = (item: unknown) => wordsOf(data(item).heading);
  const names = (item: unknown) => {
    const words = heading(item);
    return words === undefined ? [] : [`${idOf(item)}\n${words}`];
  };
  return {
    names,
    namesNow: names,
    kind: idOf,
    areSingle: true,
    content: (item) => item,
    words: (item) => wordsIn(item, schema(item)).join(" "),
    called: (item) => {
      const [words] = wordsIn(item, schema(item));
      return titled(noun(item), heading(item) ?? words);
    },
    noun,
    schema,
    owner,
    area: (item) => areaOfWhole(schema(item), owner(item), language),
    orderArea: "looks",
  };
}

function choiceKind(
  list: JsonSchema,
  owner: Kind,
  language: Language,
): ItemKind {
  const schema = language.envelopes.funnel.$defs?.option ?? {};
  const label = (item: unknown) => wordsOf(data(item).label);
  const noun = () => itemNoun(list, "choices");
  return {
    names: (item) => [text(data(item).value)],
    namesNow: (item) => [
      text(data(item).value),
      ...items(data(item).was).map((one) => text(one)),
    ],
    kind: () => "",
    areSingle: true,
    content: (item) => item,
    words: (item) => label(item) ?? "",
    called: (item) => titled(noun(), label(item)),
    noun,
    schema: () => schema,
    owner: () => owner,
    area: () => "asked",
    orderArea: "texts",
  };
}

function plainKind(
  key: string,
  list: JsonSchema,
  owner: Kind,
  language: Language,
): ItemKind {
  const schema = list.items?.format === "point" ? POINT : (list.items ?? {});
  const noun = () => itemNoun(list, key);
  const own = Object.entries(schema.properties ?? {});
  const naming = own.filter(([, { format }]) => NAMING.has(format ?? ""));
  const names = (item: unknown) =>
    naming.flatMap(([name]) => wordsOf(data(item)[name]) ?? []).slice(0, 1);
  const allWords = (item: unknown) => wordsIn(item, schema);
  const area = (): Area =>
    own.length === 0
      ? areaOf(key, schema, owner, language)
      : areaOfWhole(schema, owner, language);
  return {
    names: (item) => (own.length === 0 ? allWords(item) : names(item)),
    namesNow: (item) => (own.length === 0 ? allWords(item) : names(item)),
    kind: () => "",
    areSingle: true,
    content: (item) => item,
    words: (item) => allWords(item).join(" "),
    called: (item) => titled(noun(), allWords(item)[0]),
    noun,
    schema: () => schema,
    owner: () => owner,
    area,
    orderArea: area(),
  };
}

/** A point is a text, or a mapping with one. */
const POINT: JsonSchema = { format: "point" };

/** What identifies an item: what it sells or shows, else what it says first. */
const NAMING = new Set(["product", "question", "score", "text"]);

/** The texts of something, in the order of its schema. */
export function wordsIn(value: unknown, schema: JsonSchema): string[] {
  if (value === undefined || value === null) return [];
  const { format, properties, items: inner } = schema;
  if (format === "point" && !Array.isArray(value) && typeof value === "object")
    return wordsIn(data(value).text, { format: "text" });
  if (TEXTS.has(format ?? "")) return [wordsOf(value) ?? ""].filter(Boolean);
  if (format === "options")
    return items(value).flatMap((one) => wordsOf(data(one).label) ?? []);
  if (inner !== undefined)
    return items(value).flatMap((one) => wordsIn(one, inner));
  return Object.entries(properties ?? {}).flatMap(([key, one]) =>
    wordsIn(data(value)[key], one),
  );
}

const TEXTS = new Set(["text", "markdown", "point"]);

/** Words in quotes behind what they are, cut where they are many. */
function titled(noun: string, words: string | undefined): string {
  if (words === undefined || words === "") return noun;
  const cut = words.length <= LONGEST ? words : `${words.slice(0, LONGEST)}…`;
  return `${noun} "${cut}"`;
}

const LONGEST = 50;
