import { diagnose } from "../diagnostics/diagnostic.ts";
import { narrow } from "../link/narrow.ts";
import {
  isSame,
  periodWords,
  RETENTION,
  retentionClaims,
} from "../link/retention.ts";
import type { Path } from "../diagnostics/span.ts";
import { policySteps } from "./policy-steps.ts";
import type { BrandRule } from "./rule.ts";

/** The privacy policy says for how long people are kept, and no other time than the brand keeps them. */
export const privacyRetention: BrandRule = ({ brands }) =>
  brands.flatMap((node) => {
    const { retentionDays } = node;
    const { source } = node.pages;
    return policySteps(node).flatMap(({ written, origin }) => {
      const texts = textsBelow(written, origin);
      const claims = texts.flatMap(({ path, text }) =>
        retentionClaims(text).map((claim) => ({ ...claim, path })),
      );
      if (
        retentionDays !== null &&
        claims.length === 0 &&
        !texts.some(({ text }) => WRITTEN.test(text))
      ) {
        const at = source.span([...origin, "path"], "value");
        const period = periodWords(retentionDays);
        return [
          diagnose("privacy/no-retention", at, { period, variable: RETENTION }),
        ];
      }
      return claims
        .filter(
          ({ days }) => retentionDays === null || !isSame(days, retentionDays),
        )
        .map(({ words, path }) =>
          diagnose("privacy/retention-differs", narrow(source, path, words), {
            words,
            period: retentionDays === null ? null : periodWords(retentionDays),
            variable: RETENTION,
          }),
        );
    });
  });

const WRITTEN = /\{\{\s*privacy\.retention\s*\}\}/;

function textsBelow(
  value: unknown,
  path: Path,
): { readonly path: Path; readonly text: string }[] {
  if (typeof value === "string") return [{ path, text: value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    textsBelow(item, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}
