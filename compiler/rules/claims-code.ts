import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { narrow } from "../link/narrow.ts";
import { data, text as textOf } from "../schema/read.ts";
import { claimFilter, eachClaim } from "./claim-texts.ts";
import type { FunnelRule } from "./rule.ts";

/** "Use the code SPRING25". */
const NAMED = /\b(?:code|coupon|voucher)s?:? \**([A-Z][A-Z0-9]{2,11})\b(?!-)/g;

const NAMING = claimFilter(new RegExp(NAMED.source));

/** A promo code that a text names is one that visitors can type in. */
export const claimsCode: FunnelRule = (node) => {
  const known = Object.values(data(data(node.source.data).codes)).map(
    (declared) => textOf(data(declared).code),
  );
  if (known.length === 0) return [];
  const found: Diagnostic[] = [];
  eachClaim(node, NAMING, ({ text, path }) => {
    for (const [, name = ""] of text.matchAll(NAMED)) {
      if (known.includes(name)) continue;
      const at = narrow(node.source, path, name);
      found.push(diagnose("claim/other-code", at, { name, known }));
    }
  });
  return found;
};
