type Color = (name: string) => string;

const TABLE = 'role="presentation" border="0" cellpadding="0" cellspacing="0"';

/** Longer than what any inbox shows. */
const LONGEST = 140;

/** Nothing to be seen, and as wide as a letter: what follows in the mail is pushed out of the inbox's line. */
const FILLER = "&#847;&zwnj;&nbsp;".repeat(80);

/** The line that inboxes show beside the subject; the mail itself does not show it. */
export function preheaderHtml(text: string): string {
  if (text === "") return "";
  const shown = text.length > LONGEST ? cut(text) : text;
  return `<div aria-hidden="true" style="display:none;font-size:1px;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden;mso-hide:all">${escape(shown)}${FILLER}</div>\n`;
}

function cut(text: string): string {
  return `${text.slice(0, text.lastIndexOf(" ", LONGEST))}…`;
}

/** A sheet in the middle, no wider than is read well: Outlook knows neither `max-width` nor the padding of a `div`. */
export function sheetHtml(inside: string, color: Color, font: string): string {
  const page = color("page");
  const surface = color("surface");
  return `<table ${TABLE} width="100%" bgcolor="${page}" style="background:${page}"><tr><td align="center" style="padding:24px">
<!--[if mso]><table ${TABLE} width="560"><tr><td><![endif]-->
<table ${TABLE} width="100%" style="max-width:560px;table-layout:fixed"><tr><td align="left" bgcolor="${surface}" style="padding:28px;background:${surface};border:1px solid ${color("line")};border-radius:12px;font:${font};color:${color("ink")};overflow-wrap:anywhere">
${inside}
</td></tr></table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>`;
}

/** A cell that is painted: Outlook gives a link neither padding nor a ground. */
export function buttonHtml(
  label: string,
  address: string,
  color: Color,
): string {
  const ground = color("accent");
  return `<table ${TABLE} style="margin:28px 0 8px"><tr><td align="center" bgcolor="${ground}" style="padding:0;background:${ground};border-radius:8px;mso-padding-alt:12px 24px"><a href="${escape(address)}" style="display:inline-block;padding:12px 24px;border-radius:8px;color:${color("onAccent")};text-decoration:none">${escape(label)}</a></td></tr></table>`;
}

export function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
