import { diagnose } from "../diagnostics/diagnostic.ts";
import { isOfMails } from "../link/mail-variables.ts";
import { data, text } from "../schema/read.ts";
import type { BrandRule } from "./rule.ts";

/** What somebody has to read in a mail about a payment, by the moment of the mail. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  "payment.taken": ["amount"],
  "gift.taken": ["amount"],
  "renewal.taken": ["amount"],
  "renewal.upcoming": ["amount", "renewal-date"],
};

/** A receipt says what was paid, and a notice of a renewal what will be, and when. */
export const mailAmount: BrandRule = ({ brands }) =>
  brands.flatMap(({ mails, source }) =>
    mails.flatMap(({ moment }) => {
      const mail = data(data(data(source.data).mails)[moment]);
      const words = `${text(mail.subject)} ${text(mail.text)}`;
      const left = (NEEDED[moment] ?? []).filter(
        (name) => !new RegExp(String.raw`\{\{\s*${name}\b`).test(words),
      );
      if (left.length === 0 || mail.text === undefined) return [];
      const isRenewal = moment === "renewal.upcoming";
      // A mail that only thanks is no receipt; a misspelt variable is told as that.
      if (!isRenewal && !/\breceipt\b/i.test(words)) return [];
      if (variablesIn(words).some(isUnknown)) return [];
      const at = source.span(["mails", moment], "key");
      return [diagnose("mail/leaves-out", at, { moment, left })];
    }),
  );

function variablesIn(words: string): string[] {
  return [...words.matchAll(/\{\{\s*([\w.-]+)/g)].map(([, name = ""]) => name);
}

function isUnknown(name: string): boolean {
  return !isOfMails(name) && !/^(?:project|support)$|\./.test(name);
}
