/** The folder `shared` holds types and small functions that `generated/` takes over word for word. */

/**
 * What passes from the compiler to the runtime and the server: pure data and its types. Emitted as it stands to
 * `generated/contract.ts`; may import nothing but its neighbours and `./names.ts`, the unions of one compilation.
 */
import type {
  BrandId,
  Currency,
  CheckoutProvider,
  ExperimentName,
  GuardId,
  PageEdges,
  PageId,
  PageProps,
  ProductCode,
  PaymentMethod,
  SavedMethod,
} from "./names.ts";
import type { AnyNames, FunnelNames } from "./funnel-names.ts";
import type { Text } from "./texts.ts";
import type { Vendors } from "./vendors.ts";

export type { Block, Inline, Markdown, Text } from "./texts.ts";

/** A picture of the brand; `src` carries a content hash, width and height are CSS pixels. */
export interface Picture {
  readonly src: string;
  readonly width: number;
  readonly height: number;
  /** In which widths a photo is served besides, in pixels, ascending. */
  readonly widths?: readonly number[];
}

/** One choice of a question. `points` go to the question's score; where it adds none, there are none. */
export interface Option {
  readonly value: string;
  readonly label: Text;
  readonly note?: Text;
  readonly emoji?: string;
  readonly picture?: Picture;
  readonly points?: number;
  /** Values that earlier editions stored for this choice. */
  readonly was?: readonly string[];
}

/** What a visitor answers a page with: one of its options, several, a number, a date, or words of their own. */
export type AnswerKind = "one" | "several" | "quantity" | "day" | "words";

/** A structured condition over answers, scores and bands; no code. */
export type Condition<S extends string = string> =
  | { readonly kind: "all" | "any"; readonly of: readonly Condition<S>[] }
  | { readonly kind: "not"; readonly of: Condition<S> }
  /** True when the answer (or one of several) is among `in`. */
  | {
      readonly kind: "answer";
      readonly step: S;
      readonly in: readonly string[];
    }
  /** Inclusive bounds on a numeric answer or a score. */
  | {
      readonly kind: "range";
      readonly of: "answer" | "score";
      readonly id: string;
      readonly min: number | null;
      readonly max: number | null;
    }
  | {
      readonly kind: "band";
      readonly score: string;
      readonly in: readonly string[];
    };

export type AnswerCondition<S extends string = string> = Extract<
  Condition<S>,
  { readonly kind: "answer" }
>;

/** Why a visitor leaves a step: by going on, or by what became of an offer. */
export type EdgeKind = "next" | "accept" | "decline" | "failed";

/** Edges of one kind are tried in order; the first whose condition holds is taken. */
export interface Edge<
  E extends EdgeKind = EdgeKind,
  N extends FunnelNames = AnyNames,
> {
  readonly on: E;
  readonly to: N["target"];
  readonly when: Condition<N["step"]> | null;
}

/** Something that must be known before a step can be shown, and the first step that provides it. */
export interface Need<N extends FunnelNames = AnyNames> {
  readonly kind: "answer" | "contact";
  readonly id: string;
  readonly from: N["step"];
}

/**
 * How much of a page tells a sensitive answer: nothing; something that it shows; that the visitor is on it; or also
 * where the visitor goes from there, so that nothing more may be told of the visit.
 */
export type Sensitivity = "no" | "part" | "whole" | "last";

/** Names of what a visitor gives and of what is made of it: `answer.goal`, `contact.name`, `score.calm`. */
export type ValueName = `${"answer" | "contact" | "score"}.${string}`;

/**
 * What a step shows that is made of answers, and what those see who have not given them. A value is made of itself, a
 * score of the answers that add to it, unless `values` says otherwise. Visitors download it for every step, so that
 * what is empty is left out.
 */
export interface Basis<P extends PageId = PageId> {
  /** What the page as a whole is made of; sections name their own. */
  readonly page: readonly ValueName[];
  /** Of every list, the visitor has given at least one. */
  readonly values?: Readonly<Record<string, readonly (readonly ValueName[])[]>>;
  /** What the content says in place of the page. */
  readonly words?: {
    readonly heading?: Text;
    readonly text?: Text;
    readonly button?: Text;
  };
  /** Positions of the sections that stay, because they need no answer. */
  readonly stays?: readonly number[];
  /** The page's properties where it is shown all the same, with other words. */
  readonly instead?: PageProps[P];
}

export interface StepOf<P extends PageId, N extends FunnelNames = AnyNames> {
  readonly id: N["step"];
  readonly page: P;
  /** Route pattern below the mount: `{question}`, `34-summary`, `upsell/{offerId}`; with a slash, at the root: `/free`. */
  readonly pattern: N["pattern"];
  /** The concrete path, like `pattern`: `start`, `2-gender`, `34-summary`, `/thank-you`. */
  readonly path: N["path"];
  readonly title: Text;
  readonly description: Text | null;
  readonly props: PageProps[P];
  /** The part of the quiz that the question lies in, where it has any. */
  readonly part?: Text;
  /** The b side of an experiment; the a side is `props`. */
  readonly variant: {
    readonly experiment: ExperimentName;
    readonly props: PageProps[P];
  } | null;
  readonly guards: readonly GuardId[];
  readonly needs: readonly Need<N>[];
  /** Null for a step that shows the same to everybody. */
  readonly basis: Basis<P> | null;
  readonly edges: readonly Edge<PageEdges[P], N>[];
  /** Share of the quiz that lies behind this step, 0 to 1 by the longest way; null outside the quiz. */
  readonly progress: number | null;
  /** True when the step's markup depends on the visitor (variables, scores, answers). */
  readonly personal: boolean;
  readonly sensitive: Sensitivity;
  /** Ids under which earlier editions stored the answer. */
  readonly was?: readonly string[];
  /** At or behind an offer: whoever has come to an offer of an earlier edition is not led back over missing answers. */
  readonly late?: true;
  /** On an offer: the answers by which visitors say that they are in danger. Whoever has given one is sold nothing. */
  readonly notAfter?: readonly AnswerCondition<N["step"]>[];
}
export type Step<N extends FunnelNames = AnyNames> = {
  readonly [P in PageId]: StepOf<P, N>;
}[PageId];

