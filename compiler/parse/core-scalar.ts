import { looksGrouped } from "./written-number.ts";

/** The regular expressions of YAML 1.2's core schema (spec section 10.3.2), as `yaml` has them. */
const NULL = /^(?:~|[Nn]ull|NULL)?$/;
const BOOLEAN = /^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$/;
const OCTAL = /^0o[0-7]+$/;
const HEXADECIMAL = /^0x[0-9a-fA-F]+$/;
const DECIMAL = /^[-+]?(?:[0-9]+|\.[0-9]+|[0-9]+\.[0-9]*)(?:[eE][-+]?[0-9]+)?$/;
const NOT_FINITE = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

/** A plain scalar that does not stand for itself; `undefined` is what must be looked at more closely. */
type Resolved = null | boolean | number | undefined;

/** True when an unquoted text is something else than text: null, true, false or a number. */
export function isCoreScalar(text: string): boolean {
  // Nearly every text of a funnel is ruled out by its first character.
  if (!/^[-+.0-9~nNtTfF]|^$/.test(text)) return false;
  return (
    NULL.test(text) ||
    BOOLEAN.test(text) ||
    DECIMAL.test(text) ||
    OCTAL.test(text) ||
    HEXADECIMAL.test(text) ||
    NOT_FINITE.test(text)
  );
}

/** The value of a text for which `isCoreScalar` holds. */
export function coreScalar(text: string): Resolved {
  if (NULL.test(text)) return null;
  if (BOOLEAN.test(text)) return text[0] === "t" || text[0] === "T";
  const value = Number(text.replace(/^\+/, ""));
  return isExact(value) && !looksGrouped(text) ? value : undefined;
}

/** False for numbers that YAML would silently round or that are not numbers at all. */
export function isExact(value: number): boolean {
  return (
    Number.isFinite(value) &&
    (!Number.isInteger(value) || Number.isSafeInteger(value))
  );
}
