import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { LinkedMail } from "../link/program.ts";
import type { Source } from "../parse/source.ts";
import { data, text } from "../schema/read.ts";
import { givesIn } from "./mail-promised.ts";
import type { BrandRule, FunnelRule } from "./rule.ts";

const MOMENT = "gift.taken";
const RECEIPT = "payment.taken";
const LINK = /\{\{\s*gift-link\b/;

interface MailsOf {
  readonly mails: readonly Pick<LinkedMail, "moment">[];
  readonly source: Source;
}

/** Whoever pays for a gift finds the link in the mail about it, and not the receipt of what is their own. */
export const giftMailed: BrandRule = ({ brands, outlines }) =>
  brands.flatMap((node) => {
    if (sends(node, MOMENT)) return withoutLink(node);
    const isSold = outlines.some(
      (outline) => givesIn(outline, node) && !outline.mails.includes(MOMENT),
    );
    return isSold && sends(node, RECEIPT) ? [found(node, RECEIPT)] : [];
  });

/** The same of a funnel's own mail. */
export const giftMailedByFunnel: FunnelRule = withoutLink;

function withoutLink(node: MailsOf): Diagnostic[] {
  if (!sends(node, MOMENT)) return [];
  const mail = data(data(data(node.source.data)["mails"])[MOMENT]);
  const hasLink = mail.button !== undefined || LINK.test(text(mail.text));
  return hasLink ? [] : [found(node, MOMENT)];
}

function sends({ mails }: MailsOf, wanted: string): boolean {
  return mails.some(({ moment }) => moment === wanted);
}

function found({ source }: MailsOf, moment: string): Diagnostic {
  const at = source.span(["mails", moment], "key");
  return diagnose("gift/not-mailed", at, { moment });
}
