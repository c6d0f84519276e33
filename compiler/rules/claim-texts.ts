import type { Path } from "../diagnostics/span.ts";
import { productsIn } from "../link/products-in.ts";
import {
  isUnder,
  pathOf,
  type TextFilter,
  textFilter,
  textsWith,
} from "../link/texts.ts";
import { type Data, data, items, text } from "../schema/read.ts";
import type { FunnelNode } from "../link/program.ts";

/** A text for visitors, with what it can speak of. */
export interface Said {
  readonly text: string;
  /** With its variables as they are written, as long as `text`. */
  readonly written: string;
  readonly path: Path;
  /** Codes of what its plan sells, or else its page; none where nothing is sold. */
  readonly sold: readonly string[];
  /** Whether it stands on a plan: it speaks of that one alone. */
  readonly isOfPlan: boolean;
}

/** Keys whose values are names, not words for visitors. */
export const NAMES: ReadonlySet<string> = new Set([
  "path",
  "id",
  "page",
  "section",
  "use",
  "product",
  "regular",
  "to",
]);

const VARIABLE = /\{\{[^{}]*\}\}/g;

/**
 * The texts in which one of these words stands, beside what stands for variables.
 * @param says what the words say has to be, where a pattern alone does not tell
 */
export function claimFilter(
  may: RegExp,
  says: (words: string) => boolean = () => true,
): TextFilter {
  return textFilter((written) => {
    if (!may.test(written)) return false;
    const words = wordsOf(written);
    return may.test(words) && says(words);
  });
}

/** As long as the text, without its variables: what stands for one is no word. */
function wordsOf(written: string): string {
  return written.replaceAll(VARIABLE, (whole) => "\u2026".repeat(whole.length));
}

/**
 * Calls `visit` with each text of a funnel's pages and mails, or of a brand's own, that passes a filter. Questions ask what
 * visitors do elsewhere and claim nothing.
 */
export function eachClaim(
  { source, traits }: Pick<FunnelNode, "source" | "traits">,
  filter: TextFilter,
  visit: (said: Said) => void,
): void {
  for (const { text: written, place } of textsWith(source.data, filter)) {
    const path = pathOf(place);
    const owner = ownerOf(path, data(source.data), traits);
    if (owner === null) continue;
    const below = path.slice(owner.depth);
    if (isUnder(NAMES, below)) continue;
    const plan = planAt(owner.value, below.slice(0, -1));
    visit({
      text: wordsOf(written),
      written,
      path,
      sold: plan === null ? owner.sold() : [plan],
      isOfPlan: plan !== null,
    });
  }
}

/** What a text belongs to. */
interface Owner {
  readonly value: unknown;
  /** The length of its own path. */
  readonly depth: number;
  sold(): readonly string[];
}

/** The page, the section or the words about the file that a text belongs to; null where what it says is no claim. */
function ownerOf(
  [top = "", name = ""]: Path,
  file: Data,
  traits: FunnelNode["traits"],
): Owner | null {
  const shared = data(file["shared"]);
  const pages = items(file["pages"]);
  switch (top) {
    case "title":
    case "description":
      return { value: file[top], depth: 1, sold: () => [] };
    case "questions": {
      const step = items(file[top])[Number(name)];
      // A question that does not say what it is has choices.
      const asks = traits.pages[text(data(step).page)]?.answer !== null;
      return asks ? null : { value: step, depth: 2, sold: () => [] };
    }
    case "pages": {
      const step = pages[Number(name)];
      return { value: step, depth: 2, sold: () => soldOn(step, shared) };
    }
    case "shared":
      return {
        value: shared[name],
        depth: 2,
        sold: () =>
          soldOnAll((step) => isUsing(step, String(name), shared), file),
      };
    case "scores":
      return {
        value: data(file[top])[name],
        depth: 2,
        sold: () =>
          soldOnAll((step) => isShowing(step, String(name), shared), file),
      };
    // A mail is not about one page: it speaks of all that is sold.
    case "mails":
      return {
        value: data(file[top])[name],
        depth: 2,
        sold: () => soldOnAll(() => true, file),
      };
    default:
      return null;
  }
}

/** The product of the plan or the gift that a text belongs to; null where it belongs to none. */
function planAt(value: unknown, path: Path): string | null {
  // A page that sells one thing names it among its own properties.
  if (path.length < 2) return null;
  const plan = path.reduce<unknown>(
    (at, key) => (Array.isArray(at) ? at[Number(key)] : data(at)[key]),
    value,
  );
  const { product } = data(plan);
  return typeof product === "string" ? product : null;
}

/** What the pages sell that show something. */
function soldOnAll(shows: (step: unknown) => boolean, file: Data): string[] {
  const shared = data(file["shared"]);
  const sold = items(file["pages"]).filter(shows);
  return [...new Set(sold.flatMap((step) => soldOn(step, shared)))];
}

/** What a page sells as it is written, in its shared sections too. */
function soldOn(
  step: unknown,
  shared: Readonly<Record<string, unknown>>,
): string[] {
  return [
    ...productsIn(step),
    ...usedBy(step).flatMap((name) => productsIn(shared[name])),
  ];
}

function isUsing(
  step: unknown,
  name: string,
  shared: Readonly<Record<string, unknown>>,
): boolean {
  return usedBy(step).some(
    (used) => used === name || usedBy(shared[used]).includes(name),
  );
}

/** Whether a page has a section that shows a score. */
function isShowing(
  step: unknown,
  score: string,
  shared: Readonly<Record<string, unknown>>,
): boolean {
  return [step, ...usedBy(step).map((name) => shared[name])].some((value) =>
    isNaming(value, score),
  );
}

function isNaming(value: unknown, score: string): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(
    ([key, inner]) =>
      (key === "score" && inner === score) || isNaming(inner, score),
  );
}

/** The names of the shared sections that a page names, however deep. */
function usedBy(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "use" && typeof inner === "string" ? [inner] : usedBy(inner),
  );
}
