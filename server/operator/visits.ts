import { html } from "hono/html";
import {
  type DropOffServices,
  type FunnelDropOff,
  nameOf,
  type PageDropOff,
  reportDropOff,
} from "../visits/report.ts";
import { daysOf, DROP_OFF_HEADS, mostOf, rowOf } from "../visits/text.ts";
import type { AppContext } from "../http/app-env.ts";
import type { Markup } from "../http/html-page.ts";
import { readQuery } from "../http/validate.ts";
import { filterForm, readFilled } from "./filter.ts";
import { operatorPage, tables } from "./markup.ts";

/** Of each page of each funnel how many have seen it, and how many left there. */
export async function visitsPage(
  c: AppContext,
  services: DropOffServices,
): Promise<Response> {
  const asked = readFilled(readQuery(c.req.url));
  const report = await reportDropOff(services, asked);
  const funnels = services.hosts.brands.flatMap(({ id, funnels = [] }) =>
    funnels.map((funnel) => `${id}/${funnel.id}`),
  );
  const filters = [
    { name: "funnel", label: "Funnel", kind: funnels },
    { name: "since", label: "From (UTC)", kind: "day" },
    { name: "before", label: "Before (UTC)", kind: "day" },
  ] as const;
  const body = html`${filterForm("visits", asked, filters)}
    <p>${daysOf(report)}</p>
    ${
      report.funnels.length === 0
        ? html`<p>Nobody was counted.</p>`
        : tables(Object.fromEntries(report.funnels.map(tableOf)))
    }`;
  return operatorPage(services, { title: "Where visitors leave", body });
}

function tableOf(funnel: FunnelDropOff) {
  const most = mostOf(funnel);
  const rows = funnel.pages.map((page) => cellsOf(page, most));
  return [nameOf(funnel), { heads: [...DROP_OFF_HEADS, ""], rows }] as const;
}

function cellsOf(page: PageDropOff, most: number): (string | Markup)[] {
  const cells = rowOf(page);
  if (page.seen === null) return [...cells, ""];
  const label = `${page.seen} of ${most}`;
  return [
    ...cells,
    html`<meter min="0" max="${most}" value="${page.seen}">${label}</meter>`,
  ];
}
