/**
 * What the compiler and the part of the runtime that walks through funnels in memory say to each other. Emitted as it
 * stands to `generated/walk-contract.ts`; may import nothing but its neighbours.
 */
import type { Brand, EdgeKind, Funnel } from "./contract.ts";
import type { ServerBrand } from "./server-contract.ts";

/** One funnel as the compiler asks the runtime to walk through it. */
export interface WalkRequest {
  readonly brand: Brand;
  readonly funnel: Funnel;
  /** What the server charges by. */
  readonly server: Omit<ServerBrand, "theme">;
  /** How the pages of the funnel are left, by their id. */
  readonly pages: Readonly<Record<string, WalkedPage>>;
  /** Answers by which somebody says that they are in danger. */
  readonly dangers: readonly {
    readonly step: string;
    readonly value: string;
  }[];
  /** Walks by chance on top of those that cover everything. */
  readonly random: { readonly seed: number; readonly walks: number };
}

export interface WalkedPage {
  /** Visitors go no further. */
  readonly ends: boolean;
  /** Where what it sells can be paid: on a payment page, or by a tap with a saved method alone; null: it sells nothing. */
  readonly sale: "page" | "saved" | null;
}

/** What a walk holds a funnel to. */
export type PromiseName =
  | "leads-on"
  | "ends"
  | "progress"
  | "way-back"
  | "guards"
  | "options"
  | "known"
  | "price"
  | "once"
  | "one-tap"
  | "decline"
  | "danger";

/** How somebody has left a step; `answer` as it is stored, null where nothing was asked. */
export interface Stop {
  readonly step: string;
  readonly on: EdgeKind;
  readonly answer: string | number | readonly string[] | null;
}

/** A promise that a funnel does not keep. */
export interface Failure {
  readonly promise: PromiseName;
  /** Where it shows. */
  readonly step: string;
  readonly says: string;
  /** The shortest way there that was found; empty for whoever comes by the address alone. */
  readonly way: readonly Stop[];
}

/** How much of something the walks came by. */
export interface Covered {
  readonly what: CoverageKind;
  readonly all: number;
  /** What they did not come by, and why nobody can. */
  readonly missing: readonly { readonly name: string; readonly why: string }[];
}

export type CoverageKind =
  | "steps"
  | "edges"
  | "options"
  | "sides"
  | "currencies"
  | "bands"
  | "conditions"
  | "guards"
  | "timers";

export interface WalkReport {
  readonly failures: readonly Failure[];
  readonly coverage: readonly Covered[];
  /** Few ways that come by every step and every edge together. */
  readonly routes: readonly Route[];
  /** How many visits there are that differ in what can still matter, and how many were made by chance. */
  readonly visits: number;
  readonly byChance: number;
}

/** A way from where it begins to where it ends. */
export interface Route {
  /** What was told before its first step was opened by its address; empty for whoever begins there. */
  readonly before: readonly Stop[];
  readonly first: string;
  readonly stops: readonly Stop[];
  /** Where it ends. */
  readonly last: string;
}

/** What the part of the runtime that walks exports. */
export interface WalkModule {
  /** What the browser of a visitor has stored who wants no third parties. */
  readonly declined: Readonly<Record<string, string>>;
  walk(request: WalkRequest): WalkReport;
}
