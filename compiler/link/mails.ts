import type { ServerMail } from "../shared/server-contract.ts";
import { safeUrl } from "../shared/safe-url.ts";
import type { Path } from "../diagnostics/span.ts";
import { data, text } from "../schema/read.ts";
import type { TextEvents } from "./holes.ts";
import type { BrandScope, Findings, Shapes } from "./scope.ts";
import { textMistakes } from "./text-events.ts";
import { parseMarkdown, parseText } from "./text.ts";

/** What a mail about an order may show; false: it may be missing, so that a fallback has to be written. */
const VARIABLES: Readonly<Record<string, boolean>> = {
  email: true,
  name: false,
  product: true,
  amount: true,
  renewal: false,
  "renewal-date": false,
  date: true,
  order: true,
};

/** The mails of a brand by the moment at which they are sent, in the order of the file. */
export function linkMails(
  raw: unknown,
  scope: BrandScope,
  findings: Findings,
  { purpose }: Pick<Shapes, "purpose">,
): ServerMail[] {
  return Object.entries(data(raw)).map(([moment, value]) => {
    const mail = data(value);
    const at = (key: string) => () =>
      mailEvents(["mails", moment, key], scope, findings);
    return {
      moment,
      subject: parseText(text(mail.subject), purpose, at("subject")),
      text: parseMarkdown(text(mail.text), purpose, at("text")),
      button:
        mail.button === undefined
          ? null
          : parseText(text(mail.button), purpose, at("button")),
    };
  });
}

/** Every variable that a text of a mail may hold. */
export function mailVariables({ constants }: BrandScope): readonly string[] {
  return [...Object.keys(VARIABLES), ...Object.keys(constants)];
}

/** Reports what is wrong in a text of a mail: it knows the order and the contact, and no answer of the quiz. */
function mailEvents(
  path: Path,
  scope: BrandScope,
  findings: Findings,
): TextEvents {
  const known = mailVariables(scope);
  return {
    ...textMistakes(path, scope, findings, () => known),
    link: (url) => {
      // A path leads nowhere from a mail.
      if (!safeUrl(url) || url.startsWith("/"))
        findings.addWithin("url/unsafe", path, url, { url });
    },
    variable: (name, fallback, written) => {
      if (!Object.hasOwn(VARIABLES, name))
        findings.addWithin("variable/unknown", path, written, { name, known });
      else if (VARIABLES[name] === false && fallback === null)
        findings.addWithin("variable/may-be-missing", path, written, {
          name,
          way: null,
        });
    },
  };
}
