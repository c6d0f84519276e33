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
  settings: "Settings",
} as const;

export type Area = keyof typeof AREAS;

/** One change, in words. */
export interface Change {
  readonly area: Area;
  /** A brand, `calm`, or a funnel, `calm/adhd`. */
  readonly of: string;
  /** The step that it is on; null for what is the whole's. */
  readonly step: string | null;
  /** What has changed: `price of "plan" in USD`. */
  readonly what: string;
  /** Null for what is new. */
  readonly before: string | null;
  /** Null for what is gone. */
  readonly after: string | null;
}

/** A change of what belongs to a brand, a funnel or a step of it. */
export type Told = Pick<Change, "what" | "before" | "after">;
