/** Ways in which somebody may look at the site. */
import type { BrowserContextOptions, Page } from "playwright";

export interface Manner {
  readonly viewport: { readonly width: number; readonly height: number };
  /** The browser's font size, in px; 16 is usual. */
  readonly fontSize: number;
  readonly own?: BrowserContextOptions;
  /** What is done to a page that has been opened. */
  readonly change?: (page: Page) => Promise<unknown>;
}

const PHONE = { width: 375, height: 812 };

export const MANNERS = {
  phone: { viewport: PHONE, fontSize: 16 },
  desktop: { viewport: { width: 1440, height: 900 }, fontSize: 16 },
  tablet: { viewport: { width: 768, height: 1024 }, fontSize: 16 },
  landscape: { viewport: { width: 812, height: 375 }, fontSize: 16 },
  letters: { viewport: PHONE, fontSize: 32 },
  forced: {
    viewport: PHONE,
    fontSize: 16,
    own: { forcedColors: "active" },
  },
  words: {
    viewport: PHONE,
    fontSize: 16,
    change: lengthenWords,
  },
} as const satisfies Readonly<Record<string, Manner>>;

/** Every word of some length becomes a compound, as long as German ones are. */
export function lengthenWords(page: Page): Promise<void> {
  return page.evaluate(lengthen);
}

/** Runs in the browser. */
function lengthen(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Node[] = [];
  while (walker.nextNode() !== null) texts.push(walker.currentNode);
  for (const text of texts)
    if (text.parentElement?.closest("script, style, template") === null)
      text.nodeValue = (text.nodeValue ?? "").replaceAll(
        /\p{L}{4,}/gu,
        (word) => `${word}beförderungsgesellschaftsverordnung`,
      );
}

const SPACED = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }`;

/** The spacing that WCAG 1.4.12 asks for; the context has to bypass the page's policy. */
export function spaceText(page: Page): Promise<unknown> {
  return page.addStyleTag({ content: SPACED });
}
