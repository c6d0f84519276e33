import { html } from "hono/html";
import { type Action, findActions } from "../db/operator-actions.ts";
import { emailHolder, normalEmail } from "../db/persons.ts";
import type { AppContext } from "../http/app-env.ts";
import type { Markup } from "../http/html-page.ts";
import { readQuery } from "../http/validate.ts";
import { allow, readPart, readText } from "../orders/asked.ts";
import { readListing } from "../orders/listing.ts";
import { inWords, timeOf } from "../orders/table.ts";
import { filterForm, readFilled, waysBelow, waysOn } from "./filter.ts";
import { operatorPage, orderLink, tables } from "./markup.ts";
import type { PageServices } from "./order-routes.ts";

const HEADS = ["begun", "action", "of", "asked", "ended"] as const;
/** What of the actions is shown: all, or those that were more than a look. */
const CHANGES = "changes";

/** What operators have done, and what visitors did about their own data, newest first. */
export async function actionsPage(
  c: AppContext,
  services: PageServices,
): Promise<Response> {
  const asked = readFilled(readQuery(c.req.url));
  allow(asked, ["only", "email", "since", "before", "limit"]);
  const isChange = readText(asked, "only") === CHANGES;
  const email = readText(asked, "email");
  const subject = email === null ? null : emailHolder(normalEmail(email));
  const { lines, next } = await readListing(
    {
      find: (part) => findActions(services.db, { ...part, isChange, subject }),
      placeOf: ({ begun_at: at, action_id: id }) => ({ at, id }),
    },
    readPart(asked),
  );
  const filters = [
    { name: "only", label: "Only", kind: [CHANGES] },
    { name: "email", label: "About (email)", kind: "email" },
    { name: "since", label: "From (UTC)", kind: "day" },
    { name: "before", label: "Before (UTC)", kind: "day" },
  ] as const;
  const ways = { ...waysOn("actions", asked, next), file: null };
  const body = html`${filterForm("actions", asked, filters)}
  ${
    lines.length === 0
      ? html`<p>Nothing was done.</p>`
      : html`${tables({ Actions: { heads: HEADS, rows: lines.map(rowOf) } })}
        ${waysBelow(ways)}`
  }`;
  return operatorPage(services, { title: "What was done", body });
}

/** Of the digest of an email as much as tells it from others. */
function subjectOf(subject: string): string {
  return subject.replace(/^(email:.{8}).*$/, "$1…");
}

function rowOf(one: Action): (string | Markup)[] {
  const { begun_at, action, subject, asked, outcome } = one;
  const isOrder = action.startsWith("orders.") && subject !== "";
  return [
    timeOf(begun_at),
    action,
    isOrder ? orderLink(subject) : subjectOf(subject),
    inWords({ ...asked, key: null }),
    outcome === null ? "not ended" : inWords(outcome),
  ];
}