export interface Band {
  readonly id: string;
  readonly label: Text;
  readonly text: Text | null;
  /** Inclusive upper bound in points; null for the last band. */
  readonly upTo: number | null;
}

/** Points per step and answer value; `"value"` adds a numeric answer itself. */
export interface Score {
  readonly id: string;
  readonly label: Text;
  readonly min: number;
  readonly max: number;
  readonly items: Readonly<
    Record<string, Readonly<Record<string, number>> | "value">
  >;
  readonly bands: readonly Band[];
}

/** Amounts in minor units (cents, pence, whole yen), in each currency that the brand sells in. */
export type Prices = Readonly<Partial<Record<Currency, number>>>;

export interface Product {
  readonly code: ProductCode;
  readonly name: string;
  readonly prices: Prices;
  /** Days of access paid for; null when the access does not end. */
  readonly days: number | null;
  /** What is charged after `days`, again and again until cancelled; null for a one-off payment. */
  readonly renewal: {
    readonly everyDays: number;
    readonly prices: Prices;
  } | null;
  /** One visitor may buy it more than once. */
  readonly repeatable?: true;
}

/** What a promo code does, as pages show it. */
export interface Code {
  /** The first part of a code that each visitor gets for themselves; null where it is typed in. */
  readonly prefix: string | null;
  readonly worth:
    | { readonly kind: "percent"; readonly percent: number }
    | { readonly kind: "amount"; readonly amounts: Prices };
  /** What its products cost with it. Renewals cost what they cost without. */
  readonly prices: Readonly<Record<string, Prices>>;
}

/** How visitors pay. */
export interface Payments {
  /** Whose payment page they are led to. */
  readonly checkout: CheckoutProvider;
  /** What charges a saved method by one tap: the reference of a checkout, or a provider at once. */
  readonly saved: SavedMethod;
  /** Who takes the money, as it stands on the statement of a card. */
  readonly seller: string;
  /** What can be paid with at the brand's own provider. */
  readonly accepts: readonly PaymentMethod[];
}

export interface Funnel<N extends FunnelNames = AnyNames> {
  readonly brand: BrandId;
  readonly id: string;
  /** Changes with what is asked, how it is answered and what pages need. */
  readonly edition: string;
  /** The title and meta description of steps that have none of their own. */
  readonly title: Text;
  readonly description: Text | null;
  /** Absolute path prefixes, `/quiz-exback`; the empty string is the brand's root. */
  readonly mounts: readonly N["mount"][];
  /** The mounts that say whose payment page they lead to; all others lead to the brand's. */
  readonly checkouts: {
    readonly [M in N["mount"]]?: Payments["checkout"];
  };
  /** Id of the step that a mount redirects to; null when the mount itself is no address. */
  readonly entry: N["step"] | null;
  readonly steps: readonly Step<N>[];
  readonly scores: readonly Score[];
  readonly experiments: readonly ExperimentName[];
  readonly products: Readonly<Record<string, Product>>;
  readonly codes: Readonly<Record<string, Code>>;
  readonly analytics: boolean;
  readonly replay: boolean;
}

/** How amounts of a currency are counted and written. */
export interface MoneyForm {
  /** What stands before amounts. */
  readonly symbol: string;
  /** Digits after the point (ISO 4217): 2 for USD, 0 for JPY, 3 for KWD. */
  readonly digits: number;
}

/** A currency as the visitor sees it; the first rule that fits the geo answer wins. */
export interface CurrencyRule extends MoneyForm {
  readonly country: string | null;
  /** The currency of the visitor's country, which may be one that nobody is charged in. */
  readonly currency: string | null;
  readonly region: string;
  /** The currency charged. */
  readonly code: Currency;
}

/** What every page of a brand knows. */
export interface Brand {
  readonly id: BrandId;
  readonly project: {
    readonly alias: string;
    readonly name: string;
    readonly supportEmail: string;
    readonly homepageLink: string;
  };
  readonly hosts: readonly string[];
  readonly preloader: "start-up" | "none";
  readonly consent: "none" | "notice" | "required";
  readonly geo: "start" | "offers" | "off";
  /** Whether it is counted how far visitors come. */
  readonly visits: "counted" | "off";
  readonly deviceId: "local" | "analytics";
  readonly payments: Payments;
  readonly vendors: Vendors;
  readonly logo: Picture | null;
  /** In the currencies that the brand sells in; the last one fits everybody. */
  readonly currencies: readonly CurrencyRule[];
  /** Attributes for <html> that pick the brand's forms: { "data-options": "card" }. */
  readonly look: Readonly<Record<string, string>>;
  /** Links of the page footer. */
  readonly legal: readonly { readonly label: string; readonly href: string }[];
}
