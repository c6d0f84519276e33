import type { Diagnostic, Fix } from "./diagnostic.ts";
import type { Note } from "./span.ts";

/** What is about something that all files of a brand share; anything else is about the file that it is found in. */
const OF_BRAND = new Set([
  "asset/unknown",
  "product/unknown",
  "product/other-length",
]);

/** What is wrong in several places at once where one thing is: a product's days, or the encoding of a file. */
const REPEATED = /\/unknown$|^product\/other-length$|^yaml\/control-character$/;

/** Places that are shown beside the first. */
const SHOWN = 4;

/**
 * The findings, which are sorted and not excused. A name that stands for nothing is one mistake, however often it is written: something was renamed, or is gone. It is
 * found at its first place, with the others as notes, and repaired at all of them.
 */
export function onePerName(found: readonly Diagnostic[]): Diagnostic[] {
  const uses = new Map<string, Diagnostic[]>();
  for (const diagnostic of found) {
    if (!REPEATED.test(diagnostic.code)) continue;
    const name = nameKey(diagnostic);
    const known = uses.get(name) ?? [];
    known.push(diagnostic);
    uses.set(name, known);
  }
  const joined = new Map<Diagnostic, Diagnostic | null>();
  for (const several of uses.values()) {
    const [first, ...others] = several;
    if (first === undefined || others.length === 0) continue;
    for (const one of several) joined.set(one, null);
    joined.set(first, join(first, others));
  }
  return found.flatMap((one) => {
    const instead = joined.get(one);
    return instead === undefined ? one : (instead ?? []);
  });
}

/** The same for the same name where the same is to be done about it. A fix is of one file. */
function nameKey({ code, message, hint, at, fix }: Diagnostic): string {
  const isOfBrand = OF_BRAND.has(code) && fix === undefined;
  const place = isOfBrand ? at.file.replace(/[^/]*$/, "") : at.file;
  return JSON.stringify([code, message, hint, place]);
}

function join(first: Diagnostic, others: readonly Diagnostic[]): Diagnostic {
  const rest = others.length - SHOWN;
  const notes = others.slice(0, SHOWN).map(({ at }, i): Note => {
    const isLast = i === SHOWN - 1 && rest > 0;
    return {
      at,
      message: isLast
        ? `here too, and in ${rest === 1 ? "another place" : `${rest} more places`}`
        : "here too",
    };
  });
  const fix: Fix | undefined = first.fix && {
    kind: first.fix.kind,
    changes: [first, ...others].flatMap((one) => one.fix?.changes ?? []),
  };
  return {
    ...first,
    notes: [...first.notes, ...notes],
    ...(fix !== undefined && { fix }),
  };
}
