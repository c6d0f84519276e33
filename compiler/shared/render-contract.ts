/**
 * What the build and the part of the runtime that renders pages say to each other. Emitted as it stands to
 * `generated/render-contract.ts`; may import nothing but `./contract.ts`.
 */
import type { Brand, Funnel, Step } from "./contract.ts";
import type { AnyNames } from "./funnel-names.ts";

/** One page as the build asks the runtime for it. */
export interface PrerenderRequest {
  readonly brand: Brand;
  readonly funnel: Funnel;
  readonly mount: AnyNames["mount"];
  readonly step: Step;
}

/** One page as the runtime renders it, before anything is known of a visitor. */
export interface Prerendered {
  /** Markup of the root element. */
  readonly body: string;
  readonly title: string;
  readonly description: string | null;
  /** Entry of localStorage that holds the answers. */
  readonly key: string;
  /** The products of which one was just paid where the page says so, and keeps room for it. */
  readonly paidBefore: readonly string[];
}

/** The steps that a visitor can reach by taps alone before the scripts have arrived. */
export interface HandoverPlan {
  /** By address; the first is the page itself, the others are in the document as templates. */
  readonly steps: Readonly<Record<string, HandoverStep>>;
}
/** Stands for every answer of a question; no answer is called so. */
export const ANY_ANSWER = "*";

export interface HandoverStep {
  readonly id: string;
  readonly title: string;
  /** The words of each answer, where texts of the next steps say them again. */
  readonly labels: Readonly<Record<string, string>>;
  /**
   * The address after each answer, or after `ANY_ANSWER`; `""` is the way on of a step that keeps none, or several
   * answers. One that is not among the steps has a document of its own.
   */
  readonly next: Readonly<Record<string, string>>;
  /** null where one tap answers. */
  readonly several: SeveralAnswers | null;
}
/** How many answers a question takes. */
export interface SeveralAnswers {
  readonly least: number;
  /** null: all of them. */
  readonly most: number | null;
}

/** What the part of the runtime that renders pages exports to the build. */
export interface PrerenderModule {
  render(request: PrerenderRequest): Promise<Prerendered>;
  plan(request: PrerenderRequest, most?: number): HandoverPlan | null;
}
