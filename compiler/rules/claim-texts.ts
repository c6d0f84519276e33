import type { Path } from "../diagnostics/span.ts";
import { eachText } from "../link/each-text.ts";
import { productsIn } from "../link/products-in.ts";
import { data, items, text } from "../schema/read.ts";
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
]);

const VARIABLE = /\{\{[^{}]*\}\}/g;

/**
 * Calls `visit` with each text of a funnel's pages, or of a brand's own, that `may` takes. Questions ask what visitors
 * do elsewhere and claim nothing. What stands for a variable is no word of the text.
 */
export function eachClaim(
  { source, traits }: Pick<FunnelNode, "source" | "traits">,
  may: RegExp,
  visit: (said: Said) => void,
): void {
  const { title, description, questions, pages, shared } = data(source.data);
  const walk = (value: unknown, path: Path, sold: () => readonly string[]) =>
    eachText(
      value,
      path,
      (written, at) => {
        if (!may.test(written)) return;
        const words = written.replaceAll(VARIABLE, (whole) =>
          "\u2026".repeat(whole.length),
        );
        if (!may.test(words)) return;
        const plan = planAt(value, at.slice(path.length, -1));
        visit({
          text: words,
          written,
          path: [...at],
          sold: plan === null ? sold() : [plan],
          isOfPlan: plan !== null,
        });
      },
      NAMES,
    );
  const nothing = () => [];
  walk(title, ["title"], nothing);
  walk(description, ["description"], nothing);
  items(questions).forEach((step, i) => {
    const { page } = data(step);
    // A question that does not say what it is has choices.
    const asks = traits.pages[text(page)]?.answer !== null;
    if (!asks) walk(step, ["questions", i], nothing);
  });
  const sections = data(shared);
  items(pages).forEach((step, i) =>
    walk(step, ["pages", i], () => soldOn(step, sections)),
  );
  for (const [name, section] of Object.entries(sections))
    walk(section, ["shared", name], () => [
      ...new Set(
        items(pages)
          .filter((step) => isUsing(step, name, sections))
          .flatMap((step) => soldOn(step, sections)),
      ),
    ]);
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

/** The names of the shared sections that a page names, however deep. */
function usedBy(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "use" && typeof inner === "string" ? [inner] : usedBy(inner),
  );
}
