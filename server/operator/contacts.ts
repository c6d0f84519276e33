import { html } from "hono/html";
import { type ContactServices, listContacts } from "../contacts/routes.ts";
import { CONTACT_HEADS } from "../contacts/text.ts";
import type { AppContext } from "../http/app-env.ts";
import { readQuery } from "../http/validate.ts";
import { allow, OF_LISTS, readListQuery } from "../orders/asked.ts";
import { timeOf } from "../orders/table.ts";
import {
  commonFilters,
  filterForm,
  readFilled,
  waysBelow,
  waysOn,
} from "./filter.ts";
import { operatorPage, personLink, tables } from "./markup.ts";
import type { PageServices } from "./order-routes.ts";

/** Who has left an email, with the way to each of them. */
export async function contactsPage(
  c: AppContext,
  services: PageServices & ContactServices,
): Promise<Response> {
  const asked = readFilled(readQuery(c.req.url));
  allow(asked, OF_LISTS);
  const { lines, next } = await listContacts(services, readListQuery(asked));
  const rows = lines.map(({ created_at, email, name, brand }) => [
    timeOf(created_at),
    personLink(email),
    name ?? "",
    brand ?? "",
  ]);
  const brands = services.hosts.brands.map(({ id }) => id);
  const ways = waysOn("contacts", asked, next);
  const body = html`${filterForm("contacts", asked, commonFilters(brands))}
  ${
    lines.length === 0
      ? html`<p>No contact was found.</p>`
      : html`${tables({ Contacts: { heads: CONTACT_HEADS, rows } })}
        ${waysBelow(ways)}`
  }`;
  return operatorPage(services, { title: "Contacts", body });
}
