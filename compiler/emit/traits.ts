import type { Language } from "../schema/language.ts";
import { type PageTraits, pagesWith } from "../schema/traits.ts";
import { BANNER, literal, type EmittedFile } from "./file.ts";

/**
 * What the runtime has to know of pages beside their properties. One constant a trait, so that a visitor downloads
 * those that their pages read and no other.
 */
export function emitTraits({ traits }: Language): EmittedFile {
  const of = byPage(traits);
  const lines = [
    'import type { AnswerKind } from "./contract.ts";',
    'import type { PageId, PageProps } from "./props.ts";',
    "",
    "/** How each page is answered, and its properties with the least and the most; a page that is not here asks nothing. */",
    `export const answers = ${literal(of(({ answer }) => answerOf(answer)))} as const satisfies { readonly [P in PageId]?: readonly [AnswerKind, ...(keyof PageProps[P])[]] };`,
    "",
    "/** What leaves a page before React is there: one of its options, or its button. */",
    `export const handovers = ${literal(of(({ handover }) => handover))} as const satisfies { readonly [P in PageId]?: "choice" | "choices" | "continue" };`,
    "",
    "/** The property of a page that names the contact fields it asks for. */",
    `export const contacts = ${literal(of(({ contact }) => contact))} as const satisfies { readonly [P in PageId]?: keyof PageProps[P] };`,
    "",
    "/** Pages behind the quiz that stand as its last chapter does. */",
    `export const lastChapter = ${literal(pagesWith(traits, (own) => own.lastChapter))} as const satisfies readonly PageId[];`,
    "",
    "/** The page that is shown at addresses that nothing stands at. */",
    `export const UNKNOWN_ADDRESS = ${literal(traits.unknownAddress)} as const satisfies PageId;`,
  ];
  return { name: "traits.ts", content: `${BANNER}${lines.join("\n")}\n` };
}

/** A file of its own, as few visitors lack answers: what is in one file is downloaded as a whole. */
export function emitUnanswered({ traits }: Language): EmittedFile {
  const of = byPage(traits);
  const lines = [
    'import type { PageId } from "./props.ts";',
    "",
    "/** The headline of each page for visitors whose answers are missing. */",
    `export const unanswered = ${literal(of(({ unanswered }) => unanswered.heading))} as const satisfies { readonly [P in PageId]: string };`,
  ];
  return { name: "unanswered.ts", content: `${BANNER}${lines.join("\n")}\n` };
}

/** Reads a trait of each page that has it. */
function byPage({ pages }: Language["traits"]) {
  return <T>(read: (traits: PageTraits) => T | null) =>
    Object.fromEntries(
      Object.keys(pages)
        .sort()
        .flatMap((page) => {
          const own = pages[page];
          const value = own === undefined ? null : read(own);
          return value === null ? [] : [[page, value] as const];
        }),
    );
}

function answerOf(answer: PageTraits["answer"]): readonly string[] | null {
  switch (answer?.kind) {
    case "several":
    case "quantity":
      return [answer.kind, answer.low, answer.high];
    case "one":
    case "day":
    case "words":
      return [answer.kind];
    case undefined:
      return null;
  }
}
