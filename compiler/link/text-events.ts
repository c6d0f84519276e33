import { isOfMails } from "./mail-variables.ts";
import { safeUrl } from "../shared/safe-url.ts";
import { shownBy, variableOf } from "../shared/variable-names.ts";
import type { Path } from "../diagnostics/span.ts";
import { keyShownBy } from "./brand-constants.ts";
import { TABLE_NAME } from "./privacy-table.ts";
import { quotedFallback } from "./fallback.ts";
import { isDeclared, undeclared } from "./regular.ts";
import { isOwnLink } from "./own-path.ts";
import { addNotes, noteLink, noteUse, type StepUsage } from "./step-usage.ts";
import type { Findings, FunnelScope } from "./scope.ts";
import type { TextEvents } from "./holes.ts";

const CONTACT_VARIABLES = ["name", "email"];
/** What is shown before anything is known of the visitor: in tabs, in search results. */
const HEAD =
  /^(?:(?:questions|pages) \d+ (?:aliases \d+ )?)?(?:title|description)$/;

/** What is the same for everybody: a variable has nothing to show there, even with a fallback. */
const FOR_ALL =
  /^(?:questions|pages) \d+ (?:aliases \d+ )?(?:part|unanswered \S+)$/;

/** Whether a text at `path` may hold no variables but those that are the same for every visitor. */
export function isImpersonal(path: Path): boolean {
  return isInHead(path) || isForAll(path);
}

/** Reports what is wrong in any text, wherever it stands; `known` are the variables that it may hold. */
export function textMistakes(
  path: Path,
  { constants, longTexts }: Pick<FunnelScope, "constants" | "longTexts">,
  findings: Findings,
  known: () => readonly string[],
): Omit<TextEvents, "link" | "variable"> {
  const malformed = (written: string) =>
    findings.addWithin("variable/malformed", path, written, { text: written });
  return {
    malformed,
    single: (name, written) => {
      if (known().includes(name)) malformed(written);
    },
    tooComplex: () => findings.add("text/too-complex", path, {}),
    blank: () => findings.add("schema/empty", path, { description: undefined }),
    tag: (written) =>
      findings.addWithin("text/tag", path, written, { tag: written }),
    brokenLink: (written) =>
      findings.addWithin("text/broken-link", path, written, { written }),
    spacedLink: (written, address) =>
      findings.addWithin("text/space-in-address", path, written, {
        written,
        address,
      }),
    unclosed: (written) =>
      findings.addWithin("text/unclosed-mark", path, written, { written }),
    looseMark: (kind, written, meant) =>
      findings.addWithin("text/loose-mark", path, written, {
        kind,
        written,
        meant,
        longTexts,
      }),
    constant: (name) =>
      Object.hasOwn(constants, name) ? constants[name] : undefined,
  };
}

/** Reports what is wrong in the text at `path`, and notes the variables and links it holds. */
export function textEvents(
  path: Path,
  scope: FunnelScope,
  findings: Findings,
  usage: StepUsage,
): TextEvents {
  return {
    ...textMistakes(path, scope, findings, () => variables(scope)),
    link: (url) => {
      // A link without an address is told as such.
      if (url === "") return;
      if (!safeUrl(url)) findings.addWithin("url/unsafe", path, url, { url });
      else if (isOwnLink(url, scope.hosts)) noteLink(usage, url, path);
    },
    variable: (name, fallback, written) => {
      if (scope.isBrandPages && name === TABLE_NAME) return;
      const code = shownBy("price", name);
      if (code !== null) {
        const unknown = undeclared(code, scope.products);
        if (unknown !== null)
          findings.addWithin("product/unknown", path, written, unknown);
        else if (isImpersonal(path))
          findings.addWithin("variable/not-given", path, written, undefined);
        else if (fallback !== null)
          findings.addWithin("variable/malformed", path, written, {
            text: written,
          });
        usage.used.add(`prices.${code}`);
        return;
      }
      const use = kindOf(name, scope);
      if (use === null) {
        findings.addWithin("variable/unknown", path, written, {
          name,
          known: variables(scope),
          key: keyShownBy(name),
          isOnlyOfMails: isOfMails(name),
        });
        return;
      }
      const choices = scope.questions.get(name)?.written;
      quotedFallback({ name, fallback, written }, path, findings, choices);
      const required = fallback === null;
      if (isForAll(path) || (required && isInHead(path))) {
        findings.addWithin("variable/not-given", path, written, undefined);
        if (use.kind === "score") usage.used.add(`scores.${use.id}`);
        return;
      }
      noteUse(usage, { ...use, required, path, written });
      const band = scope.scores.get(shownBy("band", name) ?? "");
      if (use.kind === "score" && band !== undefined)
        addNotes(usage, band.labels, path);
    },
  };
}

function isInHead(path: Path): boolean {
  return HEAD.test(path.join(" "));
}

function isForAll(path: Path): boolean {
  return FOR_ALL.test(path.join(" "));
}

/** What a variable shows; null when there is none of that name. */
function kindOf(
  name: string,
  scope: FunnelScope,
): { kind: "answer" | "contact" | "score"; id: string } | null {
  if (CONTACT_VARIABLES.includes(name)) return { kind: "contact", id: name };
  if (scope.questions.has(name)) return { kind: "answer", id: name };
  const score = shownBy("score", name) ?? shownBy("band", name);
  return score !== null && scope.scores.has(score)
    ? { kind: "score", id: score }
    : null;
}

/** Every variable a text of this funnel may hold. */
export function variables(scope: FunnelScope): string[] {
  const scores = [...scope.scores.keys()].flatMap((id) => [
    variableOf("score", id),
    variableOf("band", id),
  ]);
  return [
    ...new Set([
      ...CONTACT_VARIABLES,
      ...Object.keys(scope.constants),
      ...scope.questions.keys(),
      ...(scope.isBrandPages ? [TABLE_NAME] : []),
      ...scores,
      ...Object.keys(scope.products)
        .filter(isDeclared)
        .map((code) => variableOf("price", code)),
    ]),
  ];
}
