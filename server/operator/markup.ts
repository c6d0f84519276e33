import { html } from "hono/html";
import { htmlResponse, type Markup } from "../http/html-page.ts";
import type { Hosts } from "../site.ts";

/** Below the API, so that a proxy needs no rule for it. */
export const HOME = "/api/admin";
export const PAGES = `${HOME}/pages`;

const LINKS = [
  ["People", HOME],
  ["Orders", `${PAGES}/orders`],
  ["Messages", `${PAGES}/messages`],
  ["Dead letters", `${PAGES}/jobs`],
  ["Experiments", `${HOME}/experiments.txt`],
] as const;

/** A page for those who run the server, with ways to the others. */
export function operatorPage(
  { hosts }: { readonly hosts: Hosts },
  page: {
    readonly title: string;
    readonly body: Markup;
    readonly status?: number;
  },
): Promise<Response> {
  const { title, body, status = 200 } = page;
  return htmlResponse({
    brand: hosts.brand(),
    title,
    status,
    formAction: ["'self'"],
    body: html`<main class="docs">
      <nav aria-label="Pages">
        ${LINKS.map(([name, path]) => html`<a href="${path}">${name}</a> `)}
      </nav>
      <h1>${title}</h1>
      ${body}
    </main>`,
  });
}

/** Tables under headings, with what stands in their columns where that is said; those without rows are left out. */
export function tables(
  all: Readonly<Record<string, readonly (readonly (string | Markup)[])[]>>,
  heads: readonly string[] = [],
): Markup[] {
  return Object.entries(all).flatMap(([heading, rows]) =>
    rows.length === 0 ? [] : [tableOf(heading, heads, rows)],
  );
}

function tableOf(
  heading: string,
  heads: readonly string[],
  rows: readonly (readonly (string | Markup)[])[],
): Markup {
  return html`<section>
    <h2>${heading}</h2>
    <table>
      ${
        heads.length === 0
          ? ""
          : html`<thead>
              <tr>
                ${heads.map((head) => html`<th scope="col">${head}</th>`)}
              </tr>
            </thead>`
      }
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

export function orderLink(id: string): Markup {
  return html`<a href="${PAGES}/orders/${encodeURIComponent(id)}">${id}</a>`;
}

export function personLink(email: string): Markup {
  const query = new URLSearchParams({ email }).toString();
  return html`<a href="${PAGES}/people?${query}">${email}</a>`;
}
