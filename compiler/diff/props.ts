import { isDeepStrictEqual } from "node:util";
import type { FunnelNode } from "../link/program.ts";
import { isDeclared } from "../link/regular.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import type { Language } from "../schema/language.ts";
import { data, items } from "../schema/read.ts";
import { areaOf, areaOfWhole, type Kind } from "./areas.ts";
import { told, type Told } from "./change.ts";
import { type ItemKind, itemKind, wordsIn } from "./items.ts";
import { lowered, nounOf, phrase } from "./names.ts";
import { orderChanges } from "./order.ts";
import { pairItems } from "./pairs.ts";
import { assetNames, spoken } from "./values.ts";

/** What a comparison of properties looks up. */
export interface Reading {
  readonly language: Language;
  readonly before: FunnelNode;
  readonly after: FunnelNode;
  /** Where old addresses lead, after the change. */
  readonly redirects: ReadonlyMap<string, string>;
}

/** A mapping or a list among the properties of a page. */
interface Place {
  readonly schema: JsonSchema;
  /** The page or section that it is a part of. */
  readonly kind: Kind;
  /** What stands around it, as people call it: `plan picker`, `plan "4 weeks"`. */
  readonly within: readonly string[];
}

/** The differences of a page's properties, by the smallest thing that somebody would name. */
export function propsChanges(
  before: unknown,
  after: unknown,
  page: string,
  reading: Reading,
): Told[] {
  const schema = reading.language.pages[page] ?? {};
  const kind: Kind = { place: "pages", id: page };
  return mappingChanges(before, after, { schema, kind, within: [] }, reading);
}

/** The same where it has become another kind of page: what only the old kind has is told by its own names. */
export function otherPageChanges(
  before: unknown,
  after: unknown,
  pages: { readonly before: string; readonly after: string },
  reading: Reading,
): Told[] {
  const { properties = {} } = reading.language.pages[pages.after] ?? {};
  const isKept = (key: string) => Object.hasOwn(properties, key);
  const part = (value: unknown, keeps: (key: string) => boolean) =>
    Object.fromEntries(
      Object.entries(data(value)).filter(([key]) => keeps(key)),
    );
  return [
    ...propsChanges(part(before, isKept), after, pages.after, reading),
    ...propsChanges(
      part(before, (key) => !isKept(key)),
      {},
      pages.before,
      reading,
    ),
  ];
}

/** The differences of two mappings, key by key. */
function mappingChanges(
  before: unknown,
  after: unknown,
  place: Place,
  reading: Reading,
): Told[] {
  const [one, other] = [data(before), data(after)];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].flatMap((key) =>
    SILENT.has(key) || isDeepStrictEqual(one[key], other[key])
      ? []
      : keyChanges(key, one[key], other[key], place, reading),
  );
}

/** What is worked out of the rest, and what says how earlier answers are read. */
const SILENT = new Set(["madeOf", "was", "section"]);

function keyChanges(
  key: string,
  before: unknown,
  after: unknown,
  { schema: owner, kind, within }: Place,
  reading: Reading,
): Told[] {
  if (key === "when") return seenBy(before, after, within, reading);
  const schema = owner.properties?.[key] ?? {};
  // A regular price that the price list has is told there.
  if (schema.format === "product" && [before, after].some(isRegular)) return [];
  const given = [before, after].filter((value) => value !== undefined);
  const place = { schema, kind, within };
  if (isList(schema))
    return given.every(isNames)
      ? leafChange(key, joined(before), joined(after), place, reading)
      : listChanges(key, items(before), items(after), place, reading);
  if (schema.properties === undefined)
    return leafChange(key, before, after, place, reading);
  const name = lowered(schema.title ?? nounOf(schema, key));
  return given.length === 2
    ? mappingChanges(
        before,
        after,
        { ...place, within: [...within, name] },
        reading,
      )
    : wholeChange(name, [before, after], place, reading);
}

function isRegular(value: unknown): boolean {
  return typeof value === "string" && !isDeclared(value);
}

function isList({ type, format, items: inner }: JsonSchema): boolean {
  return format === "options" || (type === "array" && inner !== undefined);
}

