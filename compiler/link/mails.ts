import { safeUrl } from "../shared/safe-url.ts";
import type { Path } from "../diagnostics/span.ts";
import { data, text, type Data } from "../schema/read.ts";
import { linkAsset } from "./asset.ts";
import { keyShownBy } from "./brand-constants.ts";
import { quotedFallback } from "./fallback.ts";
import type { TextEvents } from "./holes.ts";
import { isOwnLink } from "./own-path.ts";
import type {
  FunnelMail,
  FunnelNode,
  LinkedMail,
  MailLink,
} from "./program.ts";
import type { BrandScope, Findings, FunnelScope, Shapes } from "./scope.ts";
import { textMistakes } from "./text-events.ts";
import { isOfMails, variablesOf } from "./mail-variables.ts";
import { parseMarkdown, parseText } from "./text.ts";

/** What is found wrong in mails, and where their texts lead. */
interface MailNotes {
  readonly findings: Findings;
  readonly links: MailLink[];
}

/** The mails of a brand or a funnel by the moment at which they are sent, in the order of the file. */
export function linkMails(
  raw: unknown,
  scope: BrandScope,
  notes: MailNotes,
  { purpose }: Pick<Shapes, "purpose">,
): LinkedMail[] {
  return Object.entries(data(raw)).map(([moment, value]) => {
    const mail = data(value);
    const at = (key: string) => () =>
      mailEvents(moment, ["mails", moment, key], scope, notes);
    return {
      moment,
      picture:
        mail.picture === undefined
          ? null
          : (linkAsset(
              text(mail.picture),
              ["mails", moment, "picture"],
              scope,
              notes.findings,
            )?.src ?? null),
      subject: parseText(text(mail.subject), purpose, at("subject")),
      text: parseMarkdown(text(mail.text), purpose, at("text")),
      button:
        mail.button === undefined
          ? null
          : parseText(text(mail.button), purpose, at("button")),
    };
  });
}

/** The mails of a funnel, whose buttons may lead to its pages, and whose pictures are noted as used; and their links. */
export function linkFunnelMails(
  raw: Data,
  scope: FunnelScope,
  { findings, used }: Pick<MailNotes, "findings"> & { used: Set<string> },
  shapes: Pick<Shapes, "purpose">,
): Pick<FunnelNode, "mails" | "mailLinks"> {
  // Those of a brand are its own, and no funnel's.
  if (scope.isBrandPages) return { mails: [], mailLinks: [] };
  const { steps } = scope;
  const links: MailLink[] = [];
  const linked = linkMails(raw.mails, scope, { findings, links }, shapes);
  const mails = linked.map((mail): FunnelMail => {
    const { to, picture } = data(data(raw.mails)[mail.moment]);
    if (picture !== undefined) used.add(`assets.${text(picture)}`);
    if (to === undefined) return { ...mail, to: null };
    const name = text(to);
    if (!steps.includes(name))
      findings.add("step/unknown", ["mails", mail.moment, "to"], {
        name,
        known: steps,
      });
    return { ...mail, to: name };
  });
  return { mails, mailLinks: links };
}

/** Every variable that the texts of a mail may hold. */
export function mailVariables(
  moment: string,
  { constants }: Pick<BrandScope, "constants">,
): readonly string[] {
  return [...Object.keys(variablesOf(moment)), ...Object.keys(constants)];
}

/** Reports what is wrong in a text of a mail: it knows the order or the contact, and no answer of the quiz. */
function mailEvents(
  moment: string,
  path: Path,
  scope: BrandScope,
  { findings, links }: MailNotes,
): TextEvents {
  const shown = variablesOf(moment);
  const known = mailVariables(moment, scope);
  return {
    ...textMistakes(path, scope, findings, () => known),
    link: (url) => {
      // A path leads nowhere from a mail.
      if (!safeUrl(url) || url.startsWith("/"))
        findings.addWithin("url/unsafe", path, url, { url, isMail: true });
      else if (isOwnLink(url, scope.hosts)) links.push({ to: url, path });
    },
    variable: (name, fallback, written) => {
      if (!Object.hasOwn(shown, name))
        findings.addWithin("variable/unknown", path, written, {
          name,
          known,
          key: keyShownBy(name),
          isOfOtherMails: isOfMails(name),
        });
      else if (shown[name] === false && fallback === null)
        findings.addWithin("variable/may-be-missing", path, written, {
          name,
          way: null,
          isTooLate: false,
        });
      else quotedFallback({ name, fallback, written }, path, findings);
    },
  };
}
