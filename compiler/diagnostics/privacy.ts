import { error, type Entries } from "./wording-entry.ts";

const CALLS = {
  experiment: {
    message: "its experiment tells the server who has seen it",
    hint: "remove `experiment` here, or try it out on a page that is not sensitive",
  },
  contact: {
    message: "what it asks for is stored with the contact",
    hint: "ask everybody for it, on a page that does not depend on a sensitive answer",
  },
  page: {
    message: "its calls tell the server who has seen it",
    hint: "let the page depend on another answer, or on none",
  },
} as const;

const LATE = {
  words: {
    message: "too much text stands before the first number to call",
    hint: beginWithNumbers,
  },
  block: {
    message: "the first paragraph or list has no number to call",
    hint: beginWithNumbers,
  },
  nothing: {
    message: "nothing here says whom to call",
    hint: () =>
      "write a text that begins with the numbers to call, with a link such as [112](tel:112)",
  },
  drawing: {
    message: "a picture stands before the numbers to call",
    hint: () =>
      "take the picture out: on a page with `urgent`, nothing stands before the numbers",
  },
} as const;

function beginWithNumbers(most: number): string {
  return `begin the text with the numbers to call: a link such as [112](tel:112) in its first paragraph or list, after at most ${most} characters`;
}

function keepingHint(p: {
  of: "pictures" | "people";
  period: string | null;
  variable: string;
}): string {
  if (p.of === "pictures") return `write ${p.period} here`;
  return p.period === null
    ? `write \`retentionDays\` into the brand, and \`${p.variable}\` here`
    : `write \`${p.variable}\` here, or change \`retentionDays\``;
}

/** How somebody in danger comes to an offer. */
const SOLD = {
  way: {
    message: "come to",
    hint: () =>
      "lead this answer to a page with help by `to`, and from there to an end: `next: good-night`",
  },
  link: {
    message: "are shown a link to",
    hint: () =>
      "take the link out of what they are shown: whoever may be in danger is offered nothing",
  },
  mail: {
    message: "are sent a mail with a link to",
    hint: () =>
      "take the link out of the mail: whoever may be in danger is offered nothing",
  },
  button: {
    message: "are sent a mail whose button leads to",
    hint: (to: string | null) =>
      to === null
        ? "put a page that sells nothing before the offer, and lead the mail there: whoever may be in danger is offered nothing"
        : `lead the mail to a page that sells nothing: \`to: ${to}\``,
  },
} as const;

/** Findings about what would be told of a visitor, and to whom. */
export const privacy = {
  "sensitive/sent": {
    severity: error,
    say: ({ question }: { question: string }) => ({
      message: `"${question}" is sensitive, but its answer is stored with the contact`,
      hint: "give the question another id, do not store its answer as a contact field, or remove `sensitive`",
    }),
  },
  "sensitive/title": {
    severity: error,
    say: ({ key }: { key: string }) => ({
      message: `this ${key} would tell a sensitive answer to everybody who counts page views`,
      hint: `remove \`${key}\`: the funnel's is used instead`,
    }),
  },
  "sensitive/address": {
    severity: error,
    say: (p: {
      path: string;
      /** null where the page has none of its own to count. */
      neutral: { path: string; id: string | null } | null;
    }) => ({
      message: `the address "${p.path}" would tell a sensitive answer`,
      hint:
        p.neutral === null
          ? "remove this address: a page that only these visitors see needs no second one"
          : `write \`path: "${p.neutral.path}"\`${p.neutral.id === null ? "" : ` and \`id: ${p.neutral.id}\``}, or move the page to \`questions\`, where its address is made without words`,
    }),
  },
  "sensitive/mailed": {
    severity: error,
    say: ({ id }: { id: string }) => ({
      message: `this mail leads to "${id}", a page of visitors with a sensitive answer`,
      hint: "lead to a page that all visitors come to: whoever carries the mail reads the address",
    }),
  },
  "sensitive/sells": {
    severity: error,
    say: ({ id }: { id: string }) => ({
      message: `visitors are offered "${id}" because of a sensitive answer`,
      hint: "lead these visitors to help or past the offer, or let the offer depend on another answer",
    }),
  },
  "sensitive/sells-part": {
    severity: error,
    say: ({ id }: { id: string }) => ({
      message: `a sensitive answer decides what visitors are sold on "${id}", or for how much`,
      hint: "sell everybody the same here, or let the section depend on another answer",
    }),
  },
  "sensitive/calls": {
    severity: error,
    say: ({ id, by }: { id: string; by: keyof typeof CALLS }) => ({
      message: `"${id}" is sensitive, and ${CALLS[by].message}`,
      hint: CALLS[by].hint,
    }),
  },
  "danger/sells": {
    severity: error,
    say: (p: {
      /** Of one question. */
      values: readonly string[];
      offer: string;
      way: readonly string[];
      by: keyof typeof SOLD;
      /** Of a button: the page that it can lead to instead; null where there is none. */
      to?: string | null;
    }) => ({
      message: `visitors who answer ${p.values.map((value) => `"${value}"`).join(" or ")} may be in danger, and ${SOLD[p.by].message} the offer "${p.offer}": ${p.way.join(" → ")}`,
      hint: SOLD[p.by].hint(p.to ?? null),
    }),
  },
  "danger/no-help": {
    severity: error,
    say: (p: {
      value: string;
      id: string;
      way: readonly string[];
      at: "first" | "end";
    }) => ({
      message:
        p.at === "first"
          ? `visitors who answer "${p.value}" may be in danger, but the first page without a question that they come to shows them nothing with \`urgent\`: ${p.way.join(" → ")}`
          : `visitors who answer "${p.value}" may be in danger, and end on "${p.id}", where no section with \`urgent\` tells them whom to call`,
      hint:
        p.at === "first"
          ? "write `urgent: true` on this page if it says whom to call, else lead the answer to a page that does"
          : "give the page a section for them with `urgent: true`, shown `when` this was answered",
    }),
  },
  "danger/number-late": {
    severity: error,
    say: ({ after, most }: { after: keyof typeof LATE; most: number }) => ({
      message: LATE[after].message,
      hint: LATE[after].hint(most),
    }),
  },
  "danger/name": {
    severity: error,
    say: ({ written }: { written: string }) => ({
      message: `${written} names a visitor who may be in danger, and somebody else may look on`,
      hint: "take the name out: others must not read whose page this is",
    }),
  },
  "privacy/contradicts": {
    severity: error,
    say: (p: { words: string; facts: string }) => ({
      message: `"${p.words}" is not true: ${p.facts}`,
      hint: "say in the same text what is sent, or take the promise out",
    }),
  },
  "privacy/no-table": {
    severity: error,
    say: ({ variable }: { variable: string }) => ({
      message: "this page does not say what leaves the visitor's browser",
      hint: `write \`${variable}\` on a line of its own: the list is made from the content`,
    }),
  },
  "privacy/retention-differs": {
    severity: error,
    say: (p: {
      words: string;
      of: "pictures" | "people";
      period: string | null;
      variable: string;
    }) => ({
      message:
        p.period === null
          ? `this text promises ${p.words}, but the brand does not say how long it keeps people`
          : `this text promises ${p.words}, but ${p.of} are kept for ${p.period}`,
      hint: keepingHint(p),
    }),
  },
  "privacy/no-retention": {
    severity: error,
    say: (p: { period: string; variable: string }) => ({
      message: `this page does not say that people are kept for ${p.period}`,
      hint: `write \`${p.variable}\` where it says how long their email and name are kept`,
    }),
  },
} satisfies Entries;
