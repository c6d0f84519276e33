/**
 * What the program has to know of a page or a section beside its properties. It stands in the schema, under `traits`:
 * compiler, build and hand-over read it here, the runtime in `generated/traits.ts`, and none of them names a page.
 */
import { type AnswerTrait, boundsOf } from "./answer-trait.ts";
import { conformance } from "./conform/document.ts";
import type { JsonSchema } from "./json-schema.ts";
import { misfitsOf } from "./misfits.ts";
import { PAGE_TRAITS, SECTION_TRAITS } from "./traits-schema.ts";
import { WrongSchema } from "./wrong-schema.ts";

/** The schema of a page's properties, with its traits. */
export interface PageSchema extends JsonSchema {
  readonly traits?: Pick<PageTraits, "place" | "flow"> &
    Partial<Omit<PageTraits, "unanswered">> & {
      readonly unanswered?: Partial<PageTraits["unanswered"]>;
    };
}

/** The schema of a section's properties, with its traits. */
export interface SectionSchema extends JsonSchema {
  readonly traits?: Partial<SectionTraits>;
}

export interface PageTraits {
  /** Where it may stand: among the questions, or only after them. */
  readonly place: "question" | "page";
  /** How a visitor leaves it: on to the next, by the outcome of an offer, or not at all. */
  readonly flow: "forward" | "offer" | "end";
  /** Whether it may stand among a brand's own pages, outside of any funnel. */
  readonly brandPage: boolean;
  /** Whether visitors come to it from outside: no step has to lead to it, and none that is not told to does. */
  readonly entrance: boolean;
  /** How much of the quiz it is: a screen to read is little. */
  readonly weight: "full" | "light";
  /** What is kept under the step's id; null for a page that asks nothing. */
  readonly answer: AnswerTrait | null;
  /** The property that names the contact fields it asks for. */
  readonly contact: string | null;
  /** Whether there is nothing to do on it but to read, so that it needs no script. */
  readonly reading: boolean;
  /** What it has for sections that ask for it. */
  readonly provides: Provision | null;
  /** Whether its component travels with the runtime: nearly every quiz needs it. */
  readonly firstDownload: boolean;
  /** What leaves it before React is there: a tap on one of its options or marks, or on its button. */
  readonly handover: "choice" | "choices" | "continue" | null;
  /** Whether it is shown at addresses that nothing stands at. */
  readonly unknownAddress: boolean;
  /** Whether it stands behind the quiz as its last chapter does, with the brand's last drawing. */
  readonly lastChapter: boolean;
  /** How a brand's footer calls it: by one of its properties, or by a name that is the same everywhere. */
  readonly footer: {
    readonly property?: string;
    readonly label?: string;
  } | null;
  /** Whether it shows pictures that visitors send or have made. */
  readonly visitorPicture: boolean;
  /** What it sends to the server, beside contact fields and orders. */
  readonly sends: "message" | "photo" | "email" | "request" | null;
  /** Whom an offer is for: who has bought something, or has declined another offer; null for everybody. */
  readonly comesAfter: "buying" | "declining" | null;
  /** Whether one visitor may buy what it sells more than once. */
  readonly repeatable: boolean;
  /** Whether what it sells is for somebody else, who gets it by a link that the buyer passes on. */
  readonly gives: boolean;
  /** Whether visitors ask there for their orders, and for the end of a plan. */
  readonly orderAccess: boolean;
  /**
   * The headline for visitors whose answers are missing. With `keeps` the page is shown all the same, with this
   * headline: what it is there for comes from elsewhere.
   */
  readonly unanswered: { readonly heading: string; readonly keeps: boolean };
  /** The properties that are shown to visitors who have bought something, and to nobody else. */
  readonly buyersOnly: readonly string[];
}

export interface SectionTraits {
  /** What it needs to have an effect: plans, a page that sells them; a code, a page of the funnel that makes it. */
  readonly asks: Provision | null;
  /** Whether regular prices apply when it has run out. */
  readonly clock: boolean;
  /** The properties that list plans and preset one of them. */
  readonly plans: { readonly list: string; readonly preset: string } | null;
  /** How long what it shows lasts, and the properties by which it says so. */
  readonly lasts: LengthTrait | null;
  /** Whether it shows pictures that visitors send or have made. */
  readonly visitorPicture: boolean;
  /** Whether it shows the text of the band that a score is in, beside the band's label. */
  readonly bandTexts: boolean;
  /** Whether visitors who have bought nothing do not see it. */
  readonly buyersOnly: boolean;
}

/** The property with a length of time, and its unit; `texts` are the properties that may name it in words. */
export interface LengthTrait {
  readonly property: string;
  readonly unit: "day" | "minute";
  readonly texts: readonly string[];
}

export type Provision = "plan-sale" | "discount-code";

export interface Traits {
  readonly pages: Readonly<Record<string, PageTraits>>;
  readonly sections: Readonly<Record<string, SectionTraits>>;
  /** The page of addresses that nothing stands at. */
  readonly unknownAddress: string;
}