/** Words of the language, such as the fields of a form: a list of them is one thing. */
function isNames(value: unknown): boolean {
  return items(value).every(
    (one) => typeof one === "string" && /^[a-z-]+$/.test(one),
  );
}

function joined(value: unknown): string | undefined {
  return value === undefined ? undefined : items(value).join(", ");
}

function leafChange(
  key: string,
  before: unknown,
  after: unknown,
  { schema, kind, within }: Place,
  { language, before: old, after: now }: Reading,
): Told[] {
  const area = areaOf(key, schema, kind, language);
  const what = phrase(within, nounOf(schema, key));
  const first = spoken(before, schema, old);
  const second = assetNames([after], [before]) ?? spoken(after, schema, now);
  return told(area, what, first, second);
}

/** Who sees a section or a point. */
function seenBy(
  before: unknown,
  after: unknown,
  within: readonly string[],
  reading: Reading,
): Told[] {
  const [one, other] = [
    spoken(before, {}, reading.before),
    spoken(after, {}, reading.after),
  ];
  const what = phrase(within, "who sees it");
  return told("ways", what, one ?? EVERYBODY, other ?? EVERYBODY);
}

const EVERYBODY = "everybody";

function listChanges(
  key: string,
  before: readonly unknown[],
  after: readonly unknown[],
  { schema, kind: owner, within }: Place,
  reading: Reading,
): Told[] {
  const kind = itemKind(key, schema, owner, reading.language);
  const { both, gone, fresh } = pairItems(before, after, kind);
  const whole = (item: unknown, ends: readonly unknown[], how: string) =>
    wholeTold(phrase(within, `${kind.called(item)} ${how}`), ends, item, kind);
  return [
    ...both.flatMap((pair) =>
      itemChanges(pair.before, pair.after, kind, within, reading),
    ),
    ...gone.flatMap((item) => whole(item, [item, undefined], "removed")),
    ...fresh.flatMap((item) => whole(item, [undefined, item], "added")),
    ...orderChanges(
      both.map((pair) => pair.before),
      both.map((pair) => after.indexOf(pair.after)),
      kind,
      within,
    ),
  ];
}

function itemChanges(
  before: unknown,
  after: unknown,
  kind: ItemKind,
  within: readonly string[],
  reading: Reading,
): Told[] {
  if (isDeepStrictEqual(before, after)) return [];
  const schema = kind.schema(before);
  if (schema.properties !== undefined)
    return mappingChanges(
      before,
      after,
      {
        schema,
        kind: kind.owner(before),
        within: [...within, kind.called(before)],
      },
      reading,
    );
  return [
    ...told(
      kind.area(after),
      phrase(within, kind.noun(after)),
      wordsIn(before, schema).join(" "),
      wordsIn(after, schema).join(" "),
    ),
    ...seenBy(
      data(before).when,
      data(after).when,
      [...within, kind.called(before)],
      reading,
    ),
  ];
}

function wholeTold(
  what: string,
  ends: readonly unknown[],
  item: unknown,
  kind: ItemKind,
): Told[] {
  const [before = null, after = null] = ends.map((end) =>
    end === undefined ? null : summary(end, kind.schema(end)),
  );
  return [{ area: kind.area(item), what, before, after }];
}

function wholeChange(
  name: string,
  [before, after]: readonly unknown[],
  { schema, kind, within }: Place,
  { language }: Reading,
): Told[] {
  const how = before === undefined ? "added" : "removed";
  const [one, other] = [before, after].map((end) =>
    end === undefined ? null : summary(end, schema),
  );
  return [
    {
      area: areaOfWhole(schema, kind, language),
      what: phrase(within, `${name} ${how}`),
      before: one ?? null,
      after: other ?? null,
    },
  ];
}

/** All that something says, cut where that is much; null where it says nothing. */
export function summary(value: unknown, schema: JsonSchema): string | null {
  const words = wordsIn(value, schema).join(" · ");
  if (words === "") return null;
  return words.length <= LONGEST ? words : `${words.slice(0, LONGEST)}…`;
}

const LONGEST = 160;
