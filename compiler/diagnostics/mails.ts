import { error, warning, type Entries } from "./wording-entry.ts";

/** Findings about mails, and what pages say of them. */
export const mails = {
  "mail/leaves-out": {
    severity: warning,
    say: (p: { moment: string; left: readonly string[] }) => ({
      message: p.moment.endsWith("upcoming")
        ? "whoever is about to be charged does not read here how much, or when"
        : "this receipt does not say what was paid",
      hint: `write ${p.left.map((name) => `{{ ${name} }}`).join(" and ")} into the text`,
    }),
  },
  "mail/promised": {
    severity: error,
    say: (p: { words: string; moment: string | null }) => ({
      message:
        p.moment === null
          ? `this page promises something ("${p.words}") that is never sent`
          : `this page promises an email ("${p.words}"), and none is sent`,
      hint:
        p.moment === null
          ? "say what really happens: nothing of that kind is sent"
          : `write it: \`${p.moment}\` under \`mails\` in ${p.moment === "contact.stored" ? "" : "brand.yaml or in "}the funnel; or take the promise out`,
    }),
  },
  "mail/other-day": {
    severity: error,
    say: (p: { words: string; product: string; days: number | null }) => ({
      message:
        p.days === null
          ? `this page promises an email ("${p.words}"), and none is sent before the first renewal of \`${p.product}\``
          : `this page promises an email ("${p.words}"), and that of \`${p.product}\` is sent ${p.days} days before`,
      hint:
        p.days === null
          ? "it comes so soon after a payment that the receipt is its notice; say so, or take the promise out"
          : `write ${p.days} days, or name no time`,
    }),
  },
  "mail/not-for-all": {
    severity: warning,
    say: ({ id, end }: { id: string; end: string }) => ({
      message: `some who get this mail never come to "${id}": they leave their email and end at "${end}"`,
      hint: "lead to a page that all of them come to",
    }),
  },
  "call/promised": {
    severity: error,
    say: ({ words }: { words: string }) => ({
      message: `this page promises a call ("${words}"), and nobody learns the visitor's number`,
      hint: "answers stay in the visitor's browser: ask for an email, or link to a page on which a call is booked",
    }),
  },
  "mail/no-address": {
    severity: error,
    say: (p: { words: string; way: string }) => ({
      message: `this page promises an email ("${p.words}") to visitors who were not asked for one: ${p.way}`,
      hint: "ask for the email before, or take the promise out",
    }),
  },
  "gift/promised": {
    severity: error,
    say: ({ words }: { words: string }) => ({
      message: `this page promises a link ("${words}"), and nothing that is sold here is a gift`,
      hint: "sell it on a page for gifts, write `gift: 1` with the product in brand.yaml, or take the promise out",
    }),
  },
  "gift/not-mailed": {
    severity: warning,
    say: ({ moment }: { moment: string }) => ({
      message: `whoever buys a gift gets \`${moment}\`, which does not have its link`,
      hint: "write {{ gift-link }} into the text of `gift.taken` under `mails`, which is sent in the place of the receipt",
    }),
  },
  "mail/never-sent": {
    severity: error,
    say: ({ moment }: { moment: string }) => ({
      message: `\`${moment}\` is never sent: no page of this funnel asks for an email`,
      hint: "add a page that asks for the email, or remove the mail",
    }),
  },
} as const satisfies Entries;
