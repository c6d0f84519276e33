import type { ServerMail } from "../../generated/server-contract.ts";

interface Words {
  readonly subject: string;
  /** What somebody has asked for. */
  readonly asked: string;
  /** How the link works. */
  readonly link: string;
  /** What nobody does without it. */
  readonly without: string;
  readonly button: string;
}

const ONCE = "It works once, and nothing happens before you confirm it there.";

/** The mail with the link by which somebody shows that the email is theirs. */
export function rightsMail(
  wanted: "export" | "erase" | "orders",
  projectName: string,
): Pick<ServerMail, "subject" | "text" | "button"> {
  const { subject, asked, link, without, button } = wordsOf(
    wanted,
    projectName,
  );
  const paragraph = (text: string) =>
    ({ kind: "paragraph", children: [text] }) as const;
  return {
    subject,
    text: [
      paragraph(asked),
      paragraph(`If that was you, follow the link within an hour. ${link}`),
      paragraph(
        `If it was not you, do nothing: without the link nobody ${without}.`,
      ),
    ],
    button,
  };
}

function wordsOf(
  wanted: "export" | "erase" | "orders",
  projectName: string,
): Words {
  switch (wanted) {
    case "export":
      return {
        subject: `Your copy of what ${projectName} keeps`,
        asked:
          "Somebody asked us for a copy of everything that we keep under this email address.",
        link: ONCE,
        without: "gets or deletes anything",
        button: "Get the copy",
      };
    case "erase":
      return {
        subject: `Delete what ${projectName} keeps of you`,
        asked:
          "Somebody asked us to delete everything that we keep under this email address.",
        link: ONCE,
        without: "gets or deletes anything",
        button: "Look at it and decide",
      };
    case "orders":
      return {
        subject: `Your orders at ${projectName}`,
        asked:
          "Somebody asked to see what was ordered under this email address.",
        link: "It shows your orders, and there you can cancel a plan. Nothing happens before you confirm it.",
        without: "sees or cancels anything",
        button: "See my orders",
      };
  }
}