/** The traits of all pages and sections. Throws `WrongSchema` where they do not hold together. */
export function traitsOf(
  pages: Readonly<Record<string, PageSchema>>,
  sections: Readonly<Record<string, SectionSchema>>,
): Traits {
  const isPage = conformance(PAGE_TRAITS);
  const isSection = conformance(SECTION_TRAITS);
  const wrong: string[] = [];
  for (const [id, schema] of Object.entries(pages))
    for (const problem of isPage(schema.traits)
      ? pageProblems(schema)
      : traitProblems(PAGE_TRAITS, schema.traits))
      wrong.push(`schema/pages/${id}.schema.json: ${problem}`);
  for (const [id, schema] of Object.entries(sections))
    for (const problem of isSection(schema.traits ?? {})
      ? sectionProblems(schema)
      : traitProblems(SECTION_TRAITS, schema.traits))
      wrong.push(`schema/sections/${id}.schema.json: ${problem}`);
  const known = mapped(pages, pageTraits);
  const unknownAddress = Object.keys(known).filter(
    (page) => known[page]?.unknownAddress,
  );
  const [only = "", ...others] = unknownAddress;
  if (only === "" || others.length > 0)
    wrong.push(
      `schema/pages: one page has the trait unknownAddress, not ${unknownAddress.length}`,
    );
  if (wrong.length > 0) throw new WrongSchema(wrong);
  return {
    pages: known,
    sections: mapped(sections, sectionTraits),
    unknownAddress: only,
  };
}

function traitProblems(schema: JsonSchema, traits: unknown): string[] {
  return traits === undefined
    ? ['there are no "traits": they say at least its place and its flow']
    : misfitsOf(schema, traits, "traits");
}

/** The pages with a trait, in the order of their names. */
export function pagesWith(
  { pages }: Pick<Traits, "pages">,
  fits: (traits: PageTraits) => boolean,
): string[] {
  return Object.entries(pages).flatMap(([page, traits]) =>
    fits(traits) ? [page] : [],
  );
}

/** The sections with a trait, in the order of their names. */
export function sectionsWith(
  { sections }: Pick<Traits, "sections">,
  fits: (traits: SectionTraits) => boolean,
): string[] {
  return Object.entries(sections).flatMap(([section, traits]) =>
    fits(traits) ? [section] : [],
  );
}

function mapped<A, B>(
  record: Readonly<Record<string, A>>,
  to: (value: A) => B,
): Record<string, B> {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key, to(value)]),
  );
}

function pageTraits({ traits }: PageSchema): PageTraits {
  return {
    place: "page",
    flow: "forward",
    brandPage: false,
    entrance: false,
    weight: "full",
    answer: null,
    contact: null,
    reading: false,
    provides: null,
    firstDownload: false,
    handover: null,
    unknownAddress: false,
    lastChapter: false,
    footer: null,
    visitorPicture: false,
    sends: null,
    comesAfter: null,
    repeatable: false,
    gives: false,
    orderAccess: false,
    buyersOnly: [],
    ...traits,
    unanswered: {
      heading: "This page is made from your answers",
      keeps: false,
      ...traits?.unanswered,
    },
  };
}

function sectionTraits({ traits }: SectionSchema): SectionTraits {
  return {
    asks: null,
    clock: false,
    plans: null,
    lasts: null,
    visitorPicture: false,
    bandTexts: false,
    buyersOnly: false,
    ...traits,
  };
}

function pageProblems(schema: PageSchema): string[] {
  const {
    place,
    answer,
    contact,
    handover,
    footer,
    unknownAddress,
    brandPage,
    buyersOnly,
    unanswered,
  } = pageTraits(schema);
  const kind = answer?.kind ?? null;
  return [
    ...missing(schema, [
      contact,
      footer?.property,
      ...buyersOnly,
      ...(unanswered.keeps ? ["heading"] : []),
      ...(kind === "one" || kind === "several" ? ["options"] : []),
      ...boundsOf(answer),
      ...(answer?.kind === "quantity" ? [answer.plausible] : []),
    ]),
    ...[contact, ...boundsOf(answer)].flatMap((name) =>
      name === null || schema.properties?.[name]?.fixed === true
        ? []
        : [`"${name}" decides what is asked, so it has to be "fixed"`],
    ),
    ...(answer !== null && place !== "question"
      ? ["an answer belongs to a question, and this page is not one"]
      : []),
    ...(handover === "choice" && kind !== "one" && !isTapped(answer)
      ? [
          answer === null
            ? "handed over by a tap on an answer, but it takes none"
            : "handed over by a tap, but it takes more than one to answer",
        ]
      : []),
    ...(handover === "choices" && kind !== "several"
      ? ["handed over with several answers, but it does not take them"]
      : []),
    ...(handover === "continue" && answer !== null
      ? ["handed over by its button, but it keeps an answer"]
      : []),
    ...(unknownAddress && !brandPage
      ? ["shown at unknown addresses, so it has to be a page of the brand"]
      : []),
  ];
}

/** Whether every number is a place to tap. */
function isTapped(answer: AnswerTrait | null): boolean {
  return answer?.kind === "quantity" && answer.marks !== undefined;
}

function sectionProblems(schema: SectionSchema): string[] {
  const { plans, lasts } = sectionTraits(schema);
  return missing(schema, [
    ...(plans === null ? [] : [plans.list, plans.preset]),
    ...(lasts === null ? [] : [lasts.property, ...lasts.texts]),
  ]);
}

/** The properties that traits name and the schema does not have. */
function missing(
  { properties = {} }: JsonSchema,
  named: readonly (string | null | undefined)[],
): string[] {
  return named.flatMap((name) =>
    typeof name === "string" && !Object.hasOwn(properties, name)
      ? [`the traits name a property "${name}" that there is not`]
      : [],
  );
}
