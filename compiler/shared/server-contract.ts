/** What passes from the compiler to the server alone: pure data and its types, emitted beside `contract.ts`. */
import type { BrandId, Currency } from "./names.ts";
import type { Prices, Product } from "./contract.ts";
import type { Markdown, Text } from "./texts.ts";

/** What the server knows of a brand. Prices come from here and from nowhere else. */
export interface ServerBrand {
  readonly id: BrandId;
  readonly projectName: string;
  /** No longer read; servers of before take no build without it, and serve new builds until they are started anew. */
  readonly projectAlias: string;
  readonly supportEmail: string;
  /** Who is behind it, in one line: name, address, numbers. null: not said. */
  readonly company: string | null;
  /** Address of the brand's page where buyers ask for their orders; null: there is none. */
  readonly ordersPath: string | null;
  readonly homepageLink: string;
  /** What PayPro is told of the brand with each charge; null for brands without it. */
  readonly payPeoValue: "1" | "2" | null;
  readonly hosts: readonly string[];
  /** The currencies that the brand sells in, each once, sorted. */
  readonly currencies: readonly Currency[];
  /** What stands before amounts in each of them. */
  readonly symbols: Readonly<Record<string, string>>;
  readonly products: Readonly<Record<string, Product>>;
  /** Codes of the products that one visitor may buy more than once, sorted. */
  readonly repeatable: readonly string[];
  /** Codes of the products that are for somebody else -> how many people can open the link that the buyer gets. */
  readonly gifts: Readonly<Record<string, number>>;
  /** Exact path -> path; the query is kept. Holds `/`, every mount, `/oto` and the brand's own redirects. */
  readonly redirects: Readonly<Record<string, string>>;
  /**
   * Where one unknown part leads to the funnel's entry: below its mounts, and wherever a page has a parameter. Unknown
   * `/quiz/zzz` and `/quiz/upsell/zzz` -> `/quiz/start`.
   */
  readonly fallbacks: readonly {
    readonly mount: string;
    readonly to: string;
    /** Where steps stand, by what follows their number: `age` is at `4-age`. A link from when it was `3-age` leads there. */
    readonly numbered?: Readonly<Record<string, string>>;
  }[];
  /** Sorted by name, each once. */
  readonly experiments: readonly ServerExperiment[];
  /** Sorted by funnel, one each. */
  readonly countdowns: readonly ServerCountdown[];
  readonly codes: readonly ServerCode[];
  /** For how long people are kept after their last visit or purchase; null: as long as the server says. */
  readonly retentionDays: number | null;
  /** Sorted by id. */
  readonly funnels: readonly ServerFunnel[];
  /**
   * Addresses of offers whose buyers can come to one that charges the method they paid with by one tap, sorted; none
   * where a provider charges what it keeps by itself.
   */
  readonly oneTapAfter: readonly string[];
  /** At most one for each moment of a funnel, and one for all other funnels. */
  readonly mails: readonly ServerMail[];
  /** The brand's look, as far as a mail can wear it. */
  readonly look: {
    readonly colors: Readonly<Record<string, string>>;
    readonly font: "sans" | "serif";
  };
  /** The style sheet with the brand's fonts and tokens, for pages of the server's own. */
  readonly theme: string;
}
/** Where a funnel is, and what the server has to know of its pages. */
export interface ServerFunnel {
  readonly id: string;
  readonly mounts: readonly string[];
  /** Addresses of its pages that lie below none of its mounts, sorted. */
  readonly elsewhere: readonly string[];
  /** What visitors are counted on, in its order: none that would tell a sensitive answer. */
  readonly counted: readonly ServerPage[];
}
/** A page of a funnel, for those who look at how far visitors come. */
export interface ServerPage {
  /** The id of its step. */
  readonly id: string;
  /** What it says first. */
  readonly head: string;
  /** Its address below each mount of the funnel, sorted. */
  readonly addresses: readonly string[];
  /** No way leads on from it: whoever is there has come to the end. */
  readonly isEnd: boolean;
}
/** A mail: the moment at which it is sent, and its texts. */
export interface ServerMail {
  readonly moment: string;
  /** The funnel whose own it is; null: it is sent for all funnels that have none of their own. */
  readonly funnel: string | null;
  /** The address of the picture above its text. */
  readonly picture: string | null;
  readonly subject: Text;
  readonly text: Markdown;
  readonly button: Text | null;
  /** By address at which an email was left: the address that the button leads to; null: the button leads to the product. */
  readonly leads: Readonly<Record<string, string>> | null;
}
/** The countdown of a funnel: however many pages show it, a visitor has one. */
export interface ServerCountdown {
  /** The funnel's id. */
  readonly funnel: string;
  readonly mounts: readonly string[];
  readonly minutes: number;
  /** What is sold only while it runs -> what is sold in its place afterwards. */
  readonly products: Readonly<Record<string, string>>;
}
/** A promo code that funnels declare. */
export interface ServerCode {
  /** The funnel's id and the code's: `ex-back/welcome`. */
  readonly key: string;
  /** The first part of a code that each visitor gets for themselves; null for a word. */
  readonly prefix: string | null;
  /** What everybody types in alike; null for codes of visitors. */
  readonly word: string | null;
  /** How many payments it lowers, of everybody and of one visitor; null: any number. */
  readonly limit: number | null;
  readonly each: number | null;
  /** The last day on which it holds, in UTC: `2027-01-31`; null: it does not end. */
  readonly until: string | null;
  /** What its products cost with it, in minor units by currency. */
  readonly prices: Readonly<Record<string, Prices>>;
}
/** An experiment as the server divides visitors among its sides. */
export interface ServerExperiment {
  readonly name: string;
  /** Mounts of the funnels that it runs in. */
  readonly mounts: readonly string[];
  /** Visitors are divided by weight: 1 and 1 are halves. */
  readonly variants: readonly {
    readonly component: string;
    readonly weight: number;
  }[];
}
export interface ServerSite {
  readonly defaultBrand: BrandId;
  readonly redirectedHosts: readonly {
    readonly from: string;
    readonly to: string;
  }[];
  readonly brands: Readonly<Record<BrandId, ServerBrand>>;
}
