import type { ServerMail } from "../../generated/server-contract.ts";

const variable = (name: string, fallback: string | null = null) =>
  ({ kind: "variable", name, fallback }) as const;

/** The mail to whoever was charged once too often: they know before they find it on their account. */
export const paidTwiceMail: Pick<
  ServerMail,
  "picture" | "subject" | "text" | "button"
> = {
  picture: null,
  subject: ["You paid twice for ", variable("product")],
  text: [
    {
      kind: "paragraph",
      children: ["Hello ", variable("name", "there"), ","],
    },
    {
      kind: "paragraph",
      children: [
        "we took ",
        { kind: "strong", children: [variable("amount")] },
        " for ",
        variable("product"),
        " once too often. Once is enough: one of the two payments goes back to where it came from, and what you bought stays yours.",
      ],
    },
    {
      kind: "paragraph",
      children: [
        "You need not do anything. Banks take up to ten days to show it. If it is not there after two weeks, answer this mail and name the order ",
        variable("order"),
        ".",
      ],
    },
  ],
  button: null,
};
