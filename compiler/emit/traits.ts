import type { Language } from "../schema/language.ts";
import type { PageTraits } from "../schema/traits.ts";
import { BANNER, literal, type EmittedFile } from "./file.ts";

/**
 * What the runtime has to know of pages beside their properties. One constant a trait, so that a visitor downloads
 * those that their pages read and no other.
 */
export function emitTraits({ traits }: Language): EmittedFile {
  const of = <T>(read: (traits: PageTraits) => T | null) =>
    Object.fromEntries(
      Object.keys(traits.pages)
        .sort()
        .flatMap((page) => {
          const own = traits.pages[page];
          const value = own === undefined ? null : read(own);
          return value === null ? [] : [[page, value] as const];
        }),
    );
  const lines = [
    'import type { AnswerKind } from "./contract.ts";',
    'import type { PageId, PageProps } from "./props.ts";',
    "",
    "/** How the answer to each page is kept; a page that is not here asks nothing. */",
    `export const answerKinds = ${literal(of(({ answer }) => answer?.kind ?? null))} as const satisfies { readonly [P in PageId]?: AnswerKind };`,
    "",
    "/** The properties with the least and the most of each page that is answered with a number, or several choices. */",
    `export const bounds = ${literal(of(({ answer }) => boundsOf(answer)))} as const satisfies { readonly [P in PageId]?: readonly (keyof PageProps[P])[] };`,
    "",
    "/** What leaves a page before React is there: one of its options, or its button. */",
    `export const handovers = ${literal(of(({ handover }) => handover))} as const satisfies { readonly [P in PageId]?: "choice" | "continue" };`,
    "",
    "/** The page that is shown at addresses that nothing stands at. */",
    `export const UNKNOWN_ADDRESS = ${literal(traits.unknownAddress)} as const satisfies PageId;`,
  ];
  return { name: "traits.ts", content: `${BANNER}${lines.join("\n")}\n` };
}

function boundsOf(answer: PageTraits["answer"]): readonly string[] | null {
  return answer?.kind === "quantity" || answer?.kind === "several"
    ? [answer.low, answer.high]
    : null;
}
