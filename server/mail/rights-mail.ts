import type { ServerMail } from "../../generated/server-contract.ts";

/** The mail with the link by which somebody shows that the email is theirs. */
export function rightsMail(
  wanted: "export" | "erase",
  projectName: string,
): Pick<ServerMail, "subject" | "text" | "button"> {
  const [subject, asked, button] =
    wanted === "export"
      ? [
          `Your copy of what ${projectName} keeps`,
          "Somebody asked us for a copy of everything that we keep under this email address.",
          "Get the copy",
        ]
      : [
          `Delete what ${projectName} keeps of you`,
          "Somebody asked us to delete everything that we keep under this email address.",
          "Look at it and decide",
        ];
  const paragraph = (text: string) =>
    ({ kind: "paragraph", children: [text] }) as const;
  return {
    subject,
    text: [
      paragraph(asked),
      paragraph(
        "If that was you, follow the link within an hour. It works once, and nothing happens before you confirm it there.",
      ),
      paragraph(
        "If it was not you, do nothing: without the link nobody gets or deletes anything.",
      ),
    ],
    button,
  };
}
