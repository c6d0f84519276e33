import { html } from "hono/html";
import { describedSchema, type JsonSchema } from "../http/call-schema.ts";
import type { Hosts } from "../site.ts";
import { htmlResponse, type Markup } from "../http/html-page.ts";
import { baseOf } from "./openapi.ts";
import type { CallEntry } from "../http/route.ts";

const PARTS = ["params", "query", "headers", "body", "form", "answer"] as const;
const TITLES: Readonly<Record<(typeof PARTS)[number], string>> = {
  params: "In the path",
  query: "Query",
  headers: "Headers",
  body: "Body (JSON)",
  form: "Body (form data)",
  answer: "Answer",
};

/** The route table as a page to read: every call with its fields, in the words of the schemas. */
export function docsPage(
  { hosts }: { readonly hosts: Hosts },
  routes: readonly CallEntry[],
): Promise<Response> {
  return htmlResponse({
    brand: hosts.brand(),
    title: "Funnels API",
    status: 200,
    body: html`<main class="docs">
      <h1>Funnels API</h1>
      <p>
        The same as an OpenAPI 3.1 document:
        <a href="/api/openapi.json">openapi.json</a>. Amounts are minor units.
        Every failure is a problem document (RFC 9457) with a stable
        <code>type</code>.
      </p>
      <nav aria-label="Calls">
        <ul>
          ${routes.map(
            (entry) =>
              html`<li>
                <a href="#${entry.call}"
                  ><code>${entry.method} ${addressOf(entry)}</code></a
                >
              </li>`,
          )}
        </ul>
      </nav>
      ${routes.map((entry) => section(entry, hosts.currencies))}
    </main>`,
  });
}

function addressOf(entry: CallEntry): string {
  return `${baseOf(entry)}${entry.path}`;
}

function section(entry: CallEntry, currencies: readonly string[]): Markup {
  const { description, properties } = describedSchema(entry.call, currencies);
  const text = description.replace(/^(GET|POST) \S+: /, "");
  return html`<section id="${entry.call}">
    <h2><code>${entry.method} ${addressOf(entry)}</code></h2>
    <p>${text.charAt(0).toUpperCase()}${text.slice(1)}</p>
    ${PARTS.map((part) => {
      const schema = properties[part];
      return schema === undefined
        ? ""
        : html`<h3>${TITLES[part]}</h3>
            <table>
              <thead>
                <tr>
                  <th scope="col">Field</th>
                  <th scope="col">Type</th>
                  <th scope="col">Meaning</th>
                </tr>
              </thead>
              <tbody>
                ${rowsOf(schema, "")}
              </tbody>
            </table>`;
    })}
  </section>`;
}

/** One row a field; those inside a field follow it, with their way in front. */
function rowsOf(schema: JsonSchema, way: string): Markup[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const optional = !(schema.required ?? []).includes(name);
    const row = html`<tr>
      <td><code>${way}${name}</code>${optional ? " (optional)" : ""}</td>
      <td>${typeOf(field)}</td>
      <td>${field.description ?? ""}</td>
    </tr>`;
    const items = isSchema(field["items"]) ? field["items"] : null;
    return [
      row,
      ...rowsOf(field, `${way}${name}.`),
      ...(items === null ? [] : rowsOf(items, `${way}${name}[].`)),
    ];
  });
}

function typeOf(field: JsonSchema): string {
  const values = field["enum"];
  if (Array.isArray(values)) return values.map(String).join(", ");
  if (field.type === undefined) return "see the document";
  return typeof field.type === "string" ? field.type : field.type.join(" or ");
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
