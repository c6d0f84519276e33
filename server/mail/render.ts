import type { Block, Inline, Text } from "../../generated/contract.ts";
import type {
  ServerBrand,
  ServerMail,
} from "../../generated/server-contract.ts";
import { buttonHtml, escape, preheaderHtml, sheetHtml } from "./mail-html.ts";
import type { MailPicture } from "./pictures.ts";

/** What is shown in the place of variables; one that is missing shows its fallback. */
export type Values = Readonly<Record<string, string | undefined>>;

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** What the HTML names `cid:picture`. */
  readonly picture: MailPicture | null;
}

/** What the HTML names the picture that travels with it. */
export const PICTURE_ID = "picture";

type Look = ServerBrand["look"];

const FONTS: Readonly<Record<Look["font"], string>> = {
  sans: "Helvetica, Arial, sans-serif",
  serif: "Georgia, 'Times New Roman', serif",
};

/** What a mail shows besides its text. */
interface Shown {
  /** The line that inboxes show beside the subject. */
  readonly preheader: string;
  readonly button: string | null;
}

interface MailOptions {
  readonly values: Values;
  readonly projectName: string;
  readonly supportEmail: string;
  /** Who is behind the brand, in one line; null where that is not said. */
  readonly company: string | null;
  readonly look: Look;
  readonly picture: MailPicture | null;
  /** Where the button leads. */
  readonly address: string;
  /** Where its reader asks for their orders, one of which may renew; null where that is not said. */
  readonly orders: {
    readonly address: string;
    readonly renews: boolean;
  } | null;
  /** Where its reader refuses more of them; null for what belongs to an order. */
  readonly unsubscribe: string | null;
}

/** What is said at the end of a mail that may be refused. */
const WHY = "You left your email in our quiz.";
const NO_MORE = "No more of these mails";
/** What its reader finds where their orders are. */
const ORDERS = { once: "Your orders", plan: "Your orders, and how to cancel" };

/** A mail in the brand's look, as text and as HTML: nothing is loaded from anywhere, so that nobody sees it read. */
export function renderMail(
  mail: Pick<ServerMail, "subject" | "text" | "button">,
  options: MailOptions,
): RenderedMail {
  const { values, address, orders, unsubscribe } = options;
  const button = mail.button && plain(mail.button, values);
  const text = [
    ...mail.text.map((block) => blockText(block, values)),
    ...(button === null ? [] : [`${button}: ${address}`]),
    senderLines(options).join("\n"),
    ...(orders === null ? [] : [`${ordersLabel(orders)}: ${orders.address}`]),
    ...(unsubscribe === null ? [] : [`${WHY} ${NO_MORE}: ${unsubscribe}`]),
  ];
  const subject = plain(mail.subject, values).replaceAll(/\s+/g, " ").trim();
  return {
    subject,
    text: `${text.join("\n\n")}\n`,
    html: page(
      subject,
      mail.text.map((block) => blockHtml(block, values, options.look)).join(""),
      { preheader: preheaderOf(mail.text, values), button },
      options,
    ),
    picture: options.picture,
  };
}

function page(
  subject: string,
  content: string,
  { preheader, button }: Shown,
  options: MailOptions,
): string {
  const { look, address, projectName, orders, unsubscribe } = options;
  const color = (name: string) => look.colors[name] ?? "#000000";
  const link = button === null ? "" : buttonHtml(button, address, color);
  // It says nothing that the text does not say.
  const picture =
    options.picture === null
      ? ""
      : `<img src="cid:${PICTURE_ID}" alt="" width="504" style="display:block;width:100%;height:auto;margin:0 0 24px;border-radius:8px">\n`;
  const small = (words: string, to: string) =>
    `<a href="${escape(to)}" style="color:${color("muted")}">${escape(words)}</a>`;
  const foot = [
    ...senderLines(options).map(escape),
    ...(orders === null ? [] : [small(ordersLabel(orders), orders.address)]),
    ...(unsubscribe === null ? [] : [`${WHY} ${small(NO_MORE, unsubscribe)}`]),
  ];
  const inside = `<p style="margin:0 0 20px;font-size:20px;color:${color("accent")}">${escape(projectName)}</p>
${picture}${content}${link}
<p style="margin:28px 0 0;font-size:13px;color:${color("muted")}">${foot.join("<br>")}</p>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(subject)}</title></head>
<body style="margin:0;padding:0;background:${color("page")}">
${preheaderHtml(preheader)}${sheetHtml(inside, color, `16px/1.5 ${FONTS[look.font]}`)}
</body></html>
`;
}

