import type { Inline } from "../../generated/contract.ts";
import type { ServerMail } from "../../generated/server-contract.ts";

const variable = (name: string, fallback: string | null = null) =>
  ({ kind: "variable", name, fallback }) as const;

type PaidTwiceMail = Pick<
  ServerMail,
  "picture" | "subject" | "text" | "button"
>;

const paragraph = (...children: readonly Inline[]) =>
  ({ kind: "paragraph", children }) as const;

const HELLO = paragraph("Hello ", variable("name", "there"), ",");
const AMOUNT = { kind: "strong", children: [variable("amount")] } as const;
const NOTHING_TO_DO = paragraph(
  "You need not do anything. Banks take up to ten days to show it. If it is not there after two weeks, answer this mail and name the order ",
  variable("order"),
  ".",
);

/** The mail to whoever was charged once too often: they know before they find it on their account. */
export const paidTwiceMail: PaidTwiceMail = {
  picture: null,
  subject: ["You paid twice for ", variable("product")],
  text: [
    HELLO,
    paragraph(
      "we took ",
      AMOUNT,
      " for ",
      variable("product"),
      " once too often. Once is enough: one of the two payments goes back to where it came from, and what you bought stays yours.",
    ),
    NOTHING_TO_DO,
  ],
  button: null,
};

/** The same to whoever has paid for two plans of which one is sold. */
export const paidForTwoMail: PaidTwiceMail = {
  picture: null,
  subject: [
    "You paid for ",
    variable("kept"),
    " and for ",
    variable("product"),
  ],
  text: [
    HELLO,
    paragraph(
      "you paid for ",
      variable("kept"),
      " and for ",
      variable("product"),
      ". We sell one of them: the ",
      AMOUNT,
      " for ",
      variable("product"),
      " goes back to where it came from, and ",
      variable("kept"),
      " stays yours.",
    ),
    NOTHING_TO_DO,
  ],
  button: null,
};
