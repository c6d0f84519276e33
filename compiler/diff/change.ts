/** What changes for visitors, in the order in which somebody who decides about it wants to know. */
export const AREAS = {
  money: "Money",
  experiments: "Experiments",
  live: "Visitors who are on their way",
  ways: "Ways",
  asked: "Asked and kept",
  addresses: "Addresses",
  texts: "Texts",
  looks: "Looks",
} as const;

export type Area = keyof typeof AREAS;

/** One change, in words. */
export interface Change {
  readonly area: Area;
  /** A brand, `calm`, a funnel, `calm/adhd`, or `site`. */
  readonly of: string;
  /** The step that it is on; null for what is the whole's. */
  readonly step: string | null;
  /** What has changed: `price of "4 weeks"`. */
  readonly what: string;
  /** Null for what is new. */
  readonly before: string | null;
  /** Null for what is gone. */
  readonly after: string | null;
  /** The answers of somebody whom it concerns, `area "At work" → oto`; null where it is everybody. */
  readonly way: string | null;
}

/** A change of what belongs to a brand, a funnel or a step of it. */
export type Told = Pick<Change, "area" | "what" | "before" | "after">;

/** What differs from one program to another. */
export interface Differences {
  readonly changes: readonly Change[];
  /** The addresses of pages that look or read otherwise, `/quiz/oto`, and of new ones, by brand or funnel. */
  readonly pages: Readonly<Record<string, readonly string[]>>;
}

/** Something that is said of a whole: of a brand, a funnel, the site. */
export function ofWhole(of: string, told: readonly Told[]): Change[] {
  return told.map((one) => ({ ...one, of, step: null, way: null }));
}

/** A change of one value, in the words of before and after; none where they are the same. */
export function told(
  area: Area,
  what: string,
  before: string | null,
  after: string | null,
): Told[] {
  return before === after ? [] : [{ area, what, before, after }];
}
