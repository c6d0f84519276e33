import { html } from "hono/html";
import type { PersonView } from "../contacts/person.ts";
import { keptSentences, personTables } from "../contacts/text.ts";
import type { Erased } from "../db/erase.ts";
import type { Markup } from "../http/html-page.ts";
import { HOME, type InputField, inputField, PAGES, tables } from "./markup.ts";
import { orderTable } from "./order-pages.ts";
import { type Asking, choicesOf, resendForm } from "./resend-form.ts";

/** Where a person is looked for; again, with what was looked for in vain. */
export function searchBody(
  inVain: Pick<InputField, "typed" | "wrong"> = {},
): Markup {
  return html`<form method="get" action="${PAGES}/people">
    ${inputField({
      name: "email",
      label: "Email",
      as: html`type="email" required`,
      ...inVain,
    })}
    <button class="primary">Find</button>
  </form>`;
}

/**
 * A person with everything that is known of them, to hand over and to erase; `mistyped` is what was sent in place of
 * their email to erase them.
 */
export function personBody(
  view: PersonView,
  asking: Asking,
  mistyped: string | null,
): Markup {
  const { token } = asking;
  const path = (format: string) =>
    `${HOME}/contacts/export?${new URLSearchParams({ email: view.email, format }).toString()}`;
  return html`<p>
      Export: <a href="${path("json")}">JSON</a>,
      <a href="${path("csv")}">CSV</a>
    </p>
    ${orderTable(view.orders)} ${tables(personTables(view))}
    ${resendForm(`${PAGES}/people/resend`, asking, choicesOf(view), {
      email: view.email,
    })}
    <section>
      <h2>Erase</h2>
      <p>
        Deletes all that is known of this person; orders keep their sums and
        states. It cannot be undone.
      </p>
      <form method="post" action="${PAGES}/people/erase">
        <input type="hidden" name="token" value="${token}" />
        <input type="hidden" name="email" value="${view.email}" />
        ${inputField({
          name: "again",
          label: "The email again",
          as: html`required`,
          ...(mistyped !== null && {
            typed: mistyped,
            wrong: `This is not ${view.email}. Nothing was erased.`,
          }),
        })}
        <button class="second">Erase</button>
      </form>
    </section>`;
}

/** What was erased, and what stays and why. */
export function erasedBody({ deleted, kept }: Erased): Markup {
  const rows = Object.entries(deleted).map(([name, count]) => [
    name.replaceAll("_", " "),
    String(count),
  ]);
  return html`${tables({ Deleted: { heads: ["what", "how many"], rows } })}
  ${keptSentences(kept).map((sentence) => html`<p>${sentence}</p>`)}`;
}
