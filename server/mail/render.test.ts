import { expect, test } from "vitest";
import { renderMail } from "./render.ts";

test("a mail has its subject as title, and numbered items have their numbers", () => {
  const { text, html } = renderMail(
    {
      subject: ["How to begin, ", "<Ann>"],
      text: [
        { kind: "list", ordered: true, items: [["Put the lamp out."]] },
        { kind: "paragraph", children: ["Wait a minute."] },
        {
          kind: "list",
          ordered: true,
          start: 2,
          items: [["Lie down."], ["Breathe."]],
        },
      ],
      button: null,
    },
    {
      values: {},
      projectName: "Calm",
      supportEmail: "help@calm.example",
      look: { colors: {}, font: "sans" },
      picture: null,
      address: "https://calm.example",
      unsubscribe: null,
    },
  );
  expect(text).toContain(
    "1. Put the lamp out.\n\nWait a minute.\n\n2. Lie down.\n3. Breathe.\n",
  );
  // Where a mail is opened in a tab, it is called so; those who listen hear it first.
  expect(html).toContain("<title>How to begin, &lt;Ann&gt;</title>");
  expect(html).toMatch(/<ol style="[^"]*"><li[^>]*>Put the lamp out/);
  expect(html).toMatch(/<ol start="2" style="[^"]*"><li[^>]*>Lie down/);
});