function ordersLabel({ renews }: NonNullable<MailOptions["orders"]>): string {
  return renews ? ORDERS.plan : ORDERS.once;
}

/** Who writes, as every mail says at its end. */
function senderLines({
  projectName,
  supportEmail,
  company,
}: MailOptions): readonly string[] {
  const contact = `${projectName} · ${supportEmail}`;
  return company === null ? [contact] : [contact, company];
}

/** What is said behind the greeting, but for what only leads somewhere. */
function preheaderOf(blocks: readonly Block[], values: Values): string {
  const [first] = blocks;
  const said = first && isGreeting(first) ? blocks.slice(1) : blocks;
  return said
    .map((block) =>
      block.kind === "list"
        ? block.items.map((item) => plain(item, values)).join(" · ")
        : plain(block.children, values),
    )
    .filter((text) => !text.startsWith("http"))
    .join(" ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** "Hello Ann,", or "Good evening, Ann." */
function isGreeting(block: Block): boolean {
  if (block.kind !== "paragraph") return false;
  const last = block.children.at(-1);
  const before = block.children.at(-2);
  if (typeof last !== "string") return isName(last);
  return last.endsWith(",") || (last.trim().length <= 1 && isName(before));
}

function isName(inline: Inline | undefined): boolean {
  return (
    typeof inline === "object" &&
    inline.kind === "variable" &&
    inline.name === "name"
  );
}

function blockText(block: Block, values: Values): string {
  if (block.kind !== "list") return plain(block.children, values);
  const { items, ordered, start = 1 } = block;
  return items
    .map(
      (item, i) => `${ordered ? `${start + i}.` : "-"} ${plain(item, values)}`,
    )
    .join("\n");
}

function blockHtml(block: Block, values: Values, look: Look): string {
  switch (block.kind) {
    case "paragraph":
      return `<p style="margin:0 0 14px">${inlines(block.children, values, look)}</p>`;
    case "heading":
      return `<h2 style="margin:20px 0 10px;font-size:18px">${inlines(block.children, values, look)}</h2>`;
    case "list": {
      const name = block.ordered ? "ol" : "ul";
      const start = block.start === undefined ? "" : ` start="${block.start}"`;
      const items = block.items.map(
        (item) =>
          `<li style="margin:4px 0">${inlines(item, values, look)}</li>`,
      );
      return `<${name}${start} style="margin:0 0 14px;padding-left:22px">${items.join("")}</${name}>`;
    }
  }
}

function inlines(
  children: readonly Inline[],
  values: Values,
  look: Look,
): string {
  return children.map((child) => inline(child, values, look)).join("");
}

function inline(child: Inline, values: Values, look: Look): string {
  if (typeof child === "string") return escape(child);
  switch (child.kind) {
    case "strong":
    case "em":
      return `<${child.kind}>${inlines(child.children, values, look)}</${child.kind}>`;
    case "link":
      return `<a href="${escape(child.href)}" style="color:${look.colors["accent"] ?? "#000000"}">${inlines(child.children, values, look)}</a>`;
    case "break":
      return "<br>";
    case "variable":
      return escape(valueOf(child, values));
  }
}

function plain(text: Text, values: Values): string {
  if (typeof text === "string") return text;
  return text.map((child) => plainInline(child, values)).join("");
}

function plainInline(child: Inline, values: Values): string {
  if (typeof child === "string") return child;
  switch (child.kind) {
    case "strong":
    case "em":
      return plain(child.children, values);
    case "link":
      return `${plain(child.children, values)} (${child.href})`;
    case "break":
      return "\n";
    case "variable":
      return valueOf(child, values);
  }
}

function valueOf(
  {
    name,
    fallback,
  }: { readonly name: string; readonly fallback: string | null },
  values: Values,
): string {
  return values[name] ?? fallback ?? "";
}
