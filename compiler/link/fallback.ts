import { withoutCurly } from "../parse/quoted.ts";
import { data, text } from "../schema/read.ts";
import type { Findings } from "./scope.ts";
import type { Path } from "../diagnostics/span.ts";

const STRAIGHT = /^(?:"([^"]*)"|'([^']*)')$/;

/** A variable as a text holds it. */
interface Shown {
  readonly name: string;
  readonly fallback: string | null;
  readonly written: string;
}

/**
 * Reports a fallback in quotation marks, as programs ask for them: visitors would read them. Where the choices that it
 * stands for have some, it may have them, too.
 */
export function quotedFallback(
  { name, fallback, written }: Shown,
  path: Path,
  findings: Findings,
  choices: readonly unknown[] = [],
): void {
  const words = fallback === null ? null : bare(fallback);
  if (words === null || choices.some((one) => bare(labelOf(one)) !== null))
    return;
  findings.addWithin("variable/malformed", path, written, {
    text: written,
    bare: `{{ ${[name, "|", words].filter((part) => part !== "").join(" ")} }}`,
  });
}

/** A text without the quotation marks that all of it stands in; null when it does not. */
function bare(text: string): string | null {
  const words = withoutCurly(text.replace(STRAIGHT, "$1$2"));
  return words === text ? null : words;
}

function labelOf(choice: unknown): string {
  return text(choice, text(data(choice).label));
}
