import { isRecord } from "./read.ts";

/** A page on the screen, by its address, and since when by the device's clock in milliseconds. */
export interface ShownPage {
  readonly page: string;
  readonly at: number;
}

/** The pages that a tab has shown, in their order, and how many of them are counted at the server. */
export interface ShownPages {
  readonly v: typeof SHOWN_PAGES_VERSION;
  readonly pages: readonly ShownPage[];
  readonly told: number;
}

const SHOWN_PAGES_VERSION = 1;
/** More than a visitor sees; what goes beyond is given up. */
const MAX = 300;

export const NO_PAGES: ShownPages = {
  v: SHOWN_PAGES_VERSION,
  pages: [],
  told: 0,
};

/** With a page that has come to the screen; one that is there already has not. */
export function withPage(shown: ShownPages, page: ShownPage): ShownPages {
  const { pages } = shown;
  const isShown = pages.at(-1)?.page === page.page || pages.length === MAX;
  return isShown ? shown : { ...shown, pages: [...pages, page] };
}

/** What a tab has kept. It is looked at no closer: the server reads each page of it anyhow. */
export function keptPages(value: unknown): ShownPages {
  return isKept(value) ? value : NO_PAGES;
}

function isKept(value: unknown): value is ShownPages {
  return (
    isRecord(value) &&
    value["v"] === SHOWN_PAGES_VERSION &&
    Array.isArray(value["pages"])
  );
}
