import { html } from "hono/html";
import type { DeadJob, JobCount, LivingJob } from "../db/jobs.ts";
import type { Markup } from "../http/html-page.ts";
import { countRow, deadRow, JOB_HEADS, livingRow } from "../jobs/routes.ts";
import { PAGES, tables } from "./markup.ts";

/** All that is to be done, at work or given up: how many, those that were given up to be tried again, and the next ones. */
export function jobsBody({
  counts,
  dead,
  others,
  token,
}: {
  readonly counts: readonly JobCount[];
  readonly dead: readonly DeadJob[];
  readonly others: readonly LivingJob[];
  readonly token: string;
}): Markup {
  if (counts.length === 0)
    return html`<p>There is nothing to do, and nothing was given up.</p>`;
  const sum = (isDead: boolean) =>
    counts
      .filter(({ state }) => (state === "dead") === isDead)
      .reduce((all, { count }) => all + count, 0);
  return html`${tables({
    "How many": { heads: JOB_HEADS.counts, rows: counts.map(countRow) },
    [`Given up (${partOf(dead, sum(true))})`]: {
      heads: [...JOB_HEADS.dead, "again", "or never"],
      rows: dead.map((job) => [...deadRow(job), ...formsOf(job, token)]),
    },
    [`To be done next (${partOf(others, sum(false))})`]: {
      heads: JOB_HEADS.others,
      rows: others.map(livingRow),
    },
  })}`;
}

function partOf({ length }: readonly unknown[], all: number): string {
  return length < all ? `${length} of ${all}` : String(all);
}

function formsOf({ id }: DeadJob, token: string): Markup[] {
  const form = (what: string, label: string) =>
    html`<form method="post" action="${PAGES}/jobs/${what}">
      <input type="hidden" name="token" value="${token}" />
      <input type="hidden" name="id" value="${id}" />
      <button class="quiet">${label}</button>
    </form>`;
  return [form("retry", "Try again"), form("drop", "Drop")];
}
