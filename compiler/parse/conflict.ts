import type { Finding } from "./finding.ts";
import { MAX_FINDINGS } from "./limits.ts";

const BEGINNING = /^<{7}(?: .*)?$/gm;
const OTHERS = /^(?:\|{7}|={7}|>{7})(?: .*)?$/m;

/** The marks that git leaves where two people have changed the same lines: one finding where two versions begin. */
export function conflictMarks(text: string): Finding[] {
  const beginnings = [...text.matchAll(BEGINNING)];
  const left = beginnings.length > 0 ? beginnings : [OTHERS.exec(text)];
  return left.slice(0, MAX_FINDINGS).flatMap((match) =>
    match === null
      ? []
      : {
          code: "yaml/merge-conflict",
          message: "git has left two versions of these lines",
          hint: "keep what is right of both, and delete the lines that start with <<<<<<<, ======= and >>>>>>>",
          start: match.index,
          end: match.index + match[0].length,
        },
  );
}
