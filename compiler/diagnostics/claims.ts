import { list, useOneOf } from "./wording.ts";
import { error, warning, type Entries } from "./wording-entry.ts";

/** What to do about words that may be a claim. */
const DOUBTS: Readonly<Record<string, string>> = {
  price: "leave the amount out: pages show each visitor their own price",
  saving: "say what the price list, a countdown or a promo code saves",
  renewal: "say what the price list does",
  count: "write {{ questions }}, which is always the most that the quiz asks",
};

/** No mail can hold `{{ price.plan }}`. */
const MAIL_PRICE =
  "leave the amount out; a mail about an order can say {{ amount }}, which is what was paid";

/** Findings about words that say what is sold: what it costs, saves, renews, and how much the quiz asks. */
export const claims = {
  "offer/labels": {
    severity: error,
    say: (p: { says: "no" | "yes" | "same"; words: string }) => ({
      message: {
        no: `"${p.words}" sounds like a no, and whoever taps on it buys`,
        yes: `"${p.words}" sounds like a yes, and whoever taps on it declines`,
        same: `both buttons say "${p.words}", and one of them buys`,
      }[p.says],
      hint: "compare `acceptLabel` and `declineLabel`: perhaps they are swapped",
    }),
  },
  "claim/no-rule": {
    severity: error,
    say: ({ words }: { words: string }) => ({
      message: `"${words}": nothing in this funnel saves anything`,
      hint: "declare a promo code under `codes`, sell at a `regular` price after a countdown, or remove the words",
    }),
  },
  "claim/never-ends": {
    severity: warning,
    say: ({ words }: { words: string }) => ({
      message: `"${words}": nothing ends this offer`,
      hint: "sell at a `regular` price after a countdown, give a promo code an `until` or a `limit`, or remove the words",
    }),
  },
  "claim/other-code": {
    severity: warning,
    say: ({ name, known }: { name: string; known: readonly string[] }) => ({
      message: `"${name}" is not a promo code of this funnel`,
      hint: useOneOf(known),
    }),
  },
  "claim/other-share": {
    severity: error,
    say: (p: { words: string; known: readonly number[] }) => ({
      message: `"${p.words}": the prices of this funnel say otherwise`,
      hint: `what is saved here is ${list(p.known.map((share) => `${share}%`))}`,
    }),
  },
  "claim/other-price": {
    severity: error,
    say: ({ words, isMail }: { words: string; isMail: boolean }) => ({
      message: `"${words}": nothing here costs that`,
      hint: isMail
        ? MAIL_PRICE
        : "write the price as a variable, such as {{ price.plan }}, which each visitor reads in their own currency; or leave it out",
    }),
  },
  "product/not-sold-here": {
    severity: warning,
    say: (p: { product: string; known: readonly string[] }) => ({
      message: `visitors read what "${p.product}" costs, and no page of this funnel sells it`,
      hint: useOneOf(p.known),
    }),
  },
  "claim/one-currency": {
    severity: warning,
    say: (p: {
      words: string;
      product: string | null;
      paidIn: readonly string[];
      isMail: boolean;
    }) => ({
      message: `"${p.words}" is true for visitors who pay in ${list(p.paidIn)}, and the others read it too`,
      hint: p.isMail
        ? MAIL_PRICE
        : p.product === null
          ? "leave it out: pages show each visitor their own price, in their own currency"
          : `write {{ price.${p.product} }}, which each visitor reads in their own currency`,
    }),
  },
  "claim/doubtful": {
    severity: warning,
    say: (p: {
      words: string;
      of: "price" | "saving" | "renewal" | "count";
    }) => ({
      message: `"${p.words}": if this is about ${p.of === "count" ? "the quiz" : "what is sold here"}, it is not true`,
      hint: `${DOUBTS[p.of]}; if it is about something else, say so in the same sentence, or excuse it: \`# funnels-ignore claim/doubtful: …\``,
    }),
  },
  "claim/health": {
    severity: warning,
    say: ({ words }: { words: string }) => ({
      message: `"${words}" promises visitors what only a study or an authority can show`,
      hint: "say what the plan does; if it can be shown, excuse the line: `# funnels-ignore claim/health: …`",
    }),
  },
  "claim/renewal": {
    severity: error,
    say: (
      p: { words: string; product: string } & (
        | { of: "once" | "never" }
        | { of: "every"; days: number }
      ),
    ) => {
      const quote = `"${p.words}"`;
      switch (p.of) {
        case "once":
          return {
            message: `${quote}: what these words are about renews, such as "${p.product}"`,
            hint: "remove the words, or `renews` from the price list",
          };
        case "never":
          return {
            message: `${quote}: what these words are about does not renew, such as "${p.product}"`,
            hint: "remove the words, or add `renews` in the price list",
          };
        case "every":
          return {
            message: `${quote}: "${p.product}" renews every ${p.days} days`,
            hint: "say the period that the price list has",
          };
      }
    },
  },
  "claim/other-count": {
    severity: error,
    say: (p: { words: string; fewest: number; most: number }) => ({
      message:
        p.fewest === p.most
          ? `"${p.words}": this quiz asks ${p.most} ${p.most === 1 ? "question" : "questions"}`
          : `"${p.words}": this quiz asks ${p.fewest} to ${p.most} ${p.most === 1 ? "question" : "questions"}, depending on the answers`,
      hint:
        p.most === 1
          ? "write what visitors are asked, or leave the number out"
          : "write {{ questions }}, {{ questions-in-words }} or {{ Questions-in-words }}, which are always the most that it asks, or leave the number out",
    }),
  },
  "claim/other-scale": {
    severity: error,
    say: (p: { words: string; name: string; highest: number }) => ({
      message: `"${p.words}": "${p.name}" goes up to ${p.highest}`,
      hint: "write the highest number that it can be",
    }),
  },
  "claim/other-length": {
    severity: error,
    say: (p: {
      words: string;
      of: "section" | "funnel";
      property: string;
      own: number;
    }) => ({
      message: `"${p.words}" is not the time of ${p.of === "section" ? "this section" : "the guarantee of this funnel"}: \`${p.property}: ${p.own}\``,
      hint: `write the same time in the text and in \`${p.property}\``,
    }),
  },
  "product/other-length": {
    severity: warning,
    say: (p: { words: string; product: string; days: number }) => ({
      message: `"${p.words}" is not the time for which "${p.product}" gives access: \`days: ${p.days}\``,
      hint: "sell another product here, or write the same time in the text and in `days`",
    }),
  },
  "product/regular-length": {
    severity: warning,
    say: ({ product, regular }: { product: string; regular: string }) => ({
      message: `after the countdown, "${regular}" is sold in place of "${product}", and does not give access for the same time`,
      hint: "name a product with the same `days`",
    }),
  },
} as const satisfies Entries;
