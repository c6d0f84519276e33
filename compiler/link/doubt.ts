import type { TextEvents } from "./holes.ts";
import { isPassing, type TextFilter, textFilter } from "./texts.ts";

/** Tags that somebody may think of: a lone `<` is a sign like any other. */
const TAG =
  /<\/?(?:a|b|big|br|center|div|em|font|h[1-6]|i|iframe|img|li|mark|ol|p|script|small|span|strong|style|sub|sup|table|td|tr|u|ul)\b[^<>]*>/i;
/** A sign as pages of other programs have it in their source: `&nbsp;`, `&#39;`. */
const ENTITY =
  /&(?:nbsp|amp|lt|gt|quot|apos|shy|[lr][sd]quo|[mn]dash|hellip|bull|middot|times|euro|pound|copy|reg|trade|[aouAOU]uml|szlig|#\d{1,7}|#[xX][\da-fA-F]{1,6});/;
const BLANK = /^\s+$/;
/** A link whose address does not end. */
const OPEN_LINK = /\[[^[\]]+\]\([^()\s]*(?=[\s]|$)(?![^(]*\))/;
const BROKEN_LINK =
  /\[[^[\]]+\][ \t]+\((?:\/[^\s()]*|(?:https?|mailto|tel|sms):[^()\n]*)\)/g;
/** What an address is made of; a variable in one is told where links are. */
const SIGN = String.raw`(?:[^\s()[\]{}<>]|\([^()[\]]*\)|\{\{[^{}]*\}\})`;
/** What may stand behind an address. */
const TITLE = String.raw`(?:"[^"]*"|'[^']*'|\([^()]*\))\s*\)`;
/** A number to call, in groups and without what says that it is one. */
const BARE_NUMBER = String.raw`(?=[\d\s+-]{7,}\))\+?\d[\d-]*(?:\s+[\d-]+)+`;
/** A link whose address has spaces in it. */
const SPACED_LINK = new RegExp(
  String.raw`(?<!\\)\[[^[\]]+\]\(\s*((?:\/|https?:|mailto:|tel:|sms:)${SIGN}*(?:\s+(?!${TITLE})${SIGN}+)+|${BARE_NUMBER})\s*\)`,
  "g",
);
/** The brackets of a link the wrong way round: `(words)[/page]`, `[words][/page]`. */
const SWAPPED_LINK =
  /(?:(?<![\]\\])\([^()\n]+\)|(?<!\\)\[[^[\]\n]+\])[ \t]*\[(?:(?:\/[a-z]|https?:|mailto:)[^\s[\]]*|(?:tel|sms):[^[\]\n]*)\]/g;
/** The address and the words of a link the wrong way round: `[/page](some words)`. */
const SWAPPED_PARTS =
  /(?<!\\)\[(?:\/|https?:|mailto:|tel:|sms:)[^\s[\]]*\]\((?!\s*(?:\/|https?:|mailto:|tel:|sms:))[^()\s]+[ \t]+[^()\n]*\)/g;
/** A link without words, or one whose address is empty. */
const EMPTY_LINK = /\[\s*\]\([^()\s]*\)|\[[^[\]]+\]\(\s*\)/g;
/** Words in brackets, with no address behind them: of a few letters and no figures, as links have. */
const NO_TARGET = /(?<![\\\w!])\[(?!sic\])[A-Za-z][^[\]\d]{2,}\](?!\s*[(:[])/g;
/** Where a link leads: signs in it are no marks. */
const ADDRESS = /\]\([^()\s]*\)/g;

/** Emphasis begins before a word and ends behind one; a star at the start of a line is a footnote's. */
const OPENS =
  /(?<=[\s([{"'\u201c\u2018\u2014\u2013/-])(?<![\n\r])\*(?=[^\s*])|(?<=^|[\s([{"'\u201c\u2018\u2014\u2013/-])_(?=[^\s_])/g;
const CLOSES = /(?<=[^\s*\\])\*(?![\w*])|(?<=[^\s_\\])_(?!\w)/g;

/** `** bold **`: with spaces inside, the stars are signs like any other. */
const SPACED = /(?<![^\s(])\*\*[ \t]+([^*\n]*?\S)[ \t]+\*\*(?![^\s.,;:!?)])/;
/** A headline, or an item of a list, without the space that makes it one. */
const GLUED_BLOCK = /^(##+(?=[^\s#])|-(?=[^\s\d-]))\S*/gm;
/** Items of a list as other programs have them, one below the other, and the start of one: to Markdown they are words. */
const BULLETS = /^(?:[ \t]*[•‣●▪◦–][ \t]*\S.*(?:\n|$)){2,}/gm;
const BULLET = /[•‣●▪◦–][ \t]*(\S+(?:[ \t]+\S+){0,4})/g;
/** A headline's mark in a text that has no headlines. */
const HEADLINE = /^##+(?=\s)/m;
/** What an item of a list begins with. */
const START = String.raw`(?:[-+*•‣●▪◦]|\d+[.)])[ \t]+\S`;
/** The end of a line that visitors see no end of: one that ends with \\ or two spaces is seen. */
const SOFT = String.raw`(?<!\\|[ \t]{2})\n`;
/** Behind a line that goes on, with an item below; or with one on the next line, behind the indented lines of its own. */
const JOINED = String.raw`(?<=[^\s\\]\n)(?=.*\n\s*${START})|(?=.*(?:${SOFT}[ \t]+(?!${START})\S.*)*${SOFT}[ \t]*${START})`;
/** The first item of a list of several that is no line of its own, in a text that has no lists. */
const ITEM = new RegExp(
  String.raw`^(?=[ \t]*${START})(?:${JOINED})[ \t]*(.*)`,
  "m",
);

/** Words that would be struck through elsewhere. */
const STRUCK = /(?<!~)~~(?=[^\s~])[^~\n]*[^\s~]~~(?!~)/;
/** The row below the heads of a table. */
const CELL = String.raw`[ \t]*(?::?-{2,}:?|:-:?|-:)[ \t]*`;
const TABLE = new RegExp(
  String.raw`^[ \t]*(?:\|${CELL}\|(?:${CELL}\|?)*|${CELL}(?:\|${CELL})+)$`,
  "m",
);
/** A picture of another host; what is wrong with another address is told of the address. */
const PICTURE = /!\[[^[\]]*\]\(https:\/\/[^()\s]*\)/;
/** An item of a list with a box to tick, and its first words. */
const BOX = /^[ \t]*([-+*])[ \t]+\[[ xX]\][ \t]+(\S+(?:[ \t]+\S+){0,4})/gm;
/** A line across the page, which is not drawn; right below words it makes them a headline. */
const RULE =
  /(?<=^|\n[ \t]*\n) {0,3}((?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})(?=\n|$)/;

/** What of a text nobody can mean is told by. */
type Doubts = Pick<
  TextEvents,
  "blank" | "tag" | "brokenLink" | "spacedLink" | "unclosed" | "looseMark"
>;
type Form = "line" | "blocks";

const DOUBTFUL: Readonly<Record<Form, TextFilter>> = {
  line: textFilter((text) => isDoubtful(text, "line")),
  blocks: textFilter((text) => isDoubtful(text, "blocks")),
};

/** Reports what nobody can mean: nothing but spaces, or what looks like markup and is none. */
export function doubt(text: string, form: Form, events: Doubts): void {
  if (isPassing(text, DOUBTFUL[form])) tellDoubts(text, form, events);
}

function isDoubtful(text: string, form: Form): boolean {
  let isTold = false;
  const tell = () => {
    isTold = true;
  };
  const all = { blank: tell, tag: tell, brokenLink: tell, spacedLink: tell };
  tellDoubts(text, form, { ...all, unclosed: tell, looseMark: tell });
  return isTold;
}

function tellDoubts(text: string, form: Form, events: Doubts): void {
  if (BLANK.test(text)) events.blank();
  const tag = (TAG.exec(text) ?? ENTITY.exec(text))?.[0];
  if (tag !== undefined) events.tag(tag);
  doubtLinks(text, events);
  const open = OPEN_LINK.exec(text)?.[0] ?? openMark(text);
  if (open !== null) events.unclosed(open);
  const spaced = SPACED.exec(text);
  if (spaced !== null)
    events.looseMark("spaced", spaced[0], `**${spaced[1] ?? ""}**`);
  doubtForeign(text, form, events);
  if (form === "line") {
    const mark = HEADLINE.exec(text)?.[0];
    if (mark !== undefined) events.looseMark("no-headlines", mark, null);
    const item = ITEM.exec(text)?.[1];
    if (item !== undefined) events.looseMark("no-lists", item, null);
    return;
  }
  for (const [word, mark = ""] of text.matchAll(GLUED_BLOCK))
    events.looseMark("glued", word, `${mark} ${word.slice(mark.length)}`);
  for (const [lines] of text.matchAll(BULLETS))
    for (const [item, words = ""] of lines.matchAll(BULLET))
      events.looseMark("bullet", item, `- ${words}`);
}

/** Marks that Markdown has elsewhere, and that are none here. */
function doubtForeign(text: string, form: Form, events: Doubts): void {
  const marks = { struck: STRUCK, table: TABLE, picture: PICTURE } as const;
  for (const kind of ["struck", "table", "picture"] as const) {
    const written = marks[kind].exec(text)?.[0].trim();
    if (written !== undefined) events.looseMark(kind, written, null);
  }
  if (form === "line") return;
  for (const [item, mark = "", words = ""] of text.matchAll(BOX))
    events.looseMark("box", item.trimStart(), `${mark} ${words}`);
  const rule = RULE.exec(text)?.[1]?.trim();
  // In a table there are such signs as well.
  if (rule !== undefined && !TABLE.test(text))
    events.looseMark("rule", rule, null);
}

function doubtLinks(text: string, events: Doubts): void {
  const rest = text.replaceAll(SWAPPED_LINK, (written) => {
    events.brokenLink(written);
    return " ";
  });
  for (const pattern of [BROKEN_LINK, EMPTY_LINK, NO_TARGET, SWAPPED_PARTS])
    for (const [written] of rest.matchAll(pattern)) events.brokenLink(written);
  for (const [written, address = ""] of text.matchAll(SPACED_LINK))
    events.spacedLink(written, address);
}

/** The mark of bold or emphasised words that has no end. */
function openMark(text: string): string | null {
  const said = text.replaceAll(ADDRESS, "]");
  if (said.split("**").length % 2 === 0) return "**";
  const single = said.replaceAll("**", "");
  const opens = [...single.matchAll(OPENS)];
  const closes = [...single.matchAll(CLOSES)];
  for (const mark of ["*", "_"]) {
    const of = (found: typeof opens) => found.filter(([sign]) => sign === mark);
    const open = of(opens).at(-1);
    if (open === undefined || of(opens).length <= of(closes).length) continue;
    return single.slice(open.index).split(/\s/, 1)[0] ?? mark;
  }
  return null;
}
