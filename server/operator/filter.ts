import { html } from "hono/html";
import type { Markup } from "../http/html-page.ts";
import { HOME, inputField, PAGES, selectField } from "./markup.ts";

/** What a list is asked for, by the names of its query. */
export type Asked = Readonly<Record<string, unknown>>;

/** One thing that a list can be narrowed to: typed, a day, or one of several. */
export interface Filter {
  readonly name: string;
  readonly label: string;
  readonly kind: "email" | "day" | readonly string[];
}

/** How a page leads to the older lines of its list, and to all of it as a file; null where there is no such way. */
export interface Ways {
  readonly older: string | null;
  readonly file: string | null;
}

/** By whom, and from when to when. */
export function commonFilters(brands: readonly string[]): readonly Filter[] {
  return [
    { name: "email", label: "Email", kind: "email" },
    { name: "brand", label: "Brand", kind: brands },
    { name: "since", label: "From (UTC)", kind: "day" },
    { name: "before", label: "Before (UTC)", kind: "day" },
  ];
}

/** A browser sends the fields that were left empty as well. */
export function readFilled(query: Asked): Asked {
  return Object.fromEntries(
    Object.entries(query).filter(([, value]) => value !== ""),
  );
}

/** `list`: the name that the list has among the pages and among the calls. */
export function waysOn(list: string, asked: Asked, next: string | null): Ways {
  const { before, limit, ...kept } = asked;
  const to = (path: string, more: Asked) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...kept, ...more }))
      query.set(name, String(value));
    return `${path}/${list}?${query.toString()}`;
  };
  const isLimited = limit === undefined ? {} : { limit };
  return {
    older: next === null ? null : to(PAGES, { ...isLimited, before: next }),
    // The file has all lines, from whichever part of the list it is asked for.
    file: to(HOME, { ...(isDay(before) && { before }), format: "csv" }),
  };
}

/** The form that narrows a list, filled with what is asked for now. */
export function filterForm(
  list: string,
  asked: Asked,
  filters: readonly Filter[],
): Markup {
  return html`<form class="filter" method="get" action="${PAGES}/${list}">
    ${filters.map((filter) => fieldOf(filter, asked[filter.name]))}
    <button class="second">Show</button>
  </form>`;
}

/** The ways on, below a list. */
export function waysBelow({ older, file }: Ways): Markup {
  return html`<p class="ways">
    ${older === null ? "" : html`<a href="${older}">Older ones</a>`}
    ${file === null ? "" : html`<a href="${file}">All of these as CSV</a>`}
  </p>`;
}

function fieldOf({ name, label, kind }: Filter, asked: unknown): Markup {
  if (kind !== "email" && kind !== "day") {
    const choices = kind.map((one) => [one, one] as const);
    const all = [["", "all"], ...choices] as const;
    return selectField({ name, label, choices: all, chosen: asked });
  }
  const isShown = kind === "email" ? typeof asked === "string" : isDay(asked);
  return inputField({
    name,
    label,
    as: html`type="${kind === "day" ? "date" : kind}"`,
    typed: isShown ? String(asked) : "",
  });
}

function isDay(asked: unknown): boolean {
  return typeof asked === "string" && /^\d{4}-\d\d-\d\d$/.test(asked);
}
