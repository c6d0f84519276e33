import { expect, test } from "vitest";
import { renderMail } from "./render.ts";

const OPTIONS = {
  values: {},
  projectName: "Calm",
  supportEmail: "help@calm.example",
  company: null,
  orders: null,
  look: { colors: { accent: "#123456" }, font: "sans" },
  picture: null,
  address: "https://calm.example",
  unsubscribe: null,
} as const;

const NAME = { kind: "variable", name: "name", fallback: null } as const;

test.each([
  ["Hello ", ","],
  ["Good evening, ", "."],
])(
  "beside the subject, an inbox shows what comes behind “%sAnn%s”",
  (...greeting) => {
    const [before, after] = greeting;
    const { text, html } = renderMail(
      {
        subject: "Your receipt",
        text: [
          { kind: "paragraph", children: [before, NAME, after] },
          { kind: "paragraph", children: ["https://calm.example/gift"] },
          { kind: "paragraph", children: ["All is\nsettled:"] },
          { kind: "list", ordered: false, items: [["A plan"], ["Paid"]] },
        ],
        button: null,
      },
      { ...OPTIONS, values: { name: "Ann" } },
    );
    expect(html).toMatch(
      /<body[^>]*>\s*<div[^>]*>All is settled: A plan · Paid&#/,
    );
    // Once, in the text: those who read that are shown no second.
    expect(text.match(/settled/g)).toHaveLength(1);
  },
);

test("a long line beside the subject ends with a word", () => {
  const children = ["word ".repeat(60)];
  const { html } = renderMail(
    { subject: "Hello", text: [{ kind: "paragraph", children }], button: null },
    OPTIONS,
  );
  expect(html).toMatch(/<div[^>]*>(?:word ){27}word…&/);
});

test("the button is a painted cell, for readers that give a link no ground", () => {
  const { html } = renderMail(
    { subject: "Hello", text: [], button: "Open it" },
    OPTIONS,
  );
  expect(html).toMatch(
    /<td [^>]*bgcolor="#123456"[^>]*><a href="https:\/\/calm\.example"[^>]*>Open it<\/a><\/td>/,
  );
});

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
    OPTIONS,
  );
  expect(text).toContain(
    "1. Put the lamp out.\n\nWait a minute.\n\n2. Lie down.\n3. Breathe.\n",
  );
  // Where a mail is opened in a tab, it is called so; those who listen hear it first.
  expect(html).toContain("<title>How to begin, &lt;Ann&gt;</title>");
  expect(html).toMatch(/<ol style="[^"]*"><li[^>]*>Put the lamp out/);
  expect(html).toMatch(/<ol start="2" style="[^"]*"><li[^>]*>Lie down/);
});

test.each([
  [{ renews: true }, "Your orders, and how to cancel"],
  [{ renews: false }, "Your orders"],
])("a mail about an order leads to all of them: %j", (own, label) => {
  const address = "https://calm.example/orders?a&b";
  const mail = { subject: "Yours", text: [], button: null };
  const orders = { address, ...own };
  const { text, html } = renderMail(mail, { ...OPTIONS, orders });
  expect(text).toContain(`\n\n${label}: ${address}\n`);
  expect(html).toContain('href="https://calm.example/orders?a&amp;b"');
  expect(html).toContain(`>${label}</a>`);
});

test("every mail says at its end who writes, and which company that is", () => {
  const mail = { subject: "Hello", text: [], button: null };
  const company = "Calm & Co Ltd, 1 Example Quay, Sampleford, United Kingdom";
  const { text, html } = renderMail(mail, { ...OPTIONS, company });
  expect(text).toBe(`Calm · help@calm.example\n${company}\n`);
  expect(html).toContain(
    ">Calm · help@calm.example<br>Calm &amp; Co Ltd, 1 Example Quay, Sampleford, United Kingdom</p>",
  );
  expect(renderMail(mail, OPTIONS).text).toBe("Calm · help@calm.example\n");
});
