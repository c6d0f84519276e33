/** The folder `link` holds the linker: names resolved, defaults filled in, texts parsed, graph built. */
import type {
  Brand,
  Code,
  Condition,
  Funnel,
  Product,
} from "../shared/contract.ts";
import type {
  ServerBrand,
  ServerCode,
  ServerMail,
  ServerSite,
} from "../shared/server-contract.ts";
import type { FlowGraph } from "./graph.ts";
import type { MailPromise } from "./promises.ts";
import type { QuestionCount } from "./question-count.ts";
import type { PaymentProviders } from "../schema/payments.ts";
import type { Traits } from "../schema/traits.ts";
import type { Path } from "../diagnostics/span.ts";
import type { Source } from "../parse/source.ts";

/** A text variable or value of the visitor that a step shows, and where it is written. */
export interface Use {
  readonly step: string;
  readonly kind: "answer" | "contact" | "score";
  readonly id: string;
  /** False when the author gave a fallback, so that the value may be missing. */
  readonly required: boolean;
  readonly path: Path;
  /** The variable as it is written, `{{ name }}`; empty when it is no variable. */
  readonly written: string;
  /** Under which condition the step shows it: of its section, or of its band; null: always. */
  readonly when: Condition | null;
  readonly inSection: boolean;
}

/** A link to an address of the brand itself, and the text it stands in. */
export interface LinkTo {
  /** The step that shows it. */
  readonly step: string;
  /** Under which condition it does; null: always. */
  readonly when: Condition | null;
  readonly to: string;
  readonly path: Path;
}

/** A link in a mail to an address of the brand, and the text it stands in. */
export type MailLink = Pick<LinkTo, "to" | "path">;

/** A promo code as it is declared: what the server has to know of it, and what it is worth in words. */
export interface DeclaredCode extends Omit<ServerCode, "key"> {
  readonly id: string;
  readonly worth: Code["worth"];
}

/** The texts of a mail; whose it is and where its button leads is said where it belongs. */
export type LinkedMail = Pick<
  ServerMail,
  "moment" | "picture" | "subject" | "text" | "button"
>;

/** A mail of a funnel. */
export interface FunnelMail extends LinkedMail {
  /** The step that the button leads to; null: the product. */
  readonly to: string | null;
}

/** The answers that are told to nobody, and what is worked out from them. */
export interface SensitiveAnswers {
  /** By question: the values that are sensitive, or all there may be. */
  readonly answers: ReadonlyMap<string, ReadonlySet<string> | "all">;
  /** Scores that such an answer adds to. */
  readonly scores: ReadonlySet<string>;
}

/** An answer by which a visitor says that they are in danger. */
export interface DangerousAnswer {
  readonly step: string;
  readonly value: string;
  /** Whether others can be given with it. */
  readonly isOneOfSeveral: boolean;
  /** Where it is written. */
  readonly path: Path;
}

/** A linked funnel with what the rules need to speak about it. */
export interface FunnelNode {
  readonly key: string;
  readonly source: Source;
  /** Of all pages and sections there are. */
  readonly traits: Traits;
  readonly funnel: Funnel;
  readonly graph: FlowGraph;
  /** Where each step is written, in the order of `funnel.steps`. */
  readonly origins: readonly Path[];
  /** Positions of the steps beside the way: entrances, and other addresses of a page. */
  readonly asides: ReadonlySet<number>;
  readonly questions: number;
  /** How many of them a visitor is asked. */
  readonly count: QuestionCount;
  /** Positions of the steps that keep an answer under their id. */
  readonly answered: ReadonlySet<number>;
  readonly uses: readonly Use[];
  readonly links: readonly LinkTo[];
  /** Names under `optionSets`, `shared`, `scores`, `experiments` that something refers to. */
  readonly used: ReadonlySet<string>;
  /** The promo codes that the funnel declares. */
  readonly codes: readonly DeclaredCode[];
  /** Addresses of its own drawings, in the place of its brand's; empty where it has none. */
  readonly drawings: readonly string[];
  /** Its own mails, by moment. */
  readonly mails: readonly FunnelMail[];
  readonly mailLinks: readonly MailLink[];
  /** What its pages say that comes by mail, or as a link. */
  readonly promises: readonly MailPromise[];
  /** Of the price list: see `BrandNode`. */
  readonly repeatable: ReadonlyMap<string, boolean>;
  /** In which its visitors pay. */
  readonly currencies: Brand["currencies"];
  readonly sensitive: SensitiveAnswers;
  readonly dangers: readonly DangerousAnswer[];
  /** Every variable that a text of it may hold. */
  variables(): readonly string[];
}

export interface Theme {
  readonly colors: Readonly<Record<string, string>>;
  /** Every colour for visitors whose screens are dark; null where all see the same. */
  readonly dark: Readonly<Record<string, string>> | null;
  readonly radius: Readonly<Record<string, number>>;
  readonly font: {
    readonly package: string;
    readonly family: string;
    readonly fallback: "sans" | "serif";
    /** How large the typeface is set; 1 is as it comes. */
    readonly size: number;
    readonly weight: number;
    readonly headingWeight: number;
    readonly headingTracking: number;
  };
  /** Addresses of the drawings beside a quiz, in the order in which they come. */
  readonly drawings: readonly string[];
  /** What of a drawing is kept where it is cut, as CSS writes a position, by its address. */
  readonly focus: Readonly<Record<string, string>>;
}

export interface BrandNode {
  readonly source: Source;
  readonly brand: Brand;
  /** What PayPro is told of the brand with each charge; null for brands without it. */
  readonly payPeoValue: ServerBrand["payPeoValue"];
  /** Where `/` leads; null when a page of the brand is there. */
  readonly home: string | null;
  /** Redirects of this brand's hosts; the query is kept. */
  readonly redirects: readonly { readonly from: string; readonly to: string }[];
  readonly theme: Theme;
  readonly products: Readonly<Record<string, Product>>;
  /** Codes that the price list lets one visitor buy again, or not; the others are as the page that sells them. */
  readonly repeatable: ReadonlyMap<string, boolean>;
  /** The files in its assets folder that can be shown. */
  readonly assets: readonly string[];
  /** By code, how many people can open what the price list calls a gift. */
  readonly gifts: ReadonlyMap<string, number>;
  /** For how long it keeps people; null: as long as the server says. */
  readonly retentionDays: number | null;
  /** What is sent by mail about orders of all its funnels, by moment. */
  readonly mails: readonly LinkedMail[];
  readonly mailLinks: readonly MailLink[];
  /** Text variables with the same value for every visitor. */
  readonly constants: Readonly<Record<string, string>>;
  /** All there are, by the names that content has for them. */
  readonly providers: PaymentProviders;
  readonly pages: FunnelNode;
}

export interface SiteNode {
  readonly source: Source;
  readonly defaultBrand: string;
  readonly otoPath: string;
  readonly redirectedHosts: ServerSite["redirectedHosts"];
  readonly currencies: Brand["currencies"];
  /** How bad findings of a code are here, where the site says otherwise than they come. */
  readonly rules: ReadonlyMap<string, "off" | "warning" | "error">;
}

/** The linked form of all content: what rules lint and emitters print. */
export interface Program {
  readonly site: SiteNode;
  readonly brands: readonly BrandNode[];
  readonly funnels: readonly FunnelNode[];
}
