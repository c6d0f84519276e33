import type {
  AnswerKind,
  CurrencyRule,
  Option,
  Product,
  Score,
} from "../shared/contract.ts";
import type { SemanticCode } from "../diagnostics/catalogue.ts";
import type { AssetProblem } from "../diagnostics/assets.ts";
import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Path } from "../diagnostics/span.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import type { Language } from "../schema/language.ts";
import type { Source } from "../parse/source.ts";
import { narrow } from "./narrow.ts";
import type { Ends, Reach } from "../shared/grid.ts";
import type { StepUsage } from "./step-usage.ts";
import { shapeOf, type Shape, type ShapeKey } from "./shape.ts";

/** What a file of a brand's assets folder is; sizes are CSS pixels, 0 for what is no picture. */
export interface AssetInfo {
  readonly hash: string;
  readonly width: number;
  readonly height: number;
  /** Whether it is a picture that moves, of which a smaller one would stand still. */
  readonly isMoving: boolean;
}

/** The assets of one brand, by file name. */
export interface Assets {
  readonly names: readonly string[];
  /** The files that cannot be shown, or should not be. */
  readonly problems: readonly {
    readonly name: string;
    readonly problem: AssetProblem;
  }[];
  read(name: string): AssetInfo | undefined;
}

/** What a brand offers to its funnels while they are linked. */
export interface BrandScope {
  readonly id: string;
  /** The host names that lead to it. */
  readonly hosts: ReadonlySet<string>;
  /** Text variables with the same value for every visitor: `project`, `support`. */
  readonly constants: Readonly<Record<string, string>>;
  readonly products: Readonly<Record<string, Product>>;
  /** Codes that the price list lets one visitor buy again, or not. */
  readonly repeatable: ReadonlyMap<string, boolean>;
  readonly currencies: readonly CurrencyRule[];
  /** Codes of currencies that some provider takes whole units only of. */
  readonly wholeUnits: ReadonlySet<string>;
  readonly assets: Assets;
  /** Those that the file can have. */
  readonly longTexts: Shapes["longTexts"];
  /** The codes that the site has switched off. */
  readonly silenced: ReadonlySet<string>;
}

/** Shapes of all pages and sections, made once per language. */
export interface Shapes {
  readonly purpose: "check" | "emit";
  readonly language: Language;
  readonly pages: ReadonlyMap<string, Shape>;
  readonly sections: ReadonlyMap<string, Shape>;
  /** The pages and sections that have a text with headlines and lists. */
  readonly longTexts: Readonly<Record<"pages" | "sections", readonly string[]>>;
}

export function shapesOf(
  language: Language,
  purpose: Shapes["purpose"],
): Shapes {
  const all = (schemas: Readonly<Record<string, JsonSchema>>) =>
    new Map(
      Object.entries(schemas).map(([name, schema]) => [name, shapeOf(schema)]),
    );
  const [pages, sections] = [all(language.pages), all(language.sections)];
  const longTexts = {
    pages: withLongText(pages),
    sections: withLongText(sections),
  };
  return { language, purpose, pages, sections, longTexts };
}

function withLongText(shapes: ReadonlyMap<string, Shape>): readonly string[] {
  const isLong = ({ shape }: ShapeKey) =>
    shape.kind === "leaf" && shape.format === "markdown";
  return [...shapes].flatMap(([name, shape]) =>
    shape.kind === "object" && shape.keys.some(isLong) ? [name] : [],
  );
}

/** Collects the findings of one file. */
export class Findings {
  readonly source: Source;
  readonly found: Diagnostic[] = [];

  constructor(source: Source) {
    this.source = source;
  }

  add<C extends SemanticCode>(
    code: C,
    path: Path,
    parameters: Parameters<typeof diagnose<C>>[2],
    part: "key" | "value" = "value",
  ): void {
    this.found.push(diagnose(code, this.source.span(path, part), parameters));
  }

  /** Like `add`, at the part of a text that is wrong. */
  addWithin<C extends SemanticCode>(
    code: C,
    path: Path,
    part: string,
    parameters: Parameters<typeof diagnose<C>>[2],
  ): void {
    this.found.push(
      diagnose(code, narrow(this.source, path, part), parameters),
    );
  }
}

/** A question as other parts of the funnel refer to it. */
export interface QuestionNames {
  readonly kind: AnswerKind;
  /** The values of its choices; null when it has none (a number, a text), or those of a set that there is not. */
  readonly values: readonly string[] | null;
  /** Its choices as they are written. */
  readonly written: readonly unknown[];
  /** What it takes; null when it has choices. */
  readonly reach: Reach | null;
}

/** The choices of an option set, and what their texts show of the visitor. */
export interface LinkedSet {
  readonly options: readonly Option[];
  readonly notes: StepUsage;
}

/** The words of a score, and what they show of the visitor, each under the condition of its band. */
export interface LinkedScore extends Pick<Score, "label" | "bands"> {
  /** Of the labels of its bands, which `{{ band.<score> }}` shows as well. */
  readonly labels: StepUsage;
  /** Of the texts of its bands, and of its own label. */
  readonly texts: StepUsage;
  /** What its questions add up to at the least and at the most; null where it has none. */
  readonly reach: Ends | null;
}

/** All names of a funnel, collected before anything is resolved. */
export interface FunnelScope extends BrandScope {
  /** Whether these are the pages of a brand itself. */
  readonly isBrandPages: boolean;
  readonly steps: readonly string[];
  readonly questions: ReadonlyMap<string, QuestionNames>;
  readonly scores: ReadonlyMap<string, LinkedScore>;
  readonly experiments: readonly string[];
  /** The promo codes, by their names in the content; those that visitors get of their own hold true. */
  readonly codes: ReadonlyMap<string, boolean>;
  readonly optionSets: ReadonlyMap<string, LinkedSet>;
  readonly shared: ReadonlyMap<
    string,
    { readonly data: Record<string, unknown>; readonly path: Path }
  >;
}
