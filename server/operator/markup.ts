import { html } from "hono/html";
import { htmlResponse, type Markup } from "../http/html-page.ts";
import type { Hosts } from "../site.ts";

/** Below the API, so that a proxy needs no rule for it. */
export const HOME = "/api/admin";
export const PAGES = `${HOME}/pages`;

const LINKS = [
  ["People", HOME],
  ["Contacts", `${PAGES}/contacts`],
  ["Orders", `${PAGES}/orders`],
  ["Provider messages", `${PAGES}/messages`],
  ["Jobs", `${PAGES}/jobs`],
  ["What was done", `${PAGES}/actions`],
  ["Mails", `${PAGES}/mails`],
  ["Where visitors leave", `${PAGES}/visits`],
  ["Experiments", `${HOME}/experiments.txt`],
] as const;

/** Columns of words that may be long: they break anywhere. A time, a sum or a state stays in one line. */
const LONG: readonly string[] = [
  "asked",
  "code",
  "email",
  "ended",
  "message",
  "name",
  "note",
  "product",
  "provider",
  "reason",
  "type",
  "what was told",
  "who has it",
  "why",
  "why it is left",
  "why not yet",
];

/** A page for those who run the server, with ways to the others. */
export function operatorPage(
  { hosts }: { readonly hosts: Hosts },
  page: {
    readonly title: string;
    readonly body: Markup;
    readonly status?: number;
    /** Whether it shows something of ours in a frame. */
    readonly framing?: boolean;
  },
): Promise<Response> {
  const { title, body, status = 200, framing = false } = page;
  return htmlResponse({
    brand: hosts.brand(),
    title,
    status,
    formAction: ["'self'"],
    framing,
    body: html`<main class="docs operator">
      <nav aria-label="Pages">
        ${LINKS.map(([name, path]) => html`<a href="${path}">${name}</a> `)}
      </nav>
      <h1>${title}</h1>
      ${body}
    </main>`,
  });
}

/** One line to type in. */
export interface InputField {
  readonly name: string;
  readonly label: string;
  /** How it differs from any text. */
  readonly as?: Markup | "";
  readonly typed?: string;
  /** What is wrong with what was typed, in words. */
  readonly wrong?: string | undefined;
}

/** A field with what was typed in it; where that is wrong, it says so, and is where one goes on. */
export function inputField({
  name,
  label,
  as = "",
  typed = "",
  wrong,
}: InputField): Markup {
  return html`<div>
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      value="${typed}"
      autocomplete="off"
      ${as}
      ${
        wrong === undefined
          ? ""
          : html`aria-invalid="true" aria-describedby="${name}-wrong" autofocus`
      }
    />
    ${
      wrong === undefined
        ? ""
        : html`<p class="wrong" id="${name}-wrong">${wrong}</p>`
    }
  </div>`;
}

/** The value of an option, and what it says. */
export type Choice = readonly [value: string, text: string];

/** A field with some choices, and the one that is chosen now. */
export function selectField({
  name,
  label,
  choices,
  chosen,
}: {
  readonly name: string;
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen?: unknown;
}): Markup {
  return html`<div>
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${choices.map(
        ([value, text]) =>
          html`<option value="${value}" ${value === chosen ? "selected" : ""}>
            ${text}
          </option>`,
      )}
    </select>
  </div>`;
}

type Cell = string | Markup;

/** Rows with what stands in their columns, words or ways to somewhere else. */
export interface PageTable {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/**
 * Tables under headings; those without rows are left out. On a narrow screen each row is a list of its columns, so that
 * nothing is wider than the page. A table stays one whatever it looks like, which the roles say.
 */
export function tables(all: Readonly<Record<string, PageTable>>): Markup[] {
  return Object.entries(all).flatMap(([heading, table]) =>
    table.rows.length === 0 ? [] : [tableOf(heading, table)],
  );
}

function tableOf(heading: string, { heads, rows }: PageTable): Markup {
  return html`<section>
    <h2>${heading}</h2>
    <table role="table">
      <thead role="rowgroup">
        <tr role="row">
          ${heads.map(
            (head) => html`<th scope="col" role="columnheader">${head}</th>`,
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${rows.map(
          (row) =>
            html`<tr role="row">
              ${row.map((cell, at) => cellOf(heads[at] ?? "", cell))}
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

function cellOf(head: string, cell: Cell): Markup {
  const look = cell === "" ? "none" : LONG.includes(head) ? "long" : "";
  return html`<td role="cell" class="${look}" data-head="${head}">${cell}</td>`;
}

export function orderPath(id: string): string {
  return `${PAGES}/orders/${encodeURIComponent(id)}`;
}

export function orderLink(id: string): Markup {
  return html`<a href="${orderPath(id)}">${id}</a>`;
}

export function personLink(email: string): Markup {
  const query = new URLSearchParams({ email }).toString();
  return html`<a href="${PAGES}/people?${query}">${email}</a>`;
}
